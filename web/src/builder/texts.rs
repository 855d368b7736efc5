//! The texts of the lesson that is being made.

use super::file_name::file_name;
use super::{Builder, Field};
use podlab::base::text::Text;
use podlab::files::lesson_file::{Choice, Course};

impl Builder {
    /// Returns a text, in the language that is written.
    pub fn text(&self, field: Field) -> String {
        let (draft, step, language) = (&self.draft, self.open_step(), self.language);
        let Course { objective, debrief, misconception, teacher, rules, links, .. } = &draft.course;
        let choice = |index: usize| step.predict.as_ref()?.choices.get(index);
        let joined = |texts: &[Text]| texts.iter().map(Text::as_str).collect::<Vec<_>>().join(" ");
        match field {
            Field::Name => draft.name.to_string(),
            Field::Title => draft.title.written_in(language).to_owned(),
            Field::Objective => objective.written_in(language).to_owned(),
            Field::Debrief => debrief.written_in(language).to_owned(),
            Field::Misconception => misconception.written_in(language).to_owned(),
            Field::Teacher => teacher.written_in(language).to_owned(),
            Field::Rules => joined(rules),
            Field::Links => joined(links),
            Field::Say => step.say.written_in(language).to_owned(),
            Field::Hints => {
                let hints = step.hints.iter().map(|hint| hint.written_in(language));
                hints.collect::<Vec<_>>().join("\n")
            }
            Field::Because(answer) => {
                choice(answer).map_or("", |choice| choice.because.written_in(language)).to_owned()
            }
            Field::Label(answer) => {
                let label = choice(answer).and_then(|choice| choice.label.as_ref());
                label.map_or("", |label| label.written_in(language)).to_owned()
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
            Field::Rules => course.rules = words(text).map(Into::into).collect(),
            Field::Links => course.links = words(text).map(|page| path(&page).into()).collect(),
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
                if let Some(choice) = self.choice_mut(answer) {
                    choice.because.write_in(language, owned);
                }
            }
            Field::Label(answer) => {
                if let Some(choice) = self.choice_mut(answer) {
                    let label = choice.label.get_or_insert_default();
                    label.write_in(language, owned);
                    choice.label.take_if(|label| label.is_empty());
                }
            }
        }
    }

    fn choice_mut(&mut self, answer: usize) -> Option<&mut Choice> {
        self.open_step_mut().predict.as_mut()?.choices.get_mut(answer)
    }
}

/// Returns the words of a list that is written with spaces or commas.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned)
}

/// Returns the path of an official page, of which an author may give the whole address.
fn path(page: &str) -> String {
    let path = ["https://", "http://"].into_iter().find_map(|start| page.strip_prefix(start));
    let path = path.unwrap_or(page);
    path.strip_prefix("kubernetes.io/docs/").unwrap_or(path).to_owned()
}
