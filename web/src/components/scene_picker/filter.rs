//! What narrows the list of scenes down.

use crate::example_states::{CASES, POLICIES};
use crate::scenes::Card;
use crate::state::NamedLab;
use podlab::base::text::Text;
use podlab_lessons::{Level, examples};
use podlab_messages::text;

/// A part of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shelf {
    /// Everything.
    #[default]
    All,
    /// The example states.
    Examples,
    /// The scenes of a group.
    Group(Text),
    /// What the visitor saved.
    Mine,
}

impl Shelf {
    /// Its name in the page's language.
    pub fn word(&self) -> &str {
        match self {
            Shelf::All => text::scenes_groups_all(),
            Shelf::Examples => text::scenes_examples(),
            Shelf::Group(name) => podlab_messages::scene_group(name),
            Shelf::Mine => text::labs_title(),
        }
    }
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Words that all stand in what is found.
    pub words: String,
    /// The level; none for all.
    pub level: Option<Level>,
    /// The part of the list.
    pub shelf: Shelf,
}

impl Filter {
    /// The same with other words. They are looked for in the whole list.
    pub fn with_words(&self, words: String) -> Filter {
        let shelf = if words.is_empty() { self.shelf.clone() } else { Shelf::All };
        Filter { words, shelf, ..self.clone() }
    }

    /// Whether it finds a scene: by its title, its summary, its question, its group, its level, and the kinds of its objects.
    pub fn takes_card(&self, card: &Card) -> bool {
        let is_there = match &self.shelf {
            Shelf::All => true,
            Shelf::Group(name) => *name == card.group,
            Shelf::Examples | Shelf::Mine => false,
        };
        let (title, summary, question) = (card.title(), card.summary(), card.question());
        let group = podlab_messages::scene_group(&card.group);
        is_there
            && self.level.is_none_or(|level| level == card.level)
            && self.has_words(&[
                title,
                summary,
                question,
                group,
                level_word(card.level),
                &card.kinds,
            ])
    }

    /// The numbers of the example states that it finds.
    pub fn rows(&self) -> Vec<usize> {
        let is_there = match &self.shelf {
            Shelf::All | Shelf::Examples => true,
            Shelf::Group(_) | Shelf::Mine => false,
        };
        let takes = |number: &usize| {
            let level = examples::CASES[*number].level;
            let [always, on_failure, never] = POLICIES;
            let title = (CASES[*number].title)();
            is_there
                && self.level.is_none_or(|wanted| wanted == level)
                && self.has_words(&[
                    title,
                    text::scenes_examples(),
                    level_word(level),
                    "Pod",
                    always,
                    on_failure,
                    never,
                ])
        };
        (0..CASES.len()).filter(takes).collect()
    }

    /// Whether it finds a lab of the visitor.
    pub fn takes_lab(&self, lab: &NamedLab) -> bool {
        let is_there = match &self.shelf {
            Shelf::All | Shelf::Mine => true,
            Shelf::Group(_) | Shelf::Examples => false,
        };
        is_there && self.level.is_none() && self.has_words(&[&lab.name, &lab.title])
    }

    /// Whether the place where labs are saved is shown.
    pub fn shows_mine(&self) -> bool {
        let is_there = matches!(self.shelf, Shelf::All | Shelf::Mine);
        is_there && self.level.is_none() && self.words.trim().is_empty()
    }

    /// Whether each word stands somewhere, in large or small letters.
    fn has_words(&self, places: &[&str]) -> bool {
        let words = self.words.to_lowercase();
        let places = places.join("\n").to_lowercase();
        words.split_whitespace().all(|word| places.contains(word))
    }
}

/// The name of a level in the page's language.
pub fn level_word(level: Level) -> &'static str {
    match level {
        Level::Beginner => text::scenes_level_beginner(),
        Level::Intermediate => text::scenes_level_intermediate(),
        Level::Advanced => text::scenes_level_advanced(),
    }
}
