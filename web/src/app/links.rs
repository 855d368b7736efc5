//! Following links: from a fragment to what it shows.

use super::App;
use crate::act::{Act, Between, LessonMessage, LinkMessage};
use crate::comparison::Comparison;
use crate::dialog::Dialog;
use crate::frames::SPEEDS;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::lesson::OpenLesson;
use crate::links::{self, LinkOpening};
use crate::scenes::{self, Scene};
use crate::views::{Tab, Target, Window};
use crate::{mount, share};
use podlab::apiserver::error::ApiError;
use podlab::base::time::SimTime;
use podlab_lessons::examples;
use podlab_link::{LinkError, LinkTarget, Packed, Permalink, View, read_lesson, read_run};
use podlab_messages::Term;
use std::rc::Rc;

impl App {
    pub(super) fn update_link(&mut self, message: LinkMessage) {
        match message {
            LinkMessage::Address => self.follow_address(),
            LinkMessage::Unpacked(number, unpacked) => {
                let is_waited_for = number == self.links.number;
                let opening = self.links.opening.take_if(|_| is_waited_for);
                let opened = match opening.map(|opening| *opening) {
                    Some(LinkOpening::Unpacking(target, view)) => {
                        unpacked.and_then(|text| self.open_held(&target, text.into_bytes(), view))
                    }
                    Some(LinkOpening::Going(_) | LinkOpening::Fetching) | None => Ok(()),
                };
                self.show_link_error(opened);
            }
            LinkMessage::Packed(number, target) if number == self.links.number => {
                let fragment = Permalink { target, view: View::default() }.fragment();
                // What is too long stands nowhere, and what was there before is not shown any more.
                let fits = fragment.len() <= share::MOST_CHARS;
                self.links.push(if fits { fragment } else { String::new() });
            }
            LinkMessage::Packed(..) => {}
            // A link to a place within the page, such as the skip link, takes nothing away.
            LinkMessage::Layers(None) if is_place(&links::fragment()) => {}
            LinkMessage::Layers(layers) => {
                let layers = layers.unwrap_or(0);
                self.links.take_layers(layers);
                while self.layers() > layers {
                    self.close_layer();
                }
            }
            LinkMessage::Stop => {
                self.presenter = None;
                self.links.number += 1;
                match self.links.opening.take().map(|opening| *opening) {
                    // It is as far as it came.
                    Some(LinkOpening::Going(_)) => self.lab.write().stop(),
                    Some(LinkOpening::Unpacking(..) | LinkOpening::Fetching) => self.open_afresh(),
                    None => {}
                }
            }
        }
    }

    /// How many things lie over the lab: a comparison, and a dialog.
    pub(super) fn layers(&self) -> u32 {
        u32::from(self.comparison.is_some()) + u32::from(self.dialogs.open().is_some())
    }

    /// Takes away what lies on top.
    fn close_layer(&mut self) {
        if self.dialogs.close().is_none() {
            self.end_comparison();
        }
    }

    /// Goes where the address leads, unless it is there.
    fn follow_address(&mut self) {
        let fragment = links::fragment();
        if is_place(&fragment) {
            return self.links.mark_place();
        }
        if fragment == self.links.address {
            return;
        }
        if let Some(link) = links::glossary(&fragment) {
            return self.open_glossary(link.term);
        }
        if fragment == links::COURSE {
            self.links.keep_address();
            return self.update_lessons(LessonMessage::ShowCourse);
        }
        if let Some((_, lab)) = self.links.left.take_if(|(address, _)| *address == fragment) {
            return self.go_back_to(lab, fragment);
        }
        self.keep_left();
        self.links.address.clone_from(&fragment);
        self.open_fragment(&fragment);
    }

