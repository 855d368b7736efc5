//! Making the links to what is shown, and what the dialog that shares does.

use super::App;
use crate::act::{Act, ShareMessage, Start};
use crate::components::share_dialog::FIELD;
use crate::dialog::Dialog;
use crate::handle::Handle;
use crate::views::{Tab, Target, Window};
use crate::{links, share};
use podlab::base::time::SimTime;
use podlab_link::{LinkTarget, Permalink, View};
use podlab_messages::Language;

impl App {
    pub(super) fn update_share(&mut self, message: ShareMessage) {
        match message {
            ShareMessage::Open => {
                let now = self.now();
                self.share.write().at = now;
                self.dialogs.show(Dialog::Share);
                self.make_link();
            }
            ShareMessage::Form(form) => {
                let mut share = self.share.write();
                share.form = form;
                share.copied = None;
            }
            ShareMessage::From(start) => {
                self.share.write().start = start;
                self.make_link();
            }
            ShareMessage::Play | ShareMessage::StandStill => {
                self.share.write().plays = matches!(message, ShareMessage::Play);
                self.make_link();
            }
            ShareMessage::Packed(number, packed) if number == self.share.read().number => {
                let view = View::default();
                self.share.write().link = Some(Permalink { target: LinkTarget::Run(packed), view });
            }
            ShareMessage::Packed(..) => {}
            ShareMessage::Copy => {
                let tell = |done| {
                    Act::Share(if done { ShareMessage::Copied } else { ShareMessage::NotCopied })
                };
                links::copy(FIELD, self.on.reform(tell));
            }
            ShareMessage::Copied | ShareMessage::NotCopied => {
                self.share.write().copied = Some(matches!(message, ShareMessage::Copied));
            }
        }
    }

    /// Makes the link to what is shown at the present moment.
    pub(super) fn link_to_now(&mut self) {
        let now = self.now();
        {
            let mut share = self.share.write();
            (share.at, share.start, share.plays) = (now, Start::Moment, false);
        }
        self.make_link();
    }

    /// Makes the link to what is shown: a short one if there is one, or else one that holds the run.
    fn make_link(&mut self) {
        let number = self.share.write().make_anew();
        let at = self.share.read().moment();
        let view = view(self);
        let (lab, comparison) = (self.lab.read(), self.comparison.as_ref().map(Handle::read));
        let lab = comparison.as_ref().map_or(&*lab, |comparison| comparison.base());
        // What is ahead of the moment is not told there yet.
        let is_told = |number: &u64| lab.story().change(*number).is_some_and(|c| c.time <= at);
        let change =
            self.answers.selected.filter(|number| self.comparison.is_none() && is_told(number));
        let view = View { change, ..view };
        if let Some(link) = share::short_link(&self.cards, lab) {
            // A scene that opens later is at its beginning only where the link says so.
            let at = Some(at).filter(|at| *at > SimTime::ZERO || lab.scene.opens > SimTime::ZERO);
            let view = View { at, ..view.or(link.view) };
            self.share.write().link = Some(Permalink { view, ..link });
            return;
        }
        // Runs that are compared have a moment of their own.
        let compared_at = self.comparison.as_ref().map(|_| at);
        let mut run = lab.save();
        run.now = if self.comparison.is_some() { run.now } else { at };
        run.view = View { at: compared_at, ..view }.write().into();
        let text = match share::text_of(&run) {
            Ok(text) => text,
            Err(wrong) => {
                self.share.write().refusal = Some(wrong);
                return;
            }
        };
        self.share.write().run.clone_from(&text);
        let tell = move |packed| Act::Share(ShareMessage::Packed(number, packed));
        links::pack(text, self.on.reform(tell));
    }
}

/// What of the page a link says, beside the run and its moment.
fn view(app: &App) -> View {
    let name = |names: &[(Tab, &str)]| {
        // Only its author has the lesson that is being made, so a link does not open its tab.
        let has_name = !matches!(app.answers.tab, Tab::Why | Tab::Lesson);
        let found = names.iter().find(|(tab, _)| *tab == app.answers.tab && has_name);
        found.map(|(_, name)| (*name).to_owned())
    };
    let window = Window::ALL.iter().find(|(window, _)| *window == app.tracks.window);
    View {
        language: Some(app.preferences.languages.present)
            .filter(|language| *language != Language::English),
        panel: name(&Tab::ALL),
        of_pod: app.lab.read().scene.workload.is_some() && app.answers.target == Target::Pod,
        window: window.filter(|(w, _)| *w != Window::Minute).map(|(_, name)| (*name).to_owned()),
        play: app.share.read().plays.then_some(app.player.speed),
        quizzes: app.asks_further(),
        compared: app.comparison.as_ref().map(|comparison| comparison.read().compared()),
        ..View::default()
    }
}
