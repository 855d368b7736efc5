//! What a teacher does with a class.

use super::App;
use crate::act::{Act, ClassMessage};
use crate::class::Class;
use crate::dialog::Dialog;
use crate::{files, links};
use podlab_link::{LinkTarget, Permalink, View};
use std::rc::Rc;

/// The name of the file with the results of a class.
const FILE: &str = "podlab-class.csv";

impl App {
    pub(super) fn update_class(&mut self, message: ClassMessage) {
        if let ClassMessage::Show = message {
            return self.show_class();
        }
        let Some(class) = &mut self.class else { return };
        let class = Rc::make_mut(class);
        match message {
            ClassMessage::Show => {}
            ClassMessage::Word(word) => {
                class.word = word;
                class.count();
            }
            ClassMessage::Seed(seed) => {
                class.seed = seed;
                class.count();
            }
            ClassMessage::Codes(codes) => {
                class.codes = codes;
                class.count();
            }
            ClassMessage::Seen(code) => {
                if class.add(code.trim()) {
                    class.count();
                }
            }
            ClassMessage::Packed(packed) => class.packed = Some(packed),
            ClassMessage::Save => {
                let table = class.tally.csv(&class.variants);
                self.toast = files::save_as(FILE, &table);
            }
        }
    }

    fn show_class(&mut self) {
        let Some(open) = &self.lessons.open else { return };
        if open.learner().is_none() {
            return;
        }
        let variants = Rc::clone(&open.variants);
        let is_same = |class: &Rc<Class>| *class.variants == *variants;
        if !self.class.as_ref().is_some_and(is_same) {
            let word = self.lessons.class.clone().unwrap_or_default();
            let seed = self.lessons.asked_seed.unwrap_or_default();
            self.class = Some(Rc::new(Class::of(variants, open.own.is_none(), word, seed)));
        }
        if let Some(text) = &open.own {
            let tell = |packed| Act::Class(ClassMessage::Packed(packed));
            links::pack(text.to_string(), self.on.reform(tell));
        }
        self.dialogs.show(Dialog::Class);
    }

    /// Returns the address that learners of the class open, without the place of the page where that is a file; none while it is packed,
    /// and without a word.
    pub(super) fn address_of_class(&self) -> Option<String> {
        let class = self.class.as_ref().filter(|class| !class.word.trim().is_empty())?;
        let target = if class.is_listed {
            LinkTarget::Lesson(class.lesson().scenario.name.to_string())
        } else {
            LinkTarget::OwnLesson(class.packed.clone()?)
        };
        let language = self.preferences.languages.present;
        let view = View {
            class: Some(class.word.trim().to_owned()),
            seed: Some(class.seed).filter(|seed| *seed > 0 && class.variants.are_several()),
            // Learners read what their teacher reads, whatever their browsers speak.
            language: Some(language),
            ..View::default()
        };
        let (page, _) = links::addresses();
        let page = if page.starts_with("file:") { String::new() } else { page };
        Some(page + &Permalink { target, view }.fragment())
    }
}
