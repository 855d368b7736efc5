//! The lesson above the stage: what the step says, its question, its goals, and what helps.

use super::parts::{ActButton, icon, rich};
use super::quiz_answers::{self, Choice, doubt};
use super::{share_dialog, why};
use crate::act::{Act, AnswersMessage, ClassMessage, LessonMessage};
use crate::language::use_language;
use podlab::base::text::Text;
use podlab::lesson::Progress;
use podlab::rules::{Rule, find};
use podlab_messages::text;
use podlab_stage::lesson::{ChoiceView, GoalView, LessonView, QuestionView, StepState};
use std::rc::Rc;
use yew::prelude::*;

/// What the card needs.
#[derive(Debug, PartialEq, Properties)]
pub struct LessonCardProps {
    /// What the lesson tells now.
    pub view: Rc<LessonView>,
    /// Whether it is shown to its author, who reads it only.
    #[prop_or_default]
    pub is_preview: bool,
    /// Whether the official solution is shown.
    #[prop_or_default]
    pub shows_solution: bool,
    /// The name of the lesson that comes after this one, and its title.
    #[prop_or_default]
    pub following: Option<(Text, String)>,
    /// The fewest commands with which the visitor ever finished it.
    #[prop_or_default]
    pub best: Option<usize>,
    /// Whether it is the only lesson there is, as in a figure: then there is no list of lessons, and nothing to go back to.
    #[prop_or_default]
    pub is_alone: bool,
    /// Whether the learner says that the answer is a guess; none where that is not asked.
    #[prop_or_default]
    pub is_unsure: Option<bool>,
    /// The word of the learner's class, and their code.
    #[prop_or_default]
    pub class: Option<(String, String)>,
    /// Whether it is shown to a room.
    #[prop_or_default]
    pub is_presented: bool,
    /// The votes of a room for each answer; none where no room votes.
    #[prop_or_default]
    pub votes: Vec<u32>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The card.
#[component]
pub fn LessonCard(props: &LessonCardProps) -> Html {
    let LessonCardProps { view, is_preview, shows_solution, is_alone, votes, on, .. } = props;
    use_language();
    // A lesson that is being made may have no title yet.
    let title = if view.title.is_empty() { text::builder_untitled() } else { &view.title };
    html! {
        <section class="lesson" id="lesson" aria-labelledby="lesson-title" tabindex="-1">
            <header class="lesson-head">
                // A figure has the title above the card.
                <h2 class={if *is_alone { "visually-hidden" } else { "heading" }} id="lesson-title">{ title }</h2>
                <span class="quiet">{ text::lesson_step(view.count, view.step) }</span>
                if *is_preview {
                    <span class="lesson-preview">{ text::builder_preview() }</span>
                } else if !is_alone {
                    <ActButton class="button is-plain is-small" act={Act::Lesson(LessonMessage::Leave)} on={on.clone()}>
                        { text::lesson_leave() }
                    </ActButton>
                }
            </header>
            // A screen reader tells what comes into a line that is there already.
            <p class="lesson-says" role="status" lang={view.is_in_other_language.then_some("en")}>{ &view.says }</p>
            if view.has_other_language {
                <p class="quiet">{ text::lesson_other_language() }</p>
            }
            if let Some(belief) = &view.belief {
                <p class="quiet">{ text::lesson_belief(belief) }</p>
            }
            if view.asks_first {
                <p class="quiet">{ text::lesson_ask_first() }</p>
            }
            if let Some(asked) = &view.question {
                { question(asked, votes, on) }
                if let Some(is_unsure) = props.is_unsure.filter(|_| asked.verdict.is_none()) {
                    { doubt(is_unsure, |is_unsure| Act::Lesson(LessonMessage::Unsure(is_unsure)), on) }
                }
            }
            if !view.goals.is_empty() {
                <ul class="lesson-goals" aria-label={text::lesson_goals()}>
                    { for view.goals.iter().map(|wanted| goal(wanted, view.can_undo)) }
                </ul>
            }
            { for view.hints.iter().map(|hint| html! { <p class="lesson-hint">{ rich(hint) }</p> }) }
            if *shows_solution && !view.solution.is_empty() {
                <div class="lesson-hint">
                    <span class="quiet">{ text::lesson_solution_title() }</span>
                    <ol>{ for view.solution.iter().map(|line| html! { <li class="mono">{ line }</li> }) }</ol>
                </div>
            }
            if let Some((word, code)) = &props.class {
                <p class="lesson-class">{ text::class_code(word) }{ " " }<b class="mono">{ code }</b>{ " " }<span class="quiet">{ text::class_code_private() }</span></p>
                <details class="lesson-class">
                    <summary>{ text::class_code_qr() }</summary>
                    { share_dialog::code(code, text::class_code_qr()) }
                </details>
            }
            if !is_preview {
                <div class={classes!("lesson-result", (view.state == StepState::Over).then_some("is-over"))} role="status">
                    { result(view, props.best) }
                </div>
                <div class="lesson-acts">{ acts(props) }</div>
                if !view.pages.is_empty() || !view.rules.is_empty() {
                    { more(view) }
                }
            }
            if props.is_presented {
                { for_teachers(&view.title, &view.teacher) }
            }
        </section>
    }
}

/// The note for teachers, folded: it may give an answer away. It is folded again in another lesson.
pub fn for_teachers(title: &str, note: &str) -> Html {
    if note.is_empty() {
        return Html::default();
    }
    html! {
        <details key={title.to_owned()} class="lesson-teacher">
            <summary>{ text::lesson_teacher() }</summary>
            <p>{ note.to_owned() }</p>
        </details>
    }
}

fn question(asked: &QuestionView, votes: &[u32], on: &Callback<Act>) -> Html {
    let is_answered = asked.verdict.is_some();
    let choices = asked.choices.iter().map(|&ChoiceView { ref answer, is_sentence, is_right }| {
        Choice { answer, is_sentence, is_right }
    });
    html! {
        <fieldset class="lesson-question">
            <legend>{ rich(&asked.asks) }</legend>
            { quiz_answers::view(choices, is_answered, votes, |choice| Act::Lesson(LessonMessage::Choose(choice)), on) }
            <div role="status">
                <p class="quiz-told">{ asked.verdict.clone() }</p>
                { for asked.because.iter().map(|because| html! { <p>{ because }</p> }) }
            </div>
        </fieldset>
    }
}

fn goal(GoalView { says, now, progress }: &GoalView, can_undo: bool) -> Html {
    let (class, sign, word) = match progress {
        Progress::Open => ("is-open", None, text::lesson_goal_open()),
        Progress::Reached => ("is-reached", Some("#i-done"), text::lesson_goal_reached()),
        Progress::Lost if can_undo => ("is-lost", Some("#i-cross"), text::lesson_goal_lost()),
        Progress::Lost => ("is-lost", Some("#i-cross"), text::lesson_goal_missed()),
    };
    html! {
        <li class={class}>
            <span class="lesson-mark">{ for sign.map(icon) }</span>
            <span>
                { rich(says) }
                if let Some(now) = now {
                    { " " }<span class="lesson-now">{ rich(now) }</span>
                }
            </span>
            if *progress == Progress::Lost {
                <span class="quiet">{ word }</span>
            } else {
                <span class="visually-hidden">{ word }</span>
            }
        </li>
    }
}

/// Returns what is said of the step, or of the lesson, once it is done.
fn result(view: &LessonView, best: Option<usize>) -> Html {
    match view.state {
        StepState::Asks | StepState::Open => Html::default(),
        // What only tells something has nothing that can be done.
        StepState::Done if view.goals.is_empty() => Html::default(),
        StepState::Done => text::lesson_done().into(),
        StepState::Over => html! {
            <>
                <span class="lesson-finished">{ icon("#i-done") }</span>
                <span>
                    <b>{ text::lesson_over() }</b>{ " " }
                    { text::lesson_par(view.commands, view.par) }
                    if let Some(best) = best {
                        { " " }{ text::lesson_best(best) }
                    }
                </span>
            </>
        },
    }
}

/// The rules that the lesson taught, and the official pages about them.
fn more(view: &LessonView) -> Html {
    let link = |page: &Text| {
        let address = format!("kubernetes.io/docs/{page}");
        let href = format!("https://{address}");
        html! { <li><a {href} target="_blank" rel="noreferrer">{ address }</a></li> }
    };
    // The page knows the rules that code of the engine names, and of the others the number.
    let known: Vec<Rule> = view.rules.iter().filter_map(|id| find(id)).collect();
    let others: Vec<&str> =
        view.rules.iter().filter(|id| find(id).is_none()).map(|id| &**id).collect();
    html! {
        <details class="lesson-more">
            <summary>{ text::lesson_more() }</summary>
            if !view.pages.is_empty() {
                <ul>{ for view.pages.iter().map(link) }</ul>
            }
            { for known.into_iter().map(why::links) }
            if !others.is_empty() {
                <p class="quiet">{ text::lesson_rules(others.join(", ")) }</p>
            }
        </details>
    }
}

fn acts(props: &LessonCardProps) -> Html {
    let LessonCardProps { view, shows_solution, following, is_alone, on, .. } = props;
    let button = |class: &'static str, message: LessonMessage, label: AttrValue| {
        html! {
            <ActButton class={class} act={Act::Lesson(message)} on={on.clone()}>{ label }</ActButton>
        }
    };
    let can_be_solved = view.state == StepState::Open && !view.solution.is_empty();
    html! {
        <>
            if view.state == StepState::Done {
                { button("button is-primary", LessonMessage::Next, text::lesson_go().into()) }
            }
            if view.state == StepState::Over {
                if let Some((name, title)) = following {
                    { button("button is-primary", LessonMessage::Open(name.clone()), text::lesson_following(title).into()) }
                }
                if !is_alone {
                    { button("button", LessonMessage::ShowCourse, text::course_title().into()) }
                }
            }
            if view.question.as_ref().is_some_and(|asked| asked.verdict.is_some()) {
                <ActButton class="button" act={Act::Answers(AnswersMessage::WhyAsked)} on={on.clone()}>
                    { text::say_why() }
                </ActButton>
            }
            if view.state == StepState::Open && view.has_hint {
                { button("button", LessonMessage::Hint, text::lesson_hint().into()) }
            }
            if can_be_solved && !shows_solution {
                { button("button", LessonMessage::Solve, text::lesson_solution().into()) }
            }
            { button("button is-plain", LessonMessage::Restart, text::lesson_again().into()) }
            if !is_alone && props.class.is_none() {
                <ActButton class="button is-plain" act={Act::Class(ClassMessage::Show)} on={on.clone()}>
                    { text::class_title() }
                </ActButton>
            }
        </>
    }
}
