//! Following links: from a fragment to what it shows.

use super::App;
use crate::act::{Act, LessonMessage, LinkMessage};
use crate::dialog::Dialog;
use crate::lab::Lab;
use crate::lesson::OpenLesson;
use crate::links::{self, LinkOpening};
use crate::share;
use podlab_link::{LinkTarget, Packed, Permalink, View, read_lesson};
use podlab_messages::Term;

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

/// Whether a fragment leads to a place within the page rather than to a run.
fn is_place(fragment: &str) -> bool {
    !fragment.is_empty() && !Permalink::is_one(fragment)
}
