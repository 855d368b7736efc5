//! A command line: its words, its flags, and the objects that it names.

use super::kinds;
use crate::api::ResourceKind;
use crate::api::selector::{LabelSelector, LabelSelectorOperator, LabelSelectorRequirement};
use crate::base::text::Text;
use crate::cluster::world::World;
use crate::manifest::schema::nearest;

/// The kinds that `kubectl get all` prints, in its order.
const ALL: [&str; 10] = [
    "pods",
    "replicationcontrollers",
    "services",
    "daemonsets",
    "deployments",
    "replicasets",
    "statefulsets",
    "horizontalpodautoscalers",
    "cronjobs",
    "jobs",
];

/// Whether a flag takes a value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Takes {
    /// It needs a value.
    Value,
    /// It takes no value. When it is written, it is true.
    Nothing,
}

/// A flag: its long name, its letter or a space, and whether it takes a value.
pub(super) type Flag = (&'static str, char, Takes);

/// The words and flags after the command's name.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Words that are not flags.
    pub plain: Vec<String>,
    flags: Vec<(&'static str, String)>,
}

/// Splits a line as a shell does: at spaces that are not in quotes.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut inside) = (None, false);
    let mut letters = line.chars();
    while let Some(c) = letters.next() {
        let within = quote.is_some();
        if quote == Some(c) {
            quote = None;
            continue;
        }
        if !within && c.is_whitespace() {
            inside = false;
            continue;
        }
        if !inside {
            words.push(String::new());
            inside = true;
        }
        if !within && (c == '\'' || c == '"') {
            quote = Some(c);
            continue;
        }
        let c = if c == '\\' && quote != Some('\'') { letters.next().unwrap_or(c) } else { c };
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    if let Some(quote) = quote { Err(format!("error: {quote} is not closed")) } else { Ok(words) }
}

/// Reads the flags and words of the command with that name.
pub(super) fn read(given: &[String], command: &str, known: &[Flag]) -> Result<Words, String> {
    let mut words = Words::default();
    let mut rest = given.iter();
    let usage = |what: String| usage(command, &what);
    while let Some(word) = rest.next() {
        let (found, inline) = if let Some(long) = word.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            let found = known.iter().find(|flag| flag.0 == name);
            (found.ok_or_else(|| usage(format!("error: unknown flag: --{name}")))?, value)
        } else if let Some(short) = word.strip_prefix('-').filter(|short| !short.is_empty()) {
            let letter = short.chars().next().unwrap_or_default();
            let value = &short[letter.len_utf8()..];
            let value = value.strip_prefix('=').unwrap_or(value);
            let unknown = || usage(format!("error: unknown shorthand flag: {letter:?} in {word}"));
            let found = known.iter().find(|flag| flag.1 == letter).ok_or_else(unknown)?;
            (found, (!value.is_empty()).then(|| value.to_owned()))
        } else {
            words.plain.push(word.clone());
            continue;
        };
        let value = match (inline, found.2) {
            (Some(value), _) => value,
            (None, Takes::Nothing) => "true".to_owned(),
            (None, Takes::Value) => rest
                .next()
                .cloned()
                .ok_or_else(|| usage(format!("error: flag needs an argument: {word}")))?,
        };
        words.flags.push((found.0, value));
    }
    Ok(words)
}

/// Returns a complaint about the flags of a command, with where they are listed.
pub(super) fn usage(command: &str, what: &str) -> String {
    format!("{what}\nSee 'kubectl {command} --help' for the flags that Podlab knows.")
}

/// Returns the complaint about a command that would read a file.
pub(super) fn needs_files(verb: &str) -> String {
    format!(
        "error: kubectl {verb} needs files, which Podlab cannot read: enter the manifest itself, or use kubectl patch"
    )
}

impl Words {
    /// Returns the value of a flag. When a line has the flag twice, the last value counts.
    pub(crate) fn flag(&self, name: &str) -> Option<&str> {
        self.flags.iter().rev().find(|flag| flag.0 == name).map(|flag| flag.1.as_str())
    }

    /// Returns the values of a flag that a line can have several times.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.flags.iter().filter(move |flag| flag.0 == name).map(|flag| flag.1.as_str())
    }

    /// Returns whether a flag is set.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.flag(name).is_some_and(|value| value != "false")
    }

    /// Returns the value of a flag as a number.
    pub(crate) fn number(&self, name: &str) -> Result<Option<i64>, String> {
        let Some(value) = self.flag(name) else { return Ok(None) };
        value.parse().map(Some).map_err(|_| {
            format!("error: invalid argument {value:?} for \"--{name}\" flag: it must be a number")
        })
    }

    /// Returns the namespace that a flag names, or `usual` when no flag does.
    pub(crate) fn namespace(&self, usual: &Text) -> Text {
        self.flag("namespace").map_or_else(|| usual.clone(), |name| name.to_owned().into())
    }

    /// Returns the objects that `sts/web`, `pod web-0 web-1` and similar words name. A kind alone has `None` for a
    /// name.
    pub(crate) fn objects(
        &self,
        world: &World,
    ) -> Result<Vec<(ResourceKind, Option<Text>)>, String> {
        let Some(first) = self.plain.first() else {
            return Err(
                "error: You must provide one or more resources by argument or filename.".into()
            );
        };
        if !first.contains('/') {
            let kind = kinds::read(world, first)?;
            let names = self.plain[1..].iter().map(|name| (kind, Some(name.clone().into())));
            let names: Vec<_> = names.collect();
            return Ok(if names.is_empty() { vec![(kind, None)] } else { names });
        }
        let named = self.plain.iter().map(|word| match word.split_once('/') {
            Some((kind, name)) => Ok((kinds::read(world, kind)?, Some(name.to_owned().into()))),
            None => Err("error: there is no need to specify a resource type as a separate argument when passing \
                         arguments in resource/name form"
                .to_owned()),
        });
        named.collect()
    }

    /// Returns the objects that the words of `get` and `describe` name. A kind alone has `None` for a name.
    ///
    /// # Errors
    ///
    /// Returns kubectl's complaint when the words name no kind, or mix two ways of naming objects.
    pub(super) fn targets(
        &self,
        world: &World,
    ) -> Result<Vec<(ResourceKind, Option<Text>)>, String> {
        let Some((first, names)) = self.plain.split_first() else { return Ok(Vec::new()) };
        if self.plain.iter().any(|word| word.contains('/')) {
            return self.plain.iter().map(|word| in_one_word(world, word)).collect();
        }
        let mut kinds = Vec::new();
        for word in first.split(',').filter(|word| !word.is_empty()) {
            if word == "all" {
                kinds.extend(ALL.into_iter().filter_map(|word| kinds::read(world, word).ok()));
            } else {
                kinds.push(kinds::read(world, word)?);
            }
        }
        if names.is_empty() {
            return Ok(kinds.into_iter().map(|kind| (kind, None)).collect());
        }
        let of = |kind: ResourceKind| {
            names.iter().map(move |name| (kind, Some(Text::from(name.to_owned()))))
        };
        Ok(kinds.into_iter().flat_map(of).collect())
    }
}

