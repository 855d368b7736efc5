//! Sharing what is shown.

use super::App;
use crate::act::{Act, Dialog};
use crate::handle::Handle;
use crate::links;
use crate::share::{self, ShareMessage, Start};
use podlab::base::time::SimTime;
use podlab_link::{LinkTarget, Permalink, View};

/// The field in which stands what is copied.
pub const FIELD: &str = "share-text";

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
        let view = share::view(self);
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
