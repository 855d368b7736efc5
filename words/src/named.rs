//! The names of rules and scenes in other languages. Their English is stored with them.

use crate::messages::Messages;
use podlab::rules::Rule;

/// Returns what a rule is about, in a few words.
pub fn rule_title(m: &Messages, rule: Rule) -> &str {
    m.get(&format!("rule.{rule}.title")).unwrap_or(rule.title())
}

/// Returns the sentence of a rule.
pub fn rule_sentence(m: &Messages, rule: Rule) -> &str {
    m.get(&format!("rule.{rule}")).unwrap_or(rule.sentence())
}

/// Returns the title of the scene with that name.
pub fn scene_title<'a>(m: &'a Messages, name: &str, english: &'a str) -> &'a str {
    m.get(&format!("scene.{name}.title")).unwrap_or(english)
}

/// Returns the picker's text about the scene with that name.
pub fn scene_summary<'a>(m: &'a Messages, name: &str, english: &'a str) -> &'a str {
    m.get(&format!("scene.{name}")).unwrap_or(english)
}

/// Returns the name of a group of scenes.
pub fn scene_group<'a>(m: &'a Messages, english: &'a str) -> &'a str {
    m.get(&format!("group.{english}")).unwrap_or(english)
}

/// Returns the title of a run that is not a scene.
pub fn run_title<'a>(m: &'a Messages, english: &'a str) -> &'a str {
    m.get(&format!("title.{english}")).unwrap_or(english)
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use super::*;
    use crate::messages::Language;
    use std::collections::BTreeSet;
    use std::{fs, path::Path};

    /// Returns the keys with a prefix of a language.
    fn keys(language: Language, prefix: &str) -> BTreeSet<String> {
        let messages = Messages::of(language).iter();
        messages
            .filter_map(|(key, _)| key.strip_prefix(prefix))
            .map(|key| key.trim_end_matches(".title").to_owned())
            .collect()
    }

    const OTHERS: [Language; 2] = [Language::Indonesian, Language::Korean];

    #[test]
    fn every_rule_has_a_title_and_a_sentence_in_every_language() {
        let ids: BTreeSet<String> = Rule::NAMED.iter().map(Rule::to_string).collect();
        for language in OTHERS {
            assert_eq!(keys(language, "rule."), ids, "{}", language.name());
            let messages = Messages::of(language);
            for rule in Rule::NAMED.iter().copied() {
                assert_ne!(rule_sentence(messages, rule), rule.sentence(), "{rule}");
                assert!(messages.get(&format!("rule.{rule}.title")).is_some(), "{rule}");
            }
        }
    }

    #[test]
    fn every_scene_has_its_words_in_every_language() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons/scenes");
        let files = fs::read_dir(folder).expect("there are scenes");
        let texts: Vec<String> = files
            .map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text"))
            .collect();
        let value = |text: &str, key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key));
            line.unwrap_or_default().trim().trim_end_matches('}').to_owned()
        };
        let names: BTreeSet<String> =
            texts.iter().map(|text| value(text, "metadata: {name:")).collect();
        for language in OTHERS {
            assert_eq!(keys(language, "scene."), names, "{}", language.name());
            let messages = Messages::of(language);
            for text in &texts {
                let (name, group) = (value(text, "metadata: {name:"), value(text, "group:"));
                assert!(messages.get(&format!("scene.{name}.title")).is_some(), "{name}");
                assert_ne!(scene_summary(messages, &name, ""), "", "{name}");
                assert!(messages.get(&format!("group.{group}")).is_some(), "{group}");
            }
        }
    }
}
