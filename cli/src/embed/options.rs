//! The options of a block: which there are, and what each may be.

use crate::values::LONGEST;
use podlab::base::duration;
use podlab::base::time::SimTime;
use podlab::manifest::schema::nearest;

/// What a value of an option may be.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// `true`, `false`, or nothing, which means true.
    Flag,
    /// A moment.
    Moment,
    /// How fast time passes.
    Speed,
    /// What chooses the variant of a lesson.
    Seed,
    /// Names of panels, with commas or spaces between.
    Panels,
    /// A name of a scene.
    Scene,
    /// A name of a lesson.
    Lesson,
    /// A name of an object, or words that the figure understands.
    Name,
    /// The place of a file beside the page.
    Place,
}

/// The options of a block. All but the last two are attributes of `<pod-lab>`.
pub(super) const OPTIONS: [(&str, Kind); 18] = [
    ("scene", Kind::Scene),
    ("lesson", Kind::Lesson),
    ("src", Kind::Place),
    ("controls", Kind::OneOf(&["none", "transport", "faults", "full"])),
    ("panels", Kind::Panels),
    ("lang", Kind::OneOf(&["en", "id", "ko"])),
    ("theme", Kind::OneOf(&["auto", "light", "dark"])),
    ("speed", Kind::Speed),
    ("autoplay", Kind::Flag),
    ("start-at", Kind::Moment),
    ("release", Kind::OneOf(&["1.20", "1.28", "current"])),
    ("readonly", Kind::Flag),
    ("quiz", Kind::Flag),
    ("goal", Kind::Name),
    ("seed", Kind::Seed),
    ("poster", Kind::Place),
    ("still", Kind::Moment),
    ("pod", Kind::Name),
];
/// The panels of a lab in a page.
const PANELS: [&str; 11] = [
    "tracks",
    "why",
    "events",
    "watch",
    "describe",
    "yaml",
    "console",
    "explore",
    "dns",
    "storage",
    "revisions",
];
/// The options after the first word, each with its value: `scene=a controls="b c" readonly`.
pub(super) fn words(info: &str) -> Vec<(String, Option<String>)> {
    let mut words = Vec::new();
    let rest = info.trim_start_matches(|c: char| !c.is_whitespace() && c != ',');
    let mut chars = rest.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() || c == ',' {
            continue;
        }
        let mut name = c.to_string();
        while let Some(c) = chars.next_if(|c| !c.is_whitespace() && *c != '=' && *c != ',') {
            name.push(c);
        }
        let mut value = None;
        if chars.next_if_eq(&'=').is_some() {
            let quote = chars.next_if(|c| *c == '"' || *c == '\'');
            let goes_on = |c: &char| match quote {
                Some(quote) => *c != quote,
                None => !c.is_whitespace(),
            };
            let mut text = String::new();
            while let Some(c) = chars.next_if(goes_on) {
                text.push(c);
            }
            if quote.is_some() {
                chars.next();
            }
            value = Some(text);
        }
        words.push((name, value));
    }
    words
}

/// An option by its name, with its value as the element takes it.
///
/// # Errors
/// What is wrong with it, in one line.
pub(super) fn option(name: &str, value: Option<&str>) -> Result<(&'static str, String), String> {
    let Some((known, kind)) = OPTIONS.iter().find(|(known, _)| *known == name) else {
        let names = OPTIONS.map(|(known, _)| known);
        let guess = nearest(name, &names).map(|guess| format!("; did you mean \"{guess}\"?"));
        let guess = guess.unwrap_or_else(|| format!("; known are {}", names.join(", ")));
        return Err(format!("unknown option \"{name}\"{guess}"));
    };
    let Some(value) = value else {
        return if let Kind::Flag = kind {
            Ok((known, String::new()))
        } else {
            Err(format!("{name} needs a value: {name}=…"))
        };
    };
    let wrong = |what: &str| Err(format!("{name}={value}: {what}"));
    let meant = |names: &[&str]| {
        nearest(value, names)
            .map(|guess| format!("; did you mean \"{guess}\"?"))
            .unwrap_or_default()
    };
    match kind {
        Kind::OneOf(words) if !words.contains(&value) => {
            wrong(&format!("known are {}{}", words.join(", "), meant(words)))
        }
        Kind::Flag if !["true", "false", ""].contains(&value) => wrong("it is true or false"),
        Kind::Moment if duration::parse(value).is_none_or(|time| SimTime(time) > LONGEST) => {
            wrong("it must be a moment such as 90, 90s or 2m30s")
        }
        Kind::Speed if value != "max" && !matches!(value.parse(), Ok(1..=3600_u16)) => {
            wrong("it must be a whole number from 1 to 3600, or max")
        }
        Kind::Seed if value.len() > 15 || value.parse::<u64>().is_err() => {
            wrong("it must be a whole number of up to 15 digits")
        }
        Kind::Panels => {
            let mut words = value.split([' ', ',']).filter(|word| !word.is_empty());
            match words.find(|word| !PANELS.contains(word)) {
                Some(word) => {
                    let guess = nearest(word, &PANELS);
                    let guess = guess.map(|guess| format!("; did you mean \"{guess}\"?"));
                    let known = PANELS.join(", ");
                    wrong(&format!("known are {known}{}", guess.unwrap_or_default()))
                }
                None => Ok((known, value.to_owned())),
            }
        }
        Kind::Scene if podlab_lessons::find(value).is_none() => {
            let names = podlab_lessons::names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            wrong(&format!("there is no such scene{}", meant(&names)))
        }
        Kind::Lesson if podlab_lessons::lesson(value).is_none() => {
            let names = podlab_lessons::LESSONS.map(|lesson| lesson.name);
            wrong(&format!("there is no such lesson{}", meant(&names)))
        }
        Kind::Name if value.is_empty() => wrong("it must not be empty"),
        Kind::Place if value.is_empty() || value.contains(':') || value.starts_with("//") => {
            wrong("it is a file beside the page")
        }
        Kind::Flag if value == "true" => Ok((known, String::new())),
        Kind::OneOf(_)
        | Kind::Flag
        | Kind::Moment
        | Kind::Speed
        | Kind::Seed
        | Kind::Scene
        | Kind::Lesson
        | Kind::Name
        | Kind::Place => Ok((known, value.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_option_of_a_block() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/EMBEDDING.md");
        let text = std::fs::read_to_string(path).expect("the documentation is there");
        let (_, rest) = text.split_once("\n### mdBook\n").expect("it is about mdBook");
        let (_, table) = rest.split_once("\n| option |").expect("it has a table");
        let rows = table.split("\n\n").next().unwrap_or_default();
        for (name, _) in OPTIONS {
            let is_told =
                [format!("`{name}`"), format!("`{name}=")].iter().any(|n| rows.contains(n));
            assert!(is_told, "{name}");
        }
    }
}
