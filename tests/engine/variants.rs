//! Variants of lessons: how placeholders are filled, what is wrong with variants, and which one a learner gets.

use podlab::ReadOptions;
use podlab::base::language::Language;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::{Draft, Goal, Lesson, Variants, Work, read, read_variants};
use podlab::files::scenario_file;
use podlab::lesson::{Report, Tally, check_variants};
use podlab::manifest::Diagnostic;

const LESSON: &str = r#"apiVersion: podlab/v1
kind: Lesson
metadata: {name: one}
title: {en: One, id: Satu, ko: 하나}
objective: {en: One, id: Satu, ko: 하나}
debrief: {en: "${grace} seconds", id: "${grace} detik", ko: "${grace}초"}
minutes: 1
chapter: pods
rules: [P-802]
par: 1
opens: 20s
variants:
- {grace: 20, name: demo, stops: false, right: none, wrong: Running, shell: "$(HOME) ${other}"}
- {grace: 45, name: clock, stops: false, right: Running, wrong: none, shell: "${grace}"}
steps:
- say: {en: "Delete ${name}.", id: "Hapus ${name}.", ko: "${name} 삭제."}
  goals:
  - pod: ${name}
    exists: ${stops}
  solution:
  - {kubectl: "delete pod ${name}"}
  - wait: ${grace}
  - {wait: 5s}
- say: {en: "And in ${grace} seconds?", id: "${grace}?", ko: "${grace}?"}
  predict:
    ask: {phase: other}
    after: 30s
    choices:
    - {answer: "${right}", because: {en: Right, id: Benar, ko: 맞음}}
    - {answer: "${wrong}", because: {en: Wrong, id: Salah, ko: 틀림}}
kubernetes: "1.36"
---
apiVersion: v1
kind: Pod
metadata: {name: "${name}"}
spec:
  terminationGracePeriodSeconds: ${grace}
  containers:
  - name: app
    image: busybox
    command: [sh, -c, "exec sleep $(AFTER) ${AFTER} $${AFTER} ${grace}0"]
    env: [{name: AFTER, value: "${grace}"}, {name: SHELL, value: "${shell}"}]
---
apiVersion: v1
kind: Pod
metadata: {name: other}
spec: {activeDeadlineSeconds: 30, restartPolicy: Never, containers: [{name: app, image: nginx}]}
"#;

