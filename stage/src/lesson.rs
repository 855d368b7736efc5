//! What a lesson tells the learner at a moment: the text of the step, its question, its goals and its hints, in the learner's language.

use podlab::base::text::Text;
use podlab::files::lesson_file::{Ask, Choice, Goal, Prediction, Work};
use podlab::files::scenario_file::LocalText;
use podlab::lesson::{Answer, LessonRun, Predicted, Present, Progress};
use podlab::timeline::history::History;
use podlab_messages::{command, goal, has_own, local, prediction, rule_title, short, text};

/// What a lesson tells at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonView {
    /// What it is called.
    pub title: String,
    /// The number of the step, from 1; the number of steps once the lesson is over.
    pub step: usize,
    /// How many steps there are.
    pub count: usize,
    /// What the learner is told: what the step says, or at the end what was learnt.
    pub says: String,
    /// Whether it stands in English, or in the only language of the lesson, because the lesson does not have it in the learner's language.
    pub is_in_other_language: bool,
    /// Whether anything that is shown does: this, the title, a hint or an answer.
    pub has_other_language: bool,
    /// Whether the question is to be answered before what the learner is told is done.
    pub asks_first: bool,
    /// What is asked, or was.
    pub question: Option<QuestionView>,
    /// What is to be reached.
    pub goals: Vec<GoalView>,
    /// Whether the learner gave a command in the step, which can be taken back.
    pub can_undo: bool,
    /// The hints that were taken.
    pub hints: Vec<String>,
    /// Whether there is another hint.
    pub has_hint: bool,
    /// What the official solution does, a line for each piece; empty when there is nothing to be done.
    pub solution: Vec<String>,
    /// How far the step is.
    pub state: StepState,
    /// How many commands the learner gave.
    pub commands: usize,
    /// How many the official solution needs.
    pub par: usize,
    /// The official pages about it below `https://kubernetes.io/docs/`, once it is over.
    pub pages: Vec<Text>,
    /// The ids of the rules that it taught, once it is over.
    pub rules: Vec<Text>,
    /// What many people believe, and it put right, once it is over.
    pub belief: Option<String>,
    /// What a teacher should know; empty where nothing is said.
    pub teacher: String,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// A question waits for its answer.
    Asks,
    /// Goals are open.
    Open,
    /// Everything is done.
    Done,
    /// The lesson is over.
    Over,
}

/// A question, and what is said of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionView {
    /// The question.
    pub asks: String,
    /// What can be answered.
    pub choices: Vec<ChoiceView>,
    /// What is right, once it is answered.
    pub verdict: Option<String>,
    /// Why the answer is wrong, and why the right one is right.
    pub because: Vec<String>,
}

/// An answer that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceView {
    /// The answer.
    pub answer: String,
    /// Whether it is a sentence of the lesson, rather than a word of Kubernetes or a name.
    pub is_sentence: bool,
    /// Whether it is right; known of the chosen answer and of the right one.
    pub is_right: Option<bool>,
}

/// A goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalView {
    /// The goal, in a sentence.
    pub says: String,
    /// What is now of that which it asks for; none where the goal alone tells it, or is reached.
    pub now: Option<String>,
    /// How far it is.
    pub progress: Progress,
}

