//! Opening what a link leads to, until it is where the link says.

use super::App;
use crate::act::{Act, Between, LinkMessage};
use crate::comparison::Comparison;
use crate::dialog::Dialog;
use crate::frames::SPEEDS;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::lesson::OpenLesson;
use crate::links::{self, LinkOpening};
use crate::mount;
use crate::scenes::{self, Scene};
use crate::views::{Tab, Target, Window};
use podlab::apiserver::error::ApiError;
use podlab::base::time::SimTime;
use podlab_lessons::examples;
use podlab_link::{LinkError, LinkTarget, Permalink, View, read_lesson, read_run};
use std::rc::Rc;

impl App {
    /// Opens what a link leads to.
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
    pub(super) fn open_held(
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
    pub(super) fn open_afresh(&mut self) {
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
