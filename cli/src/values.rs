//! Values of options: each is read into its type while the command line is parsed.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, Error};
use clap::{Arg, Command};
use podlab::base::duration;
use podlab::base::time::SimTime;
use podlab::cluster::world::Cadence;
use podlab::kubelet::backoff::{RESTART_PERIOD, is_restart_period};
use podlab::manifest::schema::nearest;
use podlab::rules::Gates;
use podlab::rules::release::Release;
use podlab_figure::Theme;
use podlab_messages::Language;
use std::ffi::OsStr;

/// Longest run: ten years.
pub const LONGEST: SimTime = SimTime::LONGEST_RUN;
/// What is wrong with a longer run.
pub const TOO_LONG: &str = "a run lasts at most 87600h (10 years)";
/// What is wrong with a moment, where the end of the run has a word.
pub const NO_MOMENT_OR_END: &str = "it must be a moment such as 90, 90s or 2m30s, or end";
/// What is wrong with a moment, where the end of the run has no word.
const NO_MOMENT: &str = "it must be a moment such as 90, 90s or 2m30s";

/// Reads one of the engine's closed sets. A wrong value lists the set.
#[derive(Clone, Debug)]
pub struct OneOf<T> {
    names: &'static [&'static str],
    read: fn(&str) -> Option<T>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        if let Some(read) = value.to_str().and_then(self.read) {
            return Ok(read);
        }
        // Only for its error, which lists the names and the nearest one.
        let name = PossibleValuesParser::new(self.names).parse_ref(command, arg, value)?;
        (self.read)(&name).ok_or_else(|| Error::new(clap::error::ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// A release of Kubernetes.
pub const RELEASE: OneRelease = OneRelease;
const RELEASES: OneOf<Release> =
    OneOf { names: &["1.20", "1.28", "current"], read: Release::parse };

/// Reads a release. A release that Podlab does not model is answered with those that it does, and what `current` is.
#[derive(Clone, Copy, Debug)]
pub struct OneRelease;

impl TypedValueParser for OneRelease {
    type Value = Release;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Release, Error> {
        RELEASES.parse_ref(command, arg, value).map_err(|mut error| {
            // The nearest name by its letters is no near release.
            error.remove(ContextKind::SuggestedValue);
            let tip = "Podlab models these releases of Kubernetes; current is 1.36";
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        RELEASES.possible_values().map(|values| -> Box<dyn Iterator<Item = PossibleValue>> {
            Box::new(values.collect::<Vec<_>>().into_iter())
        })
    }
}

/// When kubelets show what they know.
pub const CADENCE: OneOf<Cadence> = OneOf { names: &["real", "didactic"], read: Cadence::named };
/// A language of sentences.
pub const LANGUAGE: OneOf<Language> = OneOf { names: &["en", "id", "ko"], read: Language::parse };
/// The colours of a picture.
pub const THEME: OneOf<Theme> = OneOf {
    names: &["auto", "light", "dark"],
    read: |name| match name {
        "auto" => Some(Theme::Auto),
        "light" => Some(Theme::Light),
        "dark" => Some(Theme::Dark),
        _ => None,
    },
};

/// Reads a whole number from 0.
///
/// # Errors
/// What it must be.
pub fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "it must be a whole number from 0".to_owned())
}

/// Reads a duration, or `never` for [`LONGEST`].
///
/// # Errors
/// What it must be.
pub fn duration(text: &str) -> Result<SimTime, String> {
    if text == "never" {
        return Ok(LONGEST);
    }
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    match duration::parse_days(text).map(SimTime) {
        Some(time) if time <= LONGEST => Ok(time),
        Some(_) => Err(TOO_LONG.to_owned()),
        None if is_number && text.ends_with('h') => {
            Err("it must be a duration such as 90s or 1h30m, at most 87600h (10 years)".to_owned())
        }
        None => Err("it must be a duration such as 90s, 10m, 1h30m or 1d, or never".to_owned()),
    }
}

/// Reads a moment of a run.
///
/// # Errors
/// What it must be.
pub fn moment(text: &str) -> Result<SimTime, String> {
    if duration::parse_days(text).is_some() { duration(text) } else { Err(NO_MOMENT.to_owned()) }
}

/// A moment of a run, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// That time.
    At(SimTime),
    /// Where the run ends.
    End,
}

impl Moment {
    /// The time, where the run ends at `end`.
    pub fn time(self, end: SimTime) -> SimTime {
        match self {
            Moment::At(time) => time,
            Moment::End => end,
        }
    }
}

/// Reads a moment of a run, or `end`.
///
/// # Errors
/// What it must be.
pub fn moment_or_end(text: &str) -> Result<Moment, String> {
    match duration::parse_days(text) {
        _ if text == "end" => Ok(Moment::End),
        Some(_) => duration(text).map(Moment::At),
        None => Err(NO_MOMENT_OR_END.to_owned()),
    }
}

/// Reads the longest back-off of restarts, in milliseconds.
///
/// # Errors
/// What it must be.
pub fn restart_period(text: &str) -> Result<u64, String> {
    let period = duration(text)?.0;
    if is_restart_period(period) { Ok(period) } else { Err(format!("it must be {RESTART_PERIOD}")) }
}

/// Reads a feature gate, `NAME` or `NAME=BOOL`.
///
/// # Errors
/// What it must be.
pub fn gate(text: &str) -> Result<(String, bool), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    if !Gates::NAMES.contains(&name) {
        let guess = nearest(name, &Gates::NAMES).map(|guess| format!("; did you mean {guess}?"));
        let known = Gates::NAMES.join(", ");
        return Err(format!("known are {known}{}", guess.unwrap_or_default()));
    }
    let value = value.parse().map_err(|_| format!("{name} must be true or false"))?;
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A release or language of the engine that an option does not list would have no completion.
    #[test]
    fn options_list_what_the_engine_knows() {
        assert_eq!(RELEASES.names, Release::ALL.map(Release::as_str));
        assert_eq!(LANGUAGE.names, Language::ALL.map(Language::code));
        assert_eq!(CADENCE.names, Cadence::NAMES.map(|(name, _)| name));
    }
}
