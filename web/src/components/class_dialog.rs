//! The dialog for a teacher: the link for the learners, their codes, and what the codes say together.

use super::lesson_card::for_teachers;
use super::modal::{self, Modal};
use super::parts::{icon, press};
use super::scanner::Scanner;
use super::share_dialog;
use crate::act::{Act, ClassMessage};
use crate::class::{Class, Question};
use crate::language::use_language;
use podlab_messages::{local, prediction, text};
use podlab_stage::lesson::choice_in_words;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ClassDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// The class; none before there is one.
    pub class: Option<Rc<Class>>,
    /// The address for the learners.
    pub address: Option<String>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog.
#[component]
pub fn ClassDialog(ClassDialogProps { is_open, class, address, on }: &ClassDialogProps) -> Html {
    use_language();
    html! {
        <Modal is_open={*is_open} title_id="class-title" on_close={on.reform(|()| Act::Close)}>
            { modal::head(on, "class-title", text::class_title()) }
            if let Some(class) = class {
                { content(class, address.as_deref(), on) }
            }
        </Modal>
    }
}

fn content(class: &Class, address: Option<&str>, on: &Callback<Act>) -> Html {
    let word = on.reform(|event: InputEvent| {
        Act::Class(ClassMessage::Word(event.target_unchecked_into::<HtmlInputElement>().value()))
    });
    let seed = on.reform(|event: Event| {
        let given = event.target_unchecked_into::<HtmlInputElement>().value();
        Act::Class(ClassMessage::Seed(given.parse().unwrap_or_default()))
    });
    let lesson = class.lesson();
    let codes = on.reform(|event: InputEvent| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        Act::Class(ClassMessage::Codes(area.value()))
    });
    html! {
        <>
            <div class="dialog-body class">
                <p>{ text::class_about() }</p>
                { for_teachers(local(&lesson.scenario.title), local(&lesson.course.teacher)) }
                <label class="builder-field">
                    <span class="label">{ text::class_word() }</span>
                    <input class="input" type="text" maxlength="40" value={class.word.clone()} oninput={word} />
                </label>
                if class.variants.are_several() {
                    <label class="builder-field">
                        <span class="label">{ text::class_seed() }</span>
                        <input class="input" type="number" min="0" max="9999" value={class.seed.to_string()} onchange={seed} />
                    </label>
                }
                if let Some(address) = address {
                    <div class="class-link">
                        if address.starts_with('#') {
                            <p>{ text::class_in_file(text::top_paste()) }</p>
                        }
                        <p><a href={address.to_owned()}>{ address.to_owned() }</a></p>
                        if !address.starts_with('#') {
                            { share_dialog::code(address, text::share_code_of()) }
                        }
                    </div>
                }
                <label class="builder-field">
                    <span class="label">{ text::class_codes() }</span>
                    <textarea class="input mono" rows="4" spellcheck="false" value={class.codes.clone()} oninput={codes} />
                </label>
                <Scanner on_code={on.reform(|code| Act::Class(ClassMessage::Seen(code)))} />
                { counted(class) }
                <p class="quiet">{ text::class_proves() }</p>
            </div>
            <footer class="dialog-foot">
                <button
                    class="button"
                    type="button"
                    disabled={class.tally.reports.is_empty()}
                    onclick={press(on, Act::Class(ClassMessage::Save))}
                >
                    { text::class_save() }
                </button>
            </footer>
        </>
    }
}

/// What the codes say: where the learners are, and what they answered.
fn counted(class: &Class) -> Html {
    let (tally, lesson) = (&class.tally, class.lesson());
    let all = tally.reports.len();
    let steps = tally.steps(lesson);
    let last = steps.len() - 1;
    html! {
        <div role="status">
            if !tally.unread.is_empty() {
                <p>{ text::class_unread(tally.unread.join(", ")) }</p>
            }
            if !tally.shared.is_empty() {
                <p>{ text::class_shared(numbers(&tally.shared)) }</p>
            }
            if all > 0 {
                <p><b>{ text::class_counted(all, steps[last]) }</b></p>
                <table class="class-table">
                    <caption class="label">{ text::class_steps() }</caption>
                    { for steps.iter().enumerate().map(|(step, count)| {
                        let name = if step == last { text::class_through().to_owned() } else { text::lesson_step(last, step + 1) };
                        bar(name, None, *count, all)
                    }) }
                </table>
                { for class.questions.iter().map(|question| answers(class, question)) }
            }
        </div>
    }
}

/// Numbers of learners for people.
fn numbers(shared: &[u16]) -> String {
    let numbers = shared.iter().map(u16::to_string);
    numbers.collect::<Vec<_>>().join(", ")
}

/// How many learners chose each answer of a question, of those who were asked it so.
fn answers(class: &Class, question: &Question) -> Html {
    let Question { index, asked, right, variants } = question;
    let tally = class.tally.of_variants(&class.variants, variants);
    let asks = prediction(asked).replace('*', "");
    let is_of_all = variants.len() == class.variants.all().len();
    let asks = if is_of_all { asks } else { text::class_variant(question.numbers(), asks) };
    html! {
        <table class="class-table">
            <caption class="label">{ asks }</caption>
            { for tally.answers(*index, asked.choices.len()).into_iter().zip(&asked.choices).map(|(count, choice)| {
                let is_right = right.as_ref().map(|right| *right == choice.answer);
                bar(choice_in_words(&asked.ask, choice), is_right, count, tally.reports.len())
            }) }
        </table>
    }
}

/// A row with a bar that is as long as the part of the class.
fn bar(name: String, is_right: Option<bool>, count: usize, all: usize) -> Html {
    html! {
        <tr>
            <th scope="row">
                { name }
                if is_right == Some(true) {
                    { icon("#i-done") }<span class="visually-hidden">{ text::builder_answer_right() }</span>
                }
            </th>
            <td class="class-count">{ count }</td>
            <td class="class-bar" aria-hidden="true">
                <meter min="0" max={all.to_string()} value={count.to_string()}></meter>
            </td>
        </tr>
    }
}
