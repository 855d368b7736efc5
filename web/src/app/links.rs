//! Following links: from a fragment to what it shows.

use super::App;
use crate::act::{Act, Dialog, Tab, Window};
use crate::components::transport::SPEEDS;
use crate::example_states::{CASES, POLICIES};
use crate::lab::Lab;
use crate::links::{self, Arrival, Deed};
use crate::sentences::{fill, say};
use crate::versus::Versus;
use crate::{scenes, share};
use podlab::apiserver::error::ApiError;
use podlab_link::{MOST_CHARS, Permalink, Place, TooMany, View, Wrong, read_run};

/// Most characters of a link that is put into the address.
pub const MOST_IN_ADDRESS: usize = 8 << 10;

impl App {
    pub(super) fn follow_link(&mut self, deed: Deed) {
        match deed {
            Deed::Address => self.follow_address(),
            Deed::Unpacked(number, unpacked) => {
                let is_waited_for = number == self.links.number;
                if let Some(Arrival::Unpacking(packed, view)) =
                    self.links.arrival.take_if(|_| is_waited_for)
                {
                    let text = unpacked.and_then(|bytes| packed.text(bytes));
                    let opened = text.and_then(|text| self.open_run(&text, view));
                    self.tell_wrong(opened);
                }
            }
            Deed::Packed(number, packed) if number == self.links.number => {
                let link = Permalink { place: Place::Run(packed), view: View::default() };
                let fragment = link.fragment();
                if fragment.len() <= MOST_IN_ADDRESS {
                    self.links.push(fragment);
                }
            }
            Deed::Packed(..) => {}
            Deed::Stop => {
                self.links.number += 1;
                match self.links.arrival.take() {
                    // It is as far as it came.
                    Some(Arrival::Going(_)) => self.lab.stop(),
                    Some(Arrival::Waiting | Arrival::Unpacking(..)) => self.open_afresh(),
                    None => {}
                }
            }
        }
    }

    /// Goes where the address leads, unless it is there.
    fn follow_address(&mut self) {
        let fragment = links::fragment();
        let is_link = Permalink::is_one(&fragment);
        // Others lead to places within the page.
        if fragment == self.links.address || !is_link && !fragment.is_empty() {
            return;
        }
        self.links.number += 1;
        self.links.address.clone_from(&fragment);
        if is_link {
            let opened = Permalink::parse(&fragment).and_then(|link| self.open_link(link));
            self.tell_wrong(opened);
        } else {
            self.open_afresh();
        }
    }

    fn open_link(&mut self, link: Permalink) -> Result<(), Wrong> {
        let Permalink { place, view } = link;
        let opened = match place {
            Place::Scene(name) => {
                let card = self.cards.iter().find(|card| card.name == *name);
                let card = card.ok_or(Wrong::Unknown(name))?;
                Lab::open(scenes::scene(card), view.settings())
            }
            Place::Example(case, policy) => {
                let mut cases = CASES.iter();
                let number = cases.position(|known| known.name == case && known.plans.is_some());
                let column = POLICIES.iter().position(|known| *known == policy);
                let unknown = || Wrong::Unknown([&case, "/", &policy].concat());
                let (number, column) = number.zip(column).ok_or_else(unknown)?;
                Lab::open(scenes::example(number, column), view.settings())
            }
            Place::Run(packed) if packed.is_deflated => {
                let number = self.links.number;
                let tell = move |unpacked| Act::Link(Deed::Unpacked(number, unpacked));
                links::unpack(&packed.bytes, self.on.reform(tell));
                self.links.arrival = Some(Arrival::Unpacking(packed, view));
                return Ok(());
            }
            Place::Run(packed) => {
                let text = packed.text(packed.bytes.clone())?;
                return self.open_run(&text, view);
            }
        };
        self.set_out(opened, view)
    }

    fn open_run(&mut self, text: &str, view: View) -> Result<(), Wrong> {
        let (run, own) = read_run(text)?;
        self.set_out(Lab::of_file(&run), view.or(own))
    }

    /// Shows a run as a link says, and sets out for its moment.
    fn set_out(&mut self, opened: Result<Lab, ApiError>, view: View) -> Result<(), Wrong> {
        let lab = opened.map_err(|error| Wrong::Refused(error.message.to_string()))?;
        self.settings = lab.sim().settings().clone();
        self.show(lab);
        self.is_playing = false;
        self.tab = Tab::Why;
        self.window = Window::Minute;
        self.look_as(&view)?;
        if let Some(at) = view.at {
            self.lab.seek(at);
        }
        self.links.arrival = Some(Arrival::Going(view));
        // What is near is there before anything is drawn.
        self.arrive();
        self.end_opening();
        Ok(())
    }