    /// Shows what the fragment of an address leads to.
    pub(super) fn open_fragment(&mut self, fragment: &str) {
        self.lessons.returning_run = None;
        self.links.number += 1;
        // What another address leads to is shown to a room only where the address says so.
        self.presenter = None;
        if Permalink::is_one(fragment) {
            let opened = Permalink::parse(fragment).and_then(|link| {
                if link.view.presents && link.view.compared.is_none() {
                    self.begin_presenting(None);
                }
                self.open_link(link)
            });
            self.show_link_error(opened);
        } else {
            self.open_afresh();
        }
    }

    /// Keeps the run for the way back to it, if the visitor did something in it. A lesson keeps its own.
    pub(super) fn keep_left(&mut self) {
        let lab = self.lab.read();
        let is_lab = self.links.has_address && self.lessons.open.is_none();
        if is_lab && lab.history().plan().iter().any(|act| act.by_person) {
            self.links.left = Some((self.links.address.clone(), lab.fork()));
        }
    }

    /// Goes on with a run that was left, whose address the browser went back to.
    fn go_back_to(&mut self, lab: Lab, address: String) {
        self.keep_left();
        self.links.number += 1;
        self.links.address = address;
        self.presenter = None;
        self.show(lab);
        self.player.is_playing = false;
        self.go_on();
    }

    /// Shows the glossary over the lab, which keeps its own address.
    fn open_glossary(&mut self, term: Option<Term>) {
        self.links.keep_address();
        self.dialogs.show(Dialog::Glossary(term));
    }

    pub(super) fn open_link(&mut self, link: Permalink) -> Result<(), LinkError> {
        let Permalink { target, view } = link;
        let is_scene = matches!(target, LinkTarget::Scene(_) | LinkTarget::Example(..));
        self.links.begins = is_scene && is_beginning(&view) && !mount::is_calm();
        let opened = match target {
            LinkTarget::Scene(name) => {
                let card = self.cards.iter().find(|card| card.name == *name);
                let card = card.ok_or(LinkError::Unknown(name))?;
                opened(scenes::scene(card), &view)
            }
            LinkTarget::Example(case, policy) => {
                let cell = examples::named(&format!("example/{case}/{policy}"));
                let unknown = || LinkError::Unknown(format!("{case}/{policy}"));
                let (number, column) = cell.ok_or_else(unknown)?;
                opened(scenes::example(number, column), &view)
            }
            LinkTarget::Lesson(name) => {
                self.speak_as(&view);
                self.lessons.open_for(&view);
                self.links.opening = Some(Box::new(LinkOpening::Fetching));
                self.fetch_lesson(name.into());
                return Ok(());
            }
            held
            @ (LinkTarget::Run(_) | LinkTarget::OwnLesson(_) | LinkTarget::Presentation(_)) => {
                return self.unpack(held, view);
            }
        };
        self.set_out(opened, view)
    }

    /// Unpacks what a link holds, and opens it.
    fn unpack(&mut self, target: LinkTarget, view: View) -> Result<(), LinkError> {
        let Some(packed) = target.packed() else { return Ok(()) };
        if !packed.is_deflated {
            let bytes = packed.bytes.clone();
            return self.open_held(&target, bytes, view);
        }
        let number = self.links.number;
        let tell = move |unpacked| Act::Link(LinkMessage::Unpacked(number, unpacked));
        links::unpack(&packed.bytes, self.on.reform(tell));
        self.links.opening = Some(Box::new(LinkOpening::Unpacking(target, view)));
        Ok(())
    }

    /// Opens what a link holds, given the unpacked bytes.
    fn open_held(
        &mut self,
        target: &LinkTarget,
        bytes: Vec<u8>,
        view: View,
    ) -> Result<(), LinkError> {
        let Some(packed) = target.packed() else { return Ok(()) };
        let text = packed.text(bytes)?;
        match target {
            LinkTarget::Run(_) => return self.open_run(&text, view),
            LinkTarget::OwnLesson(_) => {
                self.speak_as(&view);
                self.lessons.open_for(&view);
                let open = OpenLesson::own(read_lesson(&text)?, self.lessons.seed(), &text);
                self.take_up(open).map_err(LinkError::Refused)?;
            }
            LinkTarget::Presentation(_) => {
                self.speak_as(&view);
                return self.open_presentation(&text);
            }
            LinkTarget::Scene(_) | LinkTarget::Example(..) | LinkTarget::Lesson(_) => {}
        }
        Ok(())
    }

