//! The names of rules, of groups of scenes and of runs in other languages. Their English is stored with them.

use crate::language::named;
use podlab::rules::Rule;

/// Returns what a rule is about, in a few words.
pub fn rule_title(rule: Rule) -> &'static str {
    named(&format!("rule.{rule}.title")).unwrap_or(rule.title())
}

/// Returns the sentence of a rule.
pub fn rule_sentence(rule: Rule) -> &'static str {
    named(&format!("rule.{rule}")).unwrap_or(rule.sentence())
}

/// Returns the name of a group of scenes.
pub fn scene_group(english: &str) -> &str {
    named(&format!("group.{english}")).unwrap_or(english)
}

/// Returns the title of a run that is not a scene.
pub fn run_title(english: &str) -> &str {
    named(&format!("title.{english}")).unwrap_or(english)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, file, keys, speak};
    use podlab_lessons::SCENES;
    use std::collections::BTreeSet;

    const OTHERS: [(Language, &str); 2] = [
        (Language::Indonesian, include_str!("../locales/id.txt")),
        (Language::Korean, include_str!("../locales/ko.txt")),
    ];

    /// Returns what is named with a prefix in a file.
    fn keys(file: &str, prefix: &str) -> BTreeSet<String> {
        let named = file::entries(file).expect("a message file").split_off(keys::KEYS.len());
        let keys = named.into_iter().filter_map(|(key, _)| key.strip_prefix(prefix));
        keys.map(|key| key.trim_end_matches(".title").to_owned()).collect()
    }

    #[test]
    fn every_rule_has_a_title_and_a_sentence_in_every_language() {
        let ids: BTreeSet<String> = Rule::NAMED.iter().map(Rule::to_string).collect();
        for (language, file) in OTHERS {
            assert_eq!(keys(file, "rule."), ids, "{}", language.name());
            speak(Catalog::of(language));
            for rule in Rule::NAMED.iter().copied() {
                assert_ne!(rule_sentence(rule), rule.sentence(), "{rule}");
                assert!(named(&format!("rule.{rule}.title")).is_some(), "{rule}");
            }
        }
    }

    #[test]
    fn every_group_of_scenes_has_a_name_in_every_language() {
        for (language, _) in OTHERS {
            speak(Catalog::of(language));
            for scene in SCENES {
                let group = scene.field("group").expect("a scene has a group");
                assert!(named(&format!("group.{group}")).is_some(), "{group}");
            }
        }
    }
}