    /// Shows of the run what a link says.
    fn look_as(&mut self, view: &View) -> Result<(), Wrong> {
        let has_set = self.lab.scene.set.is_some();
        if let Some(panel) = &view.panel {
            let mut tabs = Tab::ALL.iter().filter(|(tab, _)| has_set || !tab.is_of_sets());
            let found = tabs.find(|(_, name)| name == panel);
            self.tab = found.ok_or_else(|| Wrong::option("panel", panel))?.0;
        }
        if let Some(window) = &view.window {
            let found = Window::ALL.iter().find(|(_, name)| name == window);
            self.window = found.ok_or_else(|| Wrong::option("window", window))?.0;
        }
        if let Some(pod) = &view.pod {
            let set = self.lab.scene.set.as_ref();
            let ordinal = set.and_then(|set| pod.strip_prefix(&**set)?.strip_prefix('-'));
            if ordinal.is_none_or(|ordinal| ordinal.parse::<u32>().is_err()) {
                return Err(Wrong::option("pod", pod));
            }
            self.lab.select(pod.clone().into());
        }
        if let Some(speed) = view.play {
            if !SPEEDS.contains(&speed) {
                return Err(Wrong::option("play", &speed.to_string()));
            }
            self.speed = speed;
        }
        self.of_set = !view.of_pod;
        self.selected = view.change;
        if let Some(language) = view.language {
            self.speak(language);
        }
        Ok(())
    }

    /// Shows what was opened, once it is where it is to be.
    pub(super) fn end_opening(&mut self) {
        if self.lab.is_on_its_way() || !matches!(self.links.arrival, Some(Arrival::Going(_))) {
            return;
        }
        let Some(Arrival::Going(view)) = self.links.arrival.take() else { return };
        let told = self.lab.story().told() as u64;
        self.selected = self.selected.filter(|change| *change < told);
        self.is_playing = view.play.is_some();
        if let Some(compared) = &view.compared {
            let mut versus = Versus::new(self.lab.clone(), false);
            if versus.take(compared) {
                versus.opens_at = view.at;
                self.versus = Some(versus);
            } else {
                self.tell_wrong(Err(Wrong::option("compare", &compared.what)));
            }
        }
    }

    /// What the page opens with when its address says nothing.
    fn open_afresh(&mut self) {
        let settings = View::default().settings();
        let scene = scenes::scene(&self.cards[scenes::FIRST]);
        if let Ok(lab) = Lab::open(scene, settings.clone()) {
            self.settings = settings;
            self.show(lab);
        }
        self.is_playing = false;
    }

    /// Says why a link cannot be opened, beside a fresh lab.
    fn tell_wrong(&mut self, opened: Result<(), Wrong>) {
        if let Err(wrong) = opened {
            self.links.arrival = None;
            self.open_afresh();
            self.dialog = Some(Dialog::Link(told(&wrong).into()));
            self.links.have_dialogs = true;
        }
    }

    /// Lets the address say what was just opened from the page itself.
    pub(super) fn push_link(&mut self) {
        if !self.links.has_address {
            return;
        }
        self.links.number += 1;
        match share::short_link(&self.cards, &self.lab) {
            Some(link) => self.links.push(link.fragment()),
            None => {
                let number = self.links.number;
                let tell = move |packed| Act::Link(Deed::Packed(number, packed));
                links::pack(self.lab.save().write_compact(), self.on.reform(tell));
            }
        }
    }
}

/// Why a link cannot be opened, in the page's language.
fn told(wrong: &Wrong) -> String {
    let count = |most: usize| most.to_string();
    match wrong {
        Wrong::Unknown(what) => fill!("link.unknown", "what" => what),
        Wrong::Version(version) => fill!("link.version", "version" => version),
        Wrong::TooLong(chars) => {
            fill!("link.too-long", "count" => &count(*chars), "most" => &count(MOST_CHARS))
        }
        Wrong::Damaged => say!("link.damaged").to_owned(),
        Wrong::TooLarge => say!("link.too-large").to_owned(),
        Wrong::Option(key, value) => fill!("link.option", "key" => key, "value" => value),
        Wrong::TooMany(TooMany::Nodes, most) => fill!("link.nodes", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Commands, most) => fill!("link.commands", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Items, most) => fill!("link.items", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Characters, most) => {
            fill!("link.characters", "most" => &count(*most))
        }
        Wrong::NoRun(found) => {
            fill!("link.no-run", "why" => found.first().map_or("", |first| &first.message))
        }
        Wrong::NoUnpacking => say!("link.no-unpacking").to_owned(),
        Wrong::Refused(why) => fill!("link.refused", "why" => why),
    }
}
