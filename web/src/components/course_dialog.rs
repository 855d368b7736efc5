//! The list of lessons, by chapters.

use super::modal::{self, Modal};
use super::parts::{icon, press};
use crate::act::{Act, BuilderMessage, LessonMessage};
use crate::language::use_language;
use crate::lesson::KeptLesson;
use crate::progress::CourseProgress;
use crate::{calendar, files};
use podlab::files::lesson_file::{Chapter, Form, ListedLesson};
use podlab_messages::{local, text};
use std::rc::Rc;
use yew::prelude::*;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct CourseDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// The lessons; none while the list is fetched.
    pub course: Option<Rc<Vec<ListedLesson>>>,
    /// How far the visitor has come.
    pub progress: Rc<CourseProgress>,
    /// What the last act came to.
    pub said: String,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog with the lessons.
#[component]
pub fn CourseDialog(props: &CourseDialogProps) -> Html {
    let CourseDialogProps { is_open, course, progress, said, on } = props;
    use_language();
    let close = on.reform(|()| Act::Close);
    html! {
        <Modal is_open={*is_open} title_id="course-title" on_close={close}>
            { modal::head(on, "course-title", text::course_title()) }
            <div class="dialog-body course">
                <div class="course-kept">
                    <p>{ text::course_intro() }</p>
                    <button class="button" type="button" onclick={press(on, Act::Builder(BuilderMessage::Open))}>
                        { text::builder_make() }
                    </button>
                </div>
                if let Some(course) = course {
                    { go_on(course, progress, on) }
                    { kept(course, progress, on) }
                    { returns(progress, on) }
                    // The message at the bottom of the page lies behind the dialog.
                    <p class="course-said" role="status">{ said }</p>
                    { for Chapter::ALL.into_iter().map(|chapter| part(chapter, course, progress, on)) }
                } else {
                    <p role="status">{ text::course_loading() }</p>
                }
            </div>
        </Modal>
    }
}

/// Leads to the lesson that was left last, or else to the first one that is not solved.
fn go_on(course: &[ListedLesson], progress: &CourseProgress, on: &Callback<Act>) -> Html {
    let left = KeptLesson::latest();
    let left = left.and_then(|left| course.iter().find(|lesson| *lesson.name == *left));
    let next = left.or_else(|| course.iter().find(|lesson| !progress.is_solved(&lesson.name)));
    let to = |next: &ListedLesson| {
        let open = Act::Lesson(LessonMessage::Open(next.name.clone()));
        html! {
            <button class="button is-primary course-next" type="button" onclick={press(on, open)}>
                { text::course_go_on(local(&next.title)) }
            </button>
        }
    };
    next.map(to).unwrap_or_default()
}

/// How far the visitor has come, as a file too.
fn kept(course: &[ListedLesson], progress: &CourseProgress, on: &Callback<Act>) -> Html {
    let open = on.reform(|text: String| Act::Lesson(LessonMessage::OpenProgress(text.into())));
    html! {
        <div class="course-kept">
            <p>
                <b>{ text::course_solved(course.len(), progress.solved()) }</b>{ " " }
                { text::course_progress_about() }
            </p>
            <button class="button" type="button" onclick={press(on, Act::Lesson(LessonMessage::SaveProgress))}>
                { text::course_progress_save() }
            </button>
            if progress.solved() > 0 {
                <button class="button" type="button" onclick={press(on, Act::Lesson(LessonMessage::ShowCertificate))}>
                    { text::certificate_open() }
                </button>
            }
            <label class="button">
                { text::course_progress_open() }
                <input class="visually-hidden" type="file" accept=".json" onchange={files::on_choice(open)} />
            </label>
        </div>
    }
}

/// The questions that come back, today or later.
fn returns(progress: &CourseProgress, on: &Callback<Act>) -> Html {
    let now = calendar::now();
    let due = progress.due(now).len();
    html! {
        <>
            if due > 0 {
                <div class="course-kept">
                    <p><b>{ text::lesson_returns_due(due) }</b>{ " " }{ text::lesson_returns_about() }</p>
                    <button class="button is-primary" type="button" onclick={press(on, Act::Lesson(LessonMessage::AskAgain))}>
                        { text::lesson_returns_answer() }
                    </button>
                </div>
            } else if let Some((count, next)) = progress.later(now) {
                <p class="quiet">{ text::lesson_returns_later(count, calendar::date_of(next)) }</p>
            }
        </>
    }
}

fn part(
    chapter: Chapter,
    course: &[ListedLesson],
    progress: &CourseProgress,
    on: &Callback<Act>,
) -> Html {
    let lessons: Vec<&ListedLesson> =
        course.iter().filter(|lesson| lesson.chapter == chapter).collect();
    let solved = lessons.iter().filter(|lesson| progress.is_solved(&lesson.name)).count();
    if lessons.is_empty() {
        return Html::default();
    }
    html! {
        <section>
            <h3 class="heading">{ podlab_messages::chapter(chapter) }</h3>
            <p class="quiet">{ text::course_solved(lessons.len(), solved) }</p>
            <ul>{ for lessons.into_iter().map(|lesson| entry(lesson, progress, on)) }</ul>
        </section>
    }
}

fn entry(lesson: &ListedLesson, progress: &CourseProgress, on: &Callback<Act>) -> Html {
    let mark = progress.of(&lesson.name).map(|progress| {
        if progress.fewest.is_some() {
            (Some("#i-done"), text::course_mark_solved())
        } else {
            (None, text::course_mark_begun())
        }
    });
    let form = match lesson.form {
        Form::Lesson => None,
        Form::Trap => Some(text::course_form_trap()),
        Form::Challenge => Some(text::course_form_challenge()),
    };
    let open = Act::Lesson(LessonMessage::Open(lesson.name.clone()));
    html! {
        <li key={lesson.name.to_string()}>
            <button class="course-lesson" type="button" onclick={press(on, open)}>
                <b>{ local(&lesson.title) }</b>
                <span class="quiet">
                    if let Some(form) = form {
                        { form }{ " · " }
                    }
                    { text::time_minutes(lesson.minutes) }
                    if let Some((sign, word)) = mark {
                        { " · " }{ for sign.map(icon) }{ word }
                    }
                </span>
                <span class="course-objective">{ local(&lesson.objective) }</span>
            </button>
        </li>
    }
}
