//! Why something happened: the chain of causes, down to an act.

use super::console_panel::line_to_copy;
use super::explained::{Explained, Reached};
use super::next::NextPanel;
use super::parts::{icon, press, rich};
use super::run::Run;
use super::stuck::what_is_stuck;
use super::subject::Subject;
use crate::act::{Act, AnswersMessage, PlayerMessage};
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::stuck::StuckNow;
use crate::upcoming::Upcoming;
use crate::words;
use podlab::cluster::change::Change;
use podlab::questions::explanation::{Explanation, Step};
use podlab::questions::manifest_line::manifest_line;
use podlab::rules::Rule;
use podlab::rules::release::Release;
use podlab_messages::text;
use podlab_stage::why;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Most steps that are shown of those that are folded.
const MORE: usize = 60;

/// Most waits that are shown.
const WAITS: usize = 12;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct WhyPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// The number of the selected change; none while the answer stands below the sentence.
    pub selected: Option<u64>,
    /// What happens next.
    pub upcoming: Handle<Upcoming>,
    /// What is stuck.
    pub stuck: Handle<StuckNow>,
    /// Whether the learner is asked what comes next; none where that cannot be chosen.
    pub quiz: Option<bool>,
    /// Whether the open lesson asks what comes next, and waits for the answer.
    pub asks: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// Why the selected change happened, what does not happen yet, and what happens next.
#[component]
pub fn WhyPanel(props: &WhyPanelProps) -> Html {
    let WhyPanelProps { lab: handle, controls, selected, upcoming, stuck, quiz, asks, on } = props;
    use_language();
    let lab = handle.read();
    let run = Run::in_panel(&lab, *controls, on);
    let selected = selected.and_then(|number| lab.story().change(number));
    html! {
        <>
            { match selected {
                Some(change) => chain(run, change),
                None => html! {
                    <p class="quiet">{ text::why_select() }</p>
                },
            } }
            { what_is_stuck(run, &stuck.read()) }
            { not_yet(&lab) }
            <NextPanel
                lab={handle.clone()}
                controls={*controls}
                upcoming={upcoming.clone()}
                quiz={*quiz}
                asks={*asks}
                on={on.clone()}
            />
        </>
    }
}

/// What waits at the present moment: first the workload, then the Pods, then their claims.
fn not_yet(lab: &Lab) -> Html {
    let (waits, more) = why::not_yet(lab, WAITS);
    html! {
        <section class="why-not">
            <h2 class="heading">{ text::why_not_yet() }</h2>
            if waits.is_empty() {
                <p class="quiet">{ text::why_nothing_waits() }</p>
            }
            <ul>
                { for waits.iter().map(|wait| html! {
                    <li class="wait" data-rule={wait.rule.id()}>
                        <p>{ rich(&wait.words) }</p>
                        { links(wait.rule) }
                    </li>
                }) }
            </ul>
            if more > 0 {
                <p class="quiet">
                    { text::why_more(more) }
                </p>
            }
        </section>
    }
}

/// What the answer below the sentence needs.
#[derive(PartialEq, Properties)]
pub struct WhySheetProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// The number of the change it is about; none for what does not happen yet.
    pub selected: Option<u64>,
    /// What is stuck.
    pub stuck: Handle<StuckNow>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The answer to a *why* below the sentence, for a page or figure in which the answers are not beside the stage.
#[component]
pub fn WhySheet(props: &WhySheetProps) -> Html {
    let WhySheetProps { lab, controls, selected, stuck, on } = props;
    use_language();
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(*selected, move |_| {
            if let Some(sheet) = node.cast::<HtmlElement>() {
                // It is in the document, so it can have the focus.
                let _ = sheet.focus();
            }
        });
    }
    let lab = lab.read();
    let change = selected.and_then(|number| lab.story().change(number));
    html! {
        <section ref={node} class="why-sheet" aria-label={text::say_why()} tabindex="-1">
            { match change {
                Some(change) => html! {
                    <>
                        { chain(Run::in_panel(&lab, *controls, on), change) }
                        { what_is_stuck(Run::in_panel(&lab, *controls, on), &stuck.read()) }
                    </>
                },
                None => html! {
                    <>
                        { close(on) }
                        { what_is_stuck(Run::in_panel(&lab, *controls, on), &stuck.read()) }
                        { not_yet(&lab) }
                    </>
                },
            } }
        </section>
    }
}

/// The button that takes the answer away.
fn close(on: &Callback<Act>) -> Html {
    html! {
        <button
            class="icon-button is-plain why-close"
            type="button"
            aria-label={text::page_close()}
            onclick={press(on, Act::Answers(AnswersMessage::CloseWhy))}
        >
            { icon("#i-cross") }
        </button>
    }
}

/// What led to a change, down to an act, with the button that takes it away.
fn chain(run: Run<'_>, change: &Change) -> Html {
    html! {
        <div>
            { close(run.on) }
            { steps(run, change) }
        </div>
    }
}