fn variants(text: &str) -> Variants {
    read_variants(text, &ReadOptions::default()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn mistakes(text: &str) -> Vec<String> {
    let read = read_variants(text, &ReadOptions::default());
    let wrong = read.and_then(|variants| check_variants(&variants)).expect_err("it is wrong");
    wrong.iter().map(Diagnostic::to_string).collect()
}

fn with(old: &str, new: &str) -> String {
    assert!(LESSON.contains(old), "{old}");
    LESSON.replacen(old, new, 1)
}

fn pod(lesson: &Lesson) -> String {
    let written = podlab::api::write(&lesson.scenario.objects[0]);
    podlab::manifest::emit::yaml(&written)
}

#[test]
fn placeholders_in_every_part_of_a_lesson_are_filled() {
    let read = variants(LESSON);
    let [first, second] = read.all() else { panic!("there are two") };
    let english =
        |lesson: &Lesson| lesson.course.steps[0].say.in_language(Language::English).to_owned();
    assert_eq!((english(first), english(second)), ("Delete demo.".into(), "Delete clock.".into()));
    assert_eq!(second.course.debrief.in_language(Language::Korean), "45초");
    assert_eq!(second.course.steps[0].solution[1], Work::Wait(SimTime::from_seconds(45)));
    assert_eq!(second.course.steps[0].solution[0], Work::Kubectl("delete pod clock".into()));
    let Goal::Now(goal) = &second.course.steps[0].goals[0] else { panic!("it is about now") };
    assert_eq!(goal.object.name, "clock");
    let choices = &second.course.steps[1].predict.as_ref().expect("it asks").choices;
    assert_eq!(choices[0].answer, "Running");
    let (one, two) = (pod(first), pod(second));
    assert!(one.contains("terminationGracePeriodSeconds: 20"), "a number stays one: {one}");
    assert!(two.contains("value: \"45\""), "in quotes it is a text: {two}");
    assert!(two.contains("exec sleep $(AFTER) ${AFTER} $${AFTER} 450"), "{two}");
    assert!(one.contains("value: $(HOME) ${other}"), "{one}");
    assert!(two.contains("value: ${grace}"), "a value is not filled again: {two}");
}

#[test]
fn a_lesson_without_a_seed_is_its_first_variant_and_a_seed_chooses_by_its_rest() {
    let options = ReadOptions::default();
    let all = variants(LESSON);
    assert_eq!(read(LESSON, &options).expect("it is right"), **all.of_seed(None));
    let scenario = scenario_file::read(LESSON, &options).expect("it is right");
    assert_eq!(scenario, all.of_seed(None).scenario);
    for (seed, index) in [(0, 0), (1, 1), (4711, 1), (u64::MAX - 1, 0)] {
        assert_eq!(all.index(Some(seed)), index, "{seed}");
        assert_eq!(all.of_seed(Some(seed)), &all.all()[index]);
        assert_eq!(
            all.of_seed(Some(seed)).scenario.settings(),
            scenario.settings(),
            "one run seed"
        );
    }
    let plain = variants(
        &with("variants:\n", "# ")
            .replace("\n- {grace", "\n# {grace")
            .replace("${grace}", "20")
            .replace("${stops}", "false"),
    );
    assert_eq!((plain.all().len(), plain.index(Some(7))), (1, 0));
    let say = plain.of_seed(None).course.steps[0].say.in_language(Language::English).to_owned();
    assert_eq!(say, "Delete ${name}.", "without variants nothing is replaced");
}

#[test]
fn wrong_variants_are_told_with_line_and_column() {
    let second = r#"- {grace: 45, name: clock, stops: false, right: Running, wrong: none, shell: "${grace}"}"#;
    for (text, told) in [
        (
            with(&format!("{second}\n"), ""),
            "12:1: variants: a lesson has 2 to 10 variants, or none",
        ),
        (
            with(second, &format!("{second}\n").repeat(20)),
            "12:1: variants: a lesson has 2 to 10 variants, or none",
        ),
        (with(second, "- 45"), "14:3: variants[1]: expected a map, found a integer"),
        (
            with("- {grace: 45, ", "- {"),
            "14:3: variants[1]: it has no value for grace, which the first variant has",
        ),
        (
            with("- {grace: 45,", "- {grace: 45, grce: 1,"),
            "14:15: variants[1].grce: the first variant has no value for grce",
        ),
        (
            with("grace: 45", "grace: [45]"),
            "14:11: variants[1].grace: it must be an integer, a string, true or false",
        ),
        (
            with("grace: 45", "grace: 4.5"),
            "14:11: variants[1].grace: it must be an integer, a string, true or false",
        ),
        (
            with("grace: 20", "code: 0, grace: 20").replace("grace: 45", "code: 1, grace: 45"),
            "13:4: variants[0].code: nothing in the lesson uses code",
        ),
        (
            with("metadata: {name: one}", "metadata: {name: \"one-${name}\"}"),
            "3:18: metadata.name: all variants of a lesson have the same name",
        ),
        (
            with("\nvariants:\n", "\nvariants: 2\nlinks:\n"),
            "12:11: variants: expected a list, found a integer",
        ),
    ] {
        let wrong = mistakes(&text);
        assert_eq!(wrong, [told]);
        assert_eq!(
            scenario_file::read(&text, &ReadOptions::default()).unwrap_err()[0].to_string(),
            told
        );
    }
    let same = mistakes(&with(
        second,
        r#"- {grace: 20, name: demo, stops: false, right: none, wrong: Running, shell: "$(HOME) ${other}"}"#,
    ));
    assert_eq!(same, ["14:3: variants[1]: it is the same as variant 1"]);
}

#[test]
fn mistakes_keep_their_place_and_name_the_variant() {
    // No answer is right, in both variants.
    let wrong = mistakes(LESSON);
    let told = "28:5: steps[1].predict.choices: the right answer is Failed, and no choice has it";
    assert_eq!(wrong, [told], "it is told once");
    let right =
        LESSON.replace("right: none", "right: Failed").replace("right: Running", "right: Failed");
    assert_eq!(check_variants(&variants(&right)), Ok(()));
    let wrong =
        mistakes(&right.replace("right: Failed, wrong: none", "right: Succeeded, wrong: none"));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(
        wrong[0].contains("in variant 2: the right answer is Failed, and no choice has it"),
        "{wrong:?}"
    );
    let wrong = mistakes(&right.replace("grace: 45", "grace: forty"));
    let place = LESSON.lines().position(|line| line.contains("GracePeriodSeconds: ${grace}"));
    let begin =
        format!("{}:34: spec.terminationGracePeriodSeconds: in variant 2", place.unwrap() + 1);
    assert!(wrong[0].starts_with(&begin), "{begin}: {wrong:?}");
    assert!(wrong.iter().all(|wrong| wrong.contains("in variant 2: ")), "{wrong:?}");
    let wrong = mistakes(&right.replace("par: 1", "par: 2"));
    assert_eq!(wrong, ["10:1: par: the solution needs 1 commands"], "all variants have it");
}

#[test]
fn a_text_that_varies_varies_in_every_language_and_only_with_declared_values() {
    let right =
        LESSON.replace("right: none", "right: Failed").replace("right: Running", "right: Failed");
    let wrong = mistakes(&right.replace("ko: \"${grace}초\"", "ko: 20초"));
    let told = "6:57: debrief.ko: the text in ko has no placeholder grace; the text in en has";
    assert_eq!(wrong, [told]);
    // A name that one language alone uses is a word of that language, which the others write in their own way.
    let words = right
        .replace("{grace: 20, ", "{grace: 20, twenty: twenty, ")
        .replace("{grace: 45, ", "{grace: 45, twenty: forty-five, ");
    let in_words = words.replace("en: \"${grace} seconds\"", "en: \"${twenty} seconds\"");
    assert_eq!(check_variants(&variants(&in_words)), Ok(()));
    let wrong = mistakes(&right.replace("id: \"Hapus ${name}.\"", "id: \"Hapus ${nama}.\""));
    assert!(wrong.iter().all(|wrong| wrong.starts_with("16:32: steps[0].say.id: ")), "{wrong:?}");
    let told = ["variants does not give a value to nama", "the text in id is the same in all"];
    for told in told {
        assert!(wrong.iter().any(|wrong| wrong.contains(told)), "{told}: {wrong:?}");
    }
}

#[test]
fn what_variants_come_to_is_limited() {
    let value = "x".repeat(100_000);
    let uses = "${shell}".repeat(20);
    let long = with("\"$(HOME) ${other}\"", &value)
        .replace("value: \"${shell}\"", &format!("value: \"{uses}\""));
    assert!(
        mistakes(&long)[0].starts_with("12:1: variants: the text is "),
        "{:?}",
        mistakes(&long)[0].len()
    );
}

#[test]
fn a_draft_is_the_first_variant_and_says_how_many_there_are() {
    let draft = Draft::read(LESSON).expect("it is read");
    let first = variants(LESSON).of_seed(None).clone();
    assert_eq!(draft.variants, variants(LESSON).all().len());
    let written = draft.write();
    assert!(!written.contains("variants:"), "{written}");
    let lesson = draft.lesson().expect("it is a lesson");
    assert_eq!(
        (lesson.course, lesson.scenario.title),
        (first.course.clone(), first.scenario.title.clone())
    );
    assert_eq!(Draft::read(&written).expect("it is read").variants, 1);
}

#[test]
fn a_class_counts_each_variant_by_itself() {
    let all = variants(LESSON);
    let first = all.of_seed(None);
    let report = |student, answer| Report {
        student,
        step: 2,
        commands: 1,
        hints: 0,
        answers: vec![Some(answer)],
    };
    let reports = [report(2, 0), report(3, 0), report(5, 1)];
    let codes: Vec<String> = reports
        .iter()
        // The page of a learner makes the code from the variant of the learner.
        .map(|report| report.code(&all.all()[report.variant(&all, 0)], "otter"))
        .collect();
    let tally = Tally::read(&codes.join("\n"), first, "otter", 0);
    assert_eq!(tally.reports, reports, "a code is read with any variant");
    assert_eq!(tally.of_variants(&all, &[0]).answers(0, 2), [1, 0]);
    assert_eq!(tally.of_variants(&all, &[1]).answers(0, 2), [1, 1]);
    let csv = tally.csv(&all);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "learner,step,finished,commands,hints,variant,question 1");
    assert_eq!(
        lines[1..],
        ["2,2,true,1,0,1,\"none\"", "3,2,true,1,0,2,\"Running\"", "5,2,true,1,0,2,\"none\""]
    );
    // In a class with another seed the same numbers play the other variants.
    let other = Tally::read(&codes.join("\n"), first, "otter", 1);
    assert_eq!(other.reports, reports);
    assert_eq!(other.of_variants(&all, &[0]).answers(0, 2), [1, 1]);
    assert_eq!(other.of_variants(&all, &[1]).answers(0, 2), [1, 0]);
}
