//! Sentences about the goals and the questions of lessons.

use crate::{clock, short, text};
use podlab::files::lesson_file::{
    Ask, Chapter, Condition, ContainerInState, Goal, Prediction, StateWord, Subject,
};

/// Returns a sentence about a goal.
pub fn goal(goal: &Goal) -> String {
    match goal {
        Goal::Now(condition) => self::condition(condition),
        Goal::Never(condition) => text::goal_never(self::condition(condition)),
        Goal::Always(condition) => text::goal_always(self::condition(condition)),
        Goal::Commands(most) => text::goal_commands(most),
        Goal::Before(time) => text::goal_before(clock(*time)),
    }
}

fn condition(condition: &Condition) -> String {
    let Condition { object, subject } = condition;
    let (kind, name) = (object.kind.as_str(), &object.name);
    match subject {
        Subject::Exists(true) => text::goal_exists(kind, name),
        Subject::Exists(false) => text::goal_exists_not(kind, name),
        Subject::Phase(phase) => text::goal_phase(phase.as_str(), name),
        Subject::Status(status) => text::goal_status(name, status),
        Subject::Ready(true) => text::goal_ready(name),
        Subject::Ready(false) => text::goal_ready_not(name),
        Subject::Condition(kind, status) => text::goal_condition(kind, name, status.as_str()),
        Subject::State(ContainerInState { container, state, reason }) => {
            let state = match state {
                StateWord::Waiting => "Waiting",
                StateWord::Running => "Running",
                StateWord::Terminated => "Terminated",
            };
            match reason {
                None => text::goal_state(container, name, state),
                Some(reason) => text::goal_state_reason(container, name, reason, state),
            }
        }
        Subject::Restarts(container, count) => text::goal_restarts(container, count, name),
        Subject::Deleted => text::goal_deleted(name),
        Subject::AnyDeleted => text::goal_deleted_any().to_owned(),
        Subject::Node(node) => text::goal_node(node, name),
        Subject::Image(image) => text::goal_image(image, name),
        Subject::Replicas(count) => text::goal_replicas(count, kind, name),
        Subject::Resolves(name, true) => text::goal_resolves(name),
        Subject::Resolves(name, false) => text::goal_resolves_not(name),
        Subject::ReadyReplicas(count) => text::goal_ready_replicas(count, kind, name),
        Subject::LeastReady(count) => text::goal_ready_least(count, kind, name),
    }
}

/// Returns a prediction as a question.
pub fn prediction(prediction: &Prediction) -> String {
    let time = short(prediction.after.0);
    match &prediction.ask {
        Ask::Phase(pod) => text::ask_phase(pod, time),
        Ask::Status(pod) => text::ask_status(pod, time),
        Ask::Restarts(pod) => text::ask_restarts(pod, time),
        Ask::Node(pod) => text::ask_node(pod, time),
        Ask::NextCreated => text::ask_next_created(time),
        Ask::NextDeleted => text::ask_next_deleted(time),
        Ask::NextRestart { pod, container } => text::ask_next_restart(container, pod, time),
        Ask::Converges => text::ask_converges(time),
        Ask::Why(object) if prediction.after.0 == 0 => {
            text::ask_why(object.kind.as_str(), &object.name)
        }
        Ask::Why(object) => text::ask_why_then(object.kind.as_str(), &object.name, time),
    }
}

/// Returns the title of a chapter.
pub fn chapter(chapter: Chapter) -> &'static str {
    match chapter {
        Chapter::Pods => text::course_chapter_pods(),
        Chapter::StayingAlive => text::course_chapter_staying_alive(),
        Chapter::Order => text::course_chapter_order(),
        Chapter::Change => text::course_chapter_change(),
        Chapter::Failures => text::course_chapter_failures(),
    }
}