/// What led to a change, down to an act.
fn steps(run: Run<'_>, change: &Change) -> Html {
    let why = why::explanation(run.lab, change);
    html! {
        <>
            { told(run, change, &why) }
            { look_closer(run, change, &why) }
        </>
    }
}

/// Returns the first sentence of what led to a change.
pub fn conclusion(lab: &Lab, change: &Change) -> String {
    words::plain(&why::conclusion(lab, change, &why::explanation(lab, change)))
}

/// What led to a change, without what to do about it.
pub fn answer(run: Run<'_>, change: &Change) -> Html {
    told(run, change, &why::explanation(run.lab, change))
}

fn told(run: Run<'_>, change: &Change, why: &Explanation<'_>) -> Html {
    let reached = Reached::default();
    html! {
        <>
            <h2 class="why-question">{ words::question(change) }</h2>
            <p class="quiet">{ words::clock(change.time) }</p>
            <p class="why-conclusion">{ reached.rich(&why::conclusion(run.lab, change, why)) }</p>
            <ol class="chain">
                { for why.steps.iter().enumerate().map(|(at, part)| {
                    step(run, &reached, part, !why.repeats_rule(at))
                }) }
                { act(run.lab, change, why) }
            </ol>
        </>
    }
}

/// A step of the answer; what happened before in the same way is folded.
fn step(run: Run<'_>, reached: &Reached, step: &Step<'_>, tells_rule: bool) -> Html {
    match step {
        Step::Once(change) => link(run, reached, change, tells_rule),
        Step::Again { times, changes } => html! {
            <li class="chain-more">
                <details>
                    <summary>{ podlab_messages::again(*times) }</summary>
                    <ol class="chain">
                        { for changes.iter().take(MORE).map(|change| link(run, reached, change, true)) }
                    </ol>
                </details>
            </li>
        },
    }
}

/// The lines for kubectl that show more, and the field of the manifest that decides.
fn look_closer(run: Run<'_>, change: &Change, why: &Explanation<'_>) -> Html {
    let fields = why::advice(run.lab, change, why);
    html! {
        <section class="why-not" aria-labelledby="closer-title">
            <h2 class="heading" id="closer-title">{ text::why_closer() }</h2>
            <ul class="closer">
                { for why::look_closer(change, why).into_iter().map(|line| html! {
                    <li>{ line_to_copy(&line, run.on) }</li>
                }) }
                { for fields.iter().map(|field| html! {
                    <li>{ rich(&text::why_field(&field.path, &field.value)) }</li>
                }) }
            </ul>
        </section>
    }
}

/// A step of the chain: when it was, what happened, and by which rule, unless the step above tells it.
fn link(run: Run<'_>, reached: &Reached, step: &Change, tells_rule: bool) -> Html {
    html! {
        <li class="chain-step" data-rule={step.rule.id()}>
            <button
                class="chain-time"
                type="button"
                title={text::why_go()}
                disabled={!run.allows(Controls::Transport)}
                onclick={press(run.on, Act::Player(PlayerMessage::Seek(step.time)))}
            >
                { words::clock(step.time) }
            </button>
            <p>{ reached.rich(&words::change_sentence(run.lab, step)) }</p>
            if tells_rule {
                { rule(run.lab, step) }
            }
        </li>
    }
}

/// The rule by which it happened, the line of the manifest it goes by, and the official page.
fn rule(lab: &Lab, step: &Change) -> Html {
    let line = manifest_line(lab.sim(), step);
    html! {
        <>
            <p class="label">{ podlab_messages::rule_sentence(step.rule) }</p>
            if let Some(line) = line {
                <p class="chain-line label">{ rich(&podlab_messages::line(&line)) }</p>
            }
            { of_release(step.rule, Some(lab.sim().settings().release)) }
        </>
    }
}

/// The number of a rule, and the official page.
pub fn links(rule: Rule) -> Html {
    of_release(rule, None)
}

/// The number of a rule, the release whose rule it is, and the official page.
fn of_release(rule: Rule, release: Option<Release>) -> Html {
    html! {
            <div class="chain-links">
                <Explained subject={Subject::Rule(rule)}>
                    <span class="rule has-about">{ rule.id() }</span>
                </Explained>
                if let Some(release) = release {
                    <span class="quiet">{ format!("Kubernetes {}", release.number()) }</span>
                }
                <a
                    href={format!("https://kubernetes.io/docs/{}", rule.page())}
                    target="_blank"
                    rel="noreferrer"
                >
                    { podlab_messages::rule_title(rule) }
                </a>
            </div>
    }
}

/// The act everything came from.
fn act(lab: &Lab, change: &Change, why: &Explanation<'_>) -> Html {
    let Some((time, text)) = why::root(lab, change) else { return Html::default() };
    // The change of a spec is told as the act that it came from.
    if why.last().is_some_and(|last| why::said(lab, last) == text) {
        return Html::default();
    }
    html! {
        <li class="chain-step is-act">
            <span class="chain-time">{ words::clock(time) }</span>
            <p>{ rich(&text) }</p>
        </li>
    }
}
