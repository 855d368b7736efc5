//! The texts of the lesson that is being made.

use super::Builder;
use podlab::base::text::Text;
use podlab::files::lesson_file::Course;

/// A text of the lesson, or of the step that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name of the file.
    Name,
    /// The title.
    Title,
    /// What the learner can do afterwards.
    Objective,
    /// What was learnt.
    Debrief,
    /// What many people believe.
    Misconception,
    /// A note for teachers.
    Teacher,
    /// The ids of the rules, with spaces between them.
    Rules,
    /// What the learner reads in the step.
    Say,
    /// The hints of the step, one a line.
    Hints,
    /// Why the answer of this index is right or wrong.
    Because(usize),
}

impl Builder {
    /// Returns a text, in the language that is written.
    pub fn text(&self, field: Field) -> String {
        let (draft, step, language) = (&self.draft, self.open_step(), self.language);
        let Course { objective, debrief, misconception, teacher, rules, .. } = &draft.course;
        match field {
            Field::Name => draft.name.to_string(),
            Field::Title => draft.title.written_in(language).to_owned(),
            Field::Objective => objective.written_in(language).to_owned(),
            Field::Debrief => debrief.written_in(language).to_owned(),
            Field::Misconception => misconception.written_in(language).to_owned(),
            Field::Teacher => teacher.written_in(language).to_owned(),
            Field::Rules => rules.iter().map(Text::as_str).collect::<Vec<_>>().join(" "),
            Field::Say => step.say.written_in(language).to_owned(),
            Field::Hints => {
                let hints = step.hints.iter().map(|hint| hint.written_in(language));
                hints.collect::<Vec<_>>().join("\n")
            }
            Field::Because(answer) => {
                let asked = step.predict.as_ref();
                let choice = asked.and_then(|asked| asked.choices.get(answer));
                choice.map_or("", |choice| choice.because.written_in(language)).to_owned()
            }
        }
    }

    /// Writes a text, in the language that is written.
    pub(super) fn write(&mut self, field: Field, text: &str) {
        let language = self.language;
        let text = if field == Field::Hints { text } else { text.trim() };
        let owned = Text::from(text.to_owned());
        let course = &mut self.draft.course;
        match field {
            Field::Name => self.draft.name = file_name(text).into(),
            Field::Title => self.draft.title.write_in(language, owned),
            Field::Objective => course.objective.write_in(language, owned),
            Field::Debrief => course.debrief.write_in(language, owned),
            Field::Misconception => course.misconception.write_in(language, owned),
            Field::Teacher => course.teacher.write_in(language, owned),
            Field::Rules => {
                let ids = text.split([' ', ',']).filter(|id| !id.is_empty());
                course.rules = ids.map(|id| id.to_owned().into()).collect();
            }
            Field::Say => self.open_step_mut().say.write_in(language, owned),
            Field::Hints => {
                let hints = &mut self.open_step_mut().hints;
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                hints.resize(lines.len().max(hints.len()), "".into());
                for (index, hint) in hints.iter_mut().enumerate() {
                    let line = lines.get(index).copied().unwrap_or_default();
                    hint.write_in(language, line.to_owned());
                }
                hints.retain(|hint| !hint.is_empty());
            }
            Field::Because(answer) => {
                let asked = self.open_step_mut().predict.as_mut();
                if let Some(choice) = asked.and_then(|asked| asked.choices.get_mut(answer)) {
                    choice.because.write_in(language, owned);
                }
            }
        }
    }
}

/// Returns a name in small letters, digits and hyphens.
pub(super) fn file_name(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.trim_end_matches('-').to_owned()
}