impl LessonView {
    /// Returns what a lesson tells at the present moment of its run.
    pub fn of(run: &LessonRun, history: &History) -> LessonView {
        let lesson = run.lesson();
        let course = &lesson.course;
        let step = run.step();
        let state = match step {
            None => StepState::Over,
            Some(_) if run.question().is_some() => StepState::Asks,
            Some(_) if run.is_step_done(history) => StepState::Done,
            Some(_) => StepState::Open,
        };
        // What is to be reached may give the answer away.
        let goals = if state == StepState::Asks { Vec::new() } else { run.goals(history) };
        let goals = goals.into_iter().map(|(wanted, progress)| GoalView {
            says: goal(wanted),
            now: now_of(wanted, progress, history),
            progress,
        });
        let hints = run.hints();
        let asked = step.and_then(|step| step.predict.as_ref());
        let says = step.map_or(&course.debrief, |step| &step.say);
        let pages = course.links.iter().filter(|_| step.is_none());
        let rules = course.rules.iter().filter(|_| step.is_none());
        let belief = &course.misconception;
        let belief = (step.is_none() && !belief.is_empty()).then(|| local(belief).to_owned());
        let has_task = step.is_some_and(|step| !step.goals.is_empty());
        let is_other = |text: &LocalText| !text.is_empty() && !has_own(text);
        let choices = asked.map_or(&[][..], |asked| &asked.choices);
        let mut shown = choices.iter().filter_map(|choice| choice.label.as_ref());
        let has_other_language = [says, &lesson.scenario.title].into_iter().any(is_other)
            || hints.iter().any(is_other)
            || shown.any(is_other);
        LessonView {
            title: local(&lesson.scenario.title).to_owned(),
            step: (run.step_index() + 1).min(course.steps.len()),
            count: course.steps.len(),
            says: local(says).to_owned(),
            is_in_other_language: is_other(says),
            has_other_language,
            asks_first: state == StepState::Asks && has_task,
            question: asked.map(|asked| question(asked, run)),
            goals: goals.collect(),
            can_undo: run.can_undo(history),
            hints: hints.iter().map(|hint| local(hint).to_owned()).collect(),
            has_hint: step.is_some_and(|step| step.hints.len() > hints.len()),
            solution: step.map_or_else(Vec::new, |step| step.solution.iter().map(work).collect()),
            state,
            commands: LessonRun::commands(history),
            par: course.par as usize,
            pages: pages.cloned().collect(),
            rules: rules.cloned().collect(),
            belief,
            teacher: local(&course.teacher).to_owned(),
        }
    }
}

fn question(asked: &Prediction, run: &LessonRun) -> QuestionView {
    let answer = run.answer();
    let said = |choice: &Choice| choice_in_words(&asked.ask, choice);
    let because = |choice: &Choice| local(&choice.because).to_owned();
    let choices = asked.choices.iter().enumerate().map(|(index, choice)| {
        let is_right = answer.and_then(|answer| {
            let is_right = answer.right_choice == Some(index);
            (is_right || index == answer.chosen).then_some(is_right)
        });
        ChoiceView { answer: said(choice), is_sentence: choice.label.is_some(), is_right }
    });
    QuestionView {
        asks: prediction(asked),
        choices: choices.collect(),
        verdict: answer.map(|answer| verdict(asked, answer)),
        because: answer.map_or_else(Vec::new, |answer| {
            let wrong = (!answer.is_right()).then_some(answer.chosen);
            let told = wrong.into_iter().chain(answer.right_choice);
            told.map(|index| because(&asked.choices[index])).collect()
        }),
    }
}

/// Returns what is said of an answer. What is right stands there as a sentence of its own, or as a word.
pub fn verdict(asked: &Prediction, answer: &Answer) -> String {
    let chosen = &asked.choices[answer.chosen];
    let right = right_in_words(asked, answer);
    if answer.is_right() {
        text::quiz_right(right)
    } else if chosen.label.is_some() {
        text::quiz_wrong_sentence(right)
    } else {
        text::quiz_wrong(choice_in_words(&asked.ask, chosen), right)
    }
}

/// Returns what is now of that which a goal asks for, in words; none where the goal alone tells it, or is not open.
pub fn now_of(goal: &Goal, progress: Progress, history: &History) -> Option<String> {
    let present = goal.present(history).filter(|_| progress == Progress::Open)?;
    Some(match present {
        Present::Missing => text::goal_now_missing().to_owned(),
        Present::Value(value) => text::goal_now(value),
    })
}

/// Returns a choice as it is shown: its label, or its answer.
pub fn choice_in_words(ask: &Ask, choice: &Choice) -> String {
    let label = choice.label.as_ref().map(|label| local(label).to_owned());
    label.unwrap_or_else(|| answer_in_words(ask, &choice.answer))
}