    fn open_run(&mut self, text: &str, view: View) -> Result<(), LinkError> {
        self.links.begins = false;
        let (run, own) = read_run(text)?;
        self.set_out(Lab::of_file(&run), view.or(own))?;
        self.kept.others = self.lab.read().history().plan().to_vec();
        Ok(())
    }

    /// Shows a run as a link says, and sets out for its moment.
    fn set_out(&mut self, opened: Result<Lab, ApiError>, view: View) -> Result<(), LinkError> {
        let lab = opened.map_err(|error| LinkError::Refused(error.message))?;
        self.show(lab);
        self.player.is_playing = false;
        self.answers.tab = Tab::Why;
        self.tracks.window = Window::Minute;
        self.look_as(&view)?;
        let opens = Some(self.lab.read().scene.opens).filter(|opens| *opens > SimTime::ZERO);
        if let Some(at) = view.at.or(opens.filter(|_| is_beginning(&view))) {
            self.lab.write().seek(at);
        }
        self.skip_learner_turn(view.at);
        self.links.opening = Some(Box::new(LinkOpening::Going(view)));
        // What is near is there before anything is drawn.
        self.arrive();
        self.end_opening();
        Ok(())
    }

    /// Shows of the run what a link says.
    fn look_as(&mut self, view: &View) -> Result<(), LinkError> {
        if let Some(panel) = &view.panel {
            // Whether there will be claims shows on the way.
            let may_be = |tab: Tab| tab == Tab::Storage || self.has_use_for(tab);
            let mut tabs = Tab::ALL.iter().filter(|(tab, _)| may_be(*tab));
            let found = tabs.find(|(_, name)| name == panel);
            self.answers.tab = found.ok_or_else(|| LinkError::option("panel", panel))?.0;
        }
        if let Some(window) = &view.window {
            let found = Window::ALL.iter().find(|(_, name)| name == window);
            self.tracks.window = found.ok_or_else(|| LinkError::option("window", window))?.0;
        }
        if let Some(pod) = &view.pod {
            if !self.lab.read().scene.may_have(pod) {
                return Err(LinkError::option("pod", pod));
            }
            self.lab.write().select(pod.clone().into());
        }
        if let Some(speed) = view.play {
            if !SPEEDS.contains(&speed) {
                return Err(LinkError::option("play", &speed.to_string()));
            }
            self.player.speed = speed;
        }
        self.answers.target = if view.of_pod { Target::Pod } else { Target::Set };
        self.answers.selected = view.change;
        self.answers.is_sheet_open = view.change.is_some() && !self.host.mount.has_answers_beside();
        self.speak_as(view);
        Ok(())
    }

    /// Speaks the language of a link.
    fn speak_as(&mut self, view: &View) {
        if let Some(language) = view.language {
            self.preferences.speak(language, &self.on);
        }
    }