fn in_one_word(world: &World, word: &str) -> Result<(ResourceKind, Option<Text>), String> {
    let Some((kind, name)) = word.split_once('/') else {
        return Err("error: there is no need to specify a resource type as a separate argument when passing arguments in \
                    resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource \
                    resource/<resource_name>'"
            .into());
    };
    Ok((kinds::read(world, kind)?, Some(name.to_owned().into())))
}

/// Reads a label selector, such as `app=web,tier!=db`.
pub(super) fn selector(text: &str) -> Result<LabelSelector, String> {
    let mut selector = LabelSelector::default();
    let mut depth = 0;
    let parts = text.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    for part in parts.map(str::trim) {
        use LabelSelectorOperator::{DoesNotExist, Exists, In, NotIn};
        let listed = |word: &str| {
            let (key, values) = part.split_once(word)?;
            let values = values.trim().strip_prefix('(')?.strip_suffix(')')?;
            Some((key.trim(), values.split(',').map(str::trim).collect::<Vec<_>>()))
        };
        let (key, operator, values) = if let Some((key, values)) = listed(" notin ") {
            (key, NotIn, values)
        } else if let Some((key, values)) = listed(" in ") {
            (key, In, values)
        } else if let Some((key, value)) = part.split_once("!=") {
            (key, NotIn, vec![value])
        } else if let Some((key, value)) = part.split_once('=') {
            (key, In, vec![value.strip_prefix('=').unwrap_or(value)])
        } else if let Some(key) = part.strip_prefix('!') {
            (key, DoesNotExist, Vec::new())
        } else {
            (part, Exists, Vec::new())
        };
        let key = key.trim();
        if key.is_empty() || key.contains([' ', '(', ')']) {
            return Err(format!("error: unable to parse requirement: {part:?}"));
        }
        selector.match_expressions.push(LabelSelectorRequirement {
            key: key.to_owned().into(),
            operator: Some(operator),
            values: values.into_iter().map(|value| value.trim().to_owned().into()).collect(),
        });
    }
    Ok(selector)
}

/// Returns the message about an unknown command.
pub(super) fn unknown(word: &str, of: &str, known: &[&'static str]) -> String {
    let guess = nearest(word, known).map(|guess| format!("Did you mean this?\n\t{guess}"));
    let help = guess.unwrap_or_else(|| format!("Podlab knows {}", known.join(", ")));
    format!("error: unknown command {word:?} for {of:?}\n\n{help}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks_and_each_other() {
        let words = split(r#"kubectl  patch sts/web -p '{"a": "b c"}' "d'e" f\ g "" "#).unwrap();
        let wanted = ["kubectl", "patch", "sts/web", "-p", r#"{"a": "b c"}"#, "d'e", "f g", ""];
        assert_eq!(words, wanted);
        assert_eq!(split("a 'b").unwrap_err(), "error: ' is not closed");
    }

    #[test]
    fn flags_stand_anywhere_and_the_last_one_counts() {
        let known: &[Flag] = &[("selector", 'l', Takes::Value), ("force", ' ', Takes::Nothing)];
        let given = |line| read(&split(line).unwrap(), "delete", known);
        let words = given("pods -lapp=web --force --selector tier=db").unwrap();
        assert_eq!((words.flag("selector"), words.is_set("force")), (Some("tier=db"), true));
        assert_eq!(words.plain, ["pods"]);
        assert!(!given("--force=false").unwrap().is_set("force"));
        for (line, complaint) in [
            ("--foce", "error: unknown flag: --foce"),
            ("-z", "error: unknown shorthand flag: 'z' in -z"),
            ("-l", "error: flag needs an argument: -l"),
        ] {
            assert!(given(line).unwrap_err().starts_with(complaint), "{line}");
        }
    }

    #[test]
    fn a_selector_lists_what_labels_must_be() {
        let labels = [("app".into(), "web".into()), ("tier".into(), "db".into())].into_iter();
        let labels = labels.collect();
        for (text, holds) in [
            ("app=web", true),
            ("app==web,tier!=db", false),
            ("tier in (db, cache),app", true),
            ("tier notin (cache),!zone", true),
            ("zone", false),
        ] {
            assert_eq!(selector(text).unwrap().matches(&labels), holds, "{text}");
        }
        assert!(selector("app = web").is_ok() && selector("a b").is_err() && selector("").is_err());
    }
}
