//! The glossary.

use super::modal::{self, Modal};
use crate::act::Act;
use crate::language::use_language;
use podlab_messages::{Section, Term, text};
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct GlossaryDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// The word that it opens at; none for the beginning.
    pub term: Option<Term>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog with the glossary.
#[component]
pub fn GlossaryDialog(GlossaryDialogProps { is_open, term, on }: &GlossaryDialogProps) -> Html {
    use_language();
    let close = on.reform(|()| Act::Close);
    html! {
        <Modal is_open={*is_open} title_id="glossary-title" on_close={close}>
            if *is_open {
                { modal::head(on, "glossary-title", text::glossary_title()) }
                <Glossary term={*term} />
            }
        </Modal>
    }
}

/// What the glossary needs.
#[derive(Debug, PartialEq, Properties)]
struct GlossaryProps {
    /// The word that it opens at.
    term: Option<Term>,
}

/// The words by parts, and a field that looks for some of them.
#[component]
fn Glossary(GlossaryProps { term }: &GlossaryProps) -> Html {
    use_language();
    let typed = use_state_eq(String::new);
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(*term, move |_| {
            let list = node.cast::<Element>();
            if let Some(word) = list.and_then(|list| list.query_selector("[aria-current]").ok()?) {
                word.scroll_into_view();
            }
        });
    }
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    let found = |section: Section| -> Vec<Term> {
        section.terms().filter(|term| term.is_found_by(&typed)).collect()
    };
    let sections: Vec<(Section, Vec<Term>)> =
        Section::ALL.into_iter().map(|section| (section, found(section))).collect();
    let count: usize = sections.iter().map(|(_, terms)| terms.len()).sum();
    let said = match count {
        _ if typed.trim().is_empty() => String::new(),
        0 => text::glossary_none().to_owned(),
        count => text::glossary_found(count),
    };
    html! {
        <div class="dialog-body glossary" ref={node}>
            <label class="label" for="glossary-search">{ text::glossary_search() }</label>
            <input class="input" id="glossary-search" type="search" value={(*typed).clone()} {oninput} />
            <p class="quiet" role="status">{ said }</p>
            // A list of its own, so that the field above stays the same element while the parts become fewer.
            <div>
                { for sections.iter().filter(|(_, terms)| !terms.is_empty()).map(|(section, terms)| html! {
                    <section>
                        <h3 class="heading">{ section.title() }</h3>
                        <dl>
                            { for terms.iter().map(|word| entry(*word, *term == Some(*word))) }
                        </dl>
                    </section>
                }) }
            </div>
        </div>
    }
}

fn entry(term: Term, is_current: bool) -> Html {
    html! {
        <div key={term.id()} aria-current={is_current.then_some("true")}>
            <dt>{ term.name() }</dt>
            <dd>
                { term.about() }
                if let Some(page) = term.page() {
                    { " " }
                    <a
                        href={page}
                        target="_blank"
                        rel="noreferrer"
                        aria-label={format!("{}: {}", text::glossary_page(), term.name())}
                    >
                        { text::glossary_page() }
                    </a>
                }
            </dd>
        </div>
    }
}