/// Returns the right answer as it is shown.
fn right_in_words(asked: &Prediction, answer: &Answer) -> String {
    let right = answer.right_choice.map(|right| choice_in_words(&asked.ask, &asked.choices[right]));
    right.unwrap_or_else(|| answer_in_words(&asked.ask, &answer.right))
}

/// Returns an answer without a label as it is shown. That there is none is said in words, and a rule has its title.
pub fn answer_in_words(ask: &Ask, answer: &Text) -> String {
    match Predicted::read(ask, answer) {
        Predicted::None => none(ask).to_owned(),
        Predicted::Never => text::lesson_none_restart().to_owned(),
        Predicted::Seconds(seconds) => short(seconds * 1000),
        Predicted::Rests => text::lesson_rest_yes().to_owned(),
        Predicted::Changes => text::lesson_rest_no().to_owned(),
        Predicted::Count(count) => count.to_string(),
        Predicted::Rule(rule) => format!("{rule}: {}", rule_title(rule)),
        Predicted::Word(word) => word.to_string(),
    }
}

/// Returns the words for the answer that there is none.
fn none(ask: &Ask) -> &'static str {
    match ask {
        Ask::Phase(_) | Ask::Status(_) | Ask::Restarts(_) => text::lesson_none_exists(),
        Ask::Why(_) => text::lesson_none_rule(),
        Ask::Node(_) => text::lesson_none_node(),
        Ask::NextCreated | Ask::NextDeleted => text::lesson_none_pod(),
        Ask::NextRestart { .. } => text::lesson_none_restart(),
        Ask::Converges => text::lesson_rest_no(),
    }
}