    /// Shows what was opened, once it is where it is to be.
    pub(super) fn end_opening(&mut self) {
        let is_there = !self.lab.read().is_on_its_way();
        let is_going = |opening: &mut Box<LinkOpening>| matches!(**opening, LinkOpening::Going(_));
        let opening = self.links.opening.take_if(|opening| is_there && is_going(opening));
        let Some(LinkOpening::Going(view)) = opening.map(|opening| *opening) else { return };
        let told = self.lab.read().story().change_count() as u64;
        self.answers.selected = self.answers.selected.filter(|change| *change < told);
        self.player.is_playing = view.play.is_some() || self.links.begins;
        self.quiz = None;
        if view.quizzes && self.begin_quiz() {
            return self.ask_again();
        }
        self.player.is_playing |= view.quizzes;
        if let Some(panel) = view.panel.as_ref().filter(|_| !self.has_use_for(self.answers.tab)) {
            self.answers.tab = Tab::Why;
            self.show_link_error(Err(LinkError::option("panel", panel)));
        }
        if let Some(compared) = &view.compared {
            let mut comparison = Comparison::new(self.lab.read().clone(), Between::Variants);
            if comparison.take(compared) {
                comparison.opens_at = view.at;
                self.comparison = Some(Handle::new(comparison));
            } else {
                self.show_link_error(Err(LinkError::option("compare", &compared.what)));
            }
        }
        self.settle_move();
    }

    /// What the page opens with when its address says nothing.
    fn open_afresh(&mut self) {
        let scene = scenes::scene(&self.cards[scenes::FIRST]);
        let opens = scene.opens;
        if let Ok(lab) = opened(scene, &View::default()) {
            self.show(lab);
            self.lab.write().seek(opens);
            self.arrive();
        }
        self.player.is_playing = !mount::is_calm();
    }

    /// Says why a link cannot be opened, beside a fresh lab.
    pub(super) fn show_link_error(&mut self, opened: Result<(), LinkError>) {
        if let Err(wrong) = opened {
            self.presenter = None;
            self.links.opening = None;
            self.open_afresh();
            self.dialogs.show(Dialog::Link(Rc::new(wrong)));
        }
    }

    /// Lets the address say which lesson is open, or hold the whole of one that does not come with Podlab.
    pub(super) fn push_lesson_link(&mut self, open: &OpenLesson) {
        if let Some(text) = &open.own {
            let is_right = read_lesson(text).is_ok();
            return self.push_text(text, is_right, LinkTarget::OwnLesson);
        }
        if self.links.has_address {
            self.links.number += 1;
            let target = LinkTarget::Lesson(open.name().to_string());
            self.links.push(Permalink { target, view: View::default() }.fragment());
        }
    }

    /// Lets the address hold a text; nothing where a link to it could not be opened.
    pub(super) fn push_text(
        &mut self,
        text: &str,
        is_right: bool,
        target: fn(Packed) -> LinkTarget,
    ) {
        if !self.links.has_address {
            return;
        }
        self.links.number += 1;
        if is_right {
            self.pack(text.to_owned(), target);
        } else {
            self.links.push(String::new());
        }
    }

    /// Packs a text for the address.
    fn pack(&self, text: String, target: fn(Packed) -> LinkTarget) {
        let number = self.links.number;
        let tell = move |packed| Act::Link(LinkMessage::Packed(number, target(packed)));
        links::pack(text, self.on.reform(tell));
    }

    /// Lets the address say what was just opened from the page itself.
    pub(super) fn push_link(&mut self) {
        if !self.links.has_address {
            return;
        }
        self.links.number += 1;
        match share::short_link(&self.cards, &self.lab.read()) {
            Some(link) => self.links.push(link.fragment()),
            None => match share::text_of(&self.lab.read().save()) {
                Ok(text) => self.pack(text, LinkTarget::Run),
                Err(_) => self.links.push(String::new()),
            },
        }
    }
}

/// Opens a scene with what a link says of its settings.
fn opened(scene: Scene, view: &View) -> Result<Lab, ApiError> {
    let settings = view.settings(scene.release.unwrap_or_default());
    Lab::open(scene, settings)
}

/// Whether a link leaves it to the scene where it is opened.
fn is_beginning(view: &View) -> bool {
    view.at.is_none() && view.change.is_none() && view.compared.is_none()
}

/// Whether a fragment leads to a place within the page rather than to a run.
fn is_place(fragment: &str) -> bool {
    !fragment.is_empty() && !Permalink::is_one(fragment)
}
