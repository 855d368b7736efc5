//! A certificate of the lessons that were finished, to be printed.

use super::modal::{self, Modal};
use crate::act::Act;
use crate::calendar;
use crate::language::use_language;
use crate::progress::CourseProgress;
use podlab::files::lesson_file::{Chapter, ListedLesson};
use podlab_messages::{local, text};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct CertificateDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// The lessons; none while the list is fetched.
    pub course: Option<Rc<Vec<ListedLesson>>>,
    /// How far the visitor has come.
    pub progress: Rc<CourseProgress>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog with the certificate. The name is kept nowhere.
#[component]
pub fn CertificateDialog(props: &CertificateDialogProps) -> Html {
    let CertificateDialogProps { is_open, course, progress, on } = props;
    use_language();
    let name = use_state(String::new);
    let oninput = {
        let name = name.clone();
        Callback::from(move |event: InputEvent| {
            name.set(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    // A browser that cannot print has no such dialog either.
    let print = Callback::from(|_: MouseEvent| drop(gloo::utils::window().print()));
    html! {
        <Modal is_open={*is_open} title_id="certificate-title" on_close={on.reform(|()| Act::Close)}>
            { modal::head(on, "certificate-title", text::certificate_title()) }
            <div class="dialog-body">
                <label class="certificate-name">
                    <span class="label">{ text::certificate_name() }</span>
                    <input
                        class="input"
                        type="text"
                        autocomplete="name"
                        aria-describedby="certificate-kept"
                        value={(*name).clone()}
                        {oninput}
                    />
                </label>
                <p class="quiet certificate-kept" id="certificate-kept">{ text::certificate_kept() }</p>
                if let Some(course) = course {
                    { certificate(&name, course, progress) }
                }
            </div>
            <footer class="dialog-foot">
                <button class="button is-primary" type="button" onclick={print}>{ text::certificate_print() }</button>
            </footer>
        </Modal>
    }
}

fn certificate(name: &str, course: &[ListedLesson], progress: &CourseProgress) -> Html {
    let solved: Vec<&ListedLesson> =
        course.iter().filter(|lesson| progress.is_solved(&lesson.name)).collect();
    let of = |chapter: Chapter| solved.iter().filter(move |lesson| lesson.chapter == chapter);
    let chapters = Chapter::ALL.into_iter().filter(|chapter| of(*chapter).count() > 0);
    html! {
        <article class="certificate">
            <p class="certificate-brand">{ "Podlab" }</p>
            if !name.trim().is_empty() {
                <p class="certificate-of">{ name.trim() }</p>
            }
            <p>{ text::certificate_says(course.len(), solved.len()) }</p>
            { for chapters.map(|chapter| html! {
                <section>
                    <h3 class="heading">{ podlab_messages::chapter(chapter) }</h3>
                    <ul>{ for of(chapter).map(|lesson| html! { <li>{ local(&lesson.title) }</li> }) }</ul>
                </section>
            }) }
            <p>{ calendar::date_of(calendar::now()) }</p>
            <p class="quiet">{ text::certificate_about() }</p>
        </article>
    }
}