/// Returns a piece of a solution as it is shown.
pub fn work(work: &Work) -> String {
    match work {
        Work::Kubectl(line) => format!("kubectl {line}"),
        Work::Command(done) => command(done).replace('*', ""),
        Work::Wait(time) => text::lesson_wait(short(time.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use podlab::ReadOptions;
    use podlab::files::lesson_file::read;
    use podlab::lesson::open;
    use podlab_messages::{Catalog, Language, speak};

    const LESSON: &str = "
apiVersion: podlab/v1
kind: Lesson
metadata: {name: scale}
title: Scale a set
objective: You can scale a StatefulSet.
misconception: Both come at once.
teacher: Ask who made web-1.
minutes: 2
chapter: order
rules: [S-38]
par: 1
opens: 30s
steps:
- say: Which Pod comes?
  predict:
    ask: next-created
    after: 30s
    choices: [{answer: web-1, because: It is next.}, {answer: none, because: Nobody asked for one.}]
- say: Ask for two Pods.
  goals: [{set: web, replicas: 2}]
  hints: [There is a command for it.]
  solution: [{kubectl: scale statefulset web --replicas=2}, {wait: 30s}]
debrief: One after the other.
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  replicas: 1
  serviceName: web
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'nginx:1'}]}}";

    fn begin() -> (LessonRun, History) {
        let lesson = read(LESSON, &ReadOptions::default()).expect("the lesson is right");
        let history = open(&lesson).expect("nothing is refused");
        (LessonRun::begin(lesson.into(), &history), history)
    }

    #[test]
    fn a_question_hides_what_is_right_until_it_is_answered() {
        let (mut run, history) = begin();
        let view = LessonView::of(&run, &history);
        assert_eq!((view.step, view.count, view.state), (1, 2, StepState::Asks));
        let asked = view.question.expect("there is a question");
        assert_eq!(asked.choices[1].answer, "No Pod");
        assert!(asked.verdict.is_none() && asked.because.is_empty());
        assert!(asked.choices.iter().all(|choice| choice.is_right.is_none()));
        run.choose(0, &history).expect("it is judged");
        let view = LessonView::of(&run, &history);
        let asked = view.question.expect("the question stays");
        let marks: Vec<_> = asked.choices.iter().map(|choice| choice.is_right).collect();
        assert_eq!(marks, [Some(false), Some(true)]);
        assert_eq!(asked.because, ["It is next.", "Nobody asked for one."]);
        assert_eq!(view.state, StepState::Done);
    }

    #[test]
    fn a_step_is_open_until_its_goals_are_reached_and_the_end_says_what_was_learnt() {
        let (mut run, mut history) = begin();
        run.choose(1, &history).expect("it is judged");
        run.next(&history);
        let view = LessonView::of(&run, &history);
        assert_eq!((view.step, view.state, view.commands), (2, StepState::Open, 0));
        assert_eq!(view.goals[0].says, "The StatefulSet *web* asks for this number of Pods: 2.");
        assert_eq!(view.goals[0].progress, Progress::Open);
        assert_eq!(view.goals[0].now.as_deref(), Some("now *1*"));
        assert!(view.has_hint && view.hints.is_empty());
        assert_eq!(view.solution, ["kubectl scale statefulset web --replicas=2", "Wait 30 s."]);
        run.take_hint();
        run.play_solution(&mut history).expect("nothing is refused");
        let view = LessonView::of(&run, &history);
        assert_eq!((view.state, view.commands, view.par), (StepState::Done, 1, 1));
        assert_eq!(view.goals[0].now, None, "it is reached");
        assert!(!view.has_hint && view.hints == ["There is a command for it."]);
        run.next(&history);
        let view = LessonView::of(&run, &history);
        assert_eq!((view.says.as_str(), view.state), ("One after the other.", StepState::Over));
        assert_eq!(view.teacher, "Ask who made web-1.");
        assert_eq!((view.step, view.count), (2, 2));
        assert_eq!(view.belief.as_deref(), Some("Both come at once."));
        assert_eq!(view.rules, ["S-38"]);
    }

    #[test]
    fn a_step_with_a_task_asks_its_question_first() {
        let asks = "- say: Ask for two Pods.\n  predict: {ask: next-created, after: 1s, choices: [{answer: none, because: Nobody asked.}]}";
        let text = LESSON.replacen("- say: Ask for two Pods.", asks, 1);
        let lesson = read(&text, &ReadOptions::default()).expect("the lesson is right");
        let mut history = open(&lesson).expect("nothing is refused");
        let mut run = LessonRun::begin(lesson.into(), &history);
        assert!(!LessonView::of(&run, &history).asks_first, "the first step has no task");
        run.choose(1, &history).expect("it is judged");
        run.next(&history);
        let view = LessonView::of(&run, &history);
        assert!(view.asks_first && view.goals.is_empty() && !view.can_undo);
        run.choose(0, &history).expect("it is judged");
        run.play_solution(&mut history).expect("nothing is refused");
        let view = LessonView::of(&run, &history);
        assert!(!view.asks_first && view.can_undo);
    }

    #[test]
    fn a_text_that_is_missing_in_the_language_is_told_for_answers_too() {
        let text = LESSON
            .replacen("title: Scale a set", "title: {en: Scale a set, ko: 확장}", 1)
            .replacen("say: Which Pod comes?", "say: {en: Which Pod comes?, ko: 다음은?}", 1)
            .replacen("{answer: web-1, because", "{answer: web-1, label: It comes, because", 1);
        let lesson = read(&text, &ReadOptions::default()).expect("the lesson is right");
        let history = open(&lesson).expect("nothing is refused");
        let run = LessonRun::begin(lesson.into(), &history);
        let korean = include_str!("../../messages/locales/ko.txt").to_owned();
        let korean = Catalog::read(Language::Korean, korean);
        assert!(korean.is_some(), "the messages are right");
        speak(korean);
        let view = LessonView::of(&run, &history);
        speak(None);
        assert_eq!((view.says.as_str(), view.title.as_str()), ("다음은?", "확장"));
        assert_eq!((view.is_in_other_language, view.has_other_language), (false, true));
    }
}
