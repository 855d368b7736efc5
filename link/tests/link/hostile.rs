//! Links that mean harm: each is told in a sentence.

use podlab::files::run_file::RunFile;
use podlab_link::{
    LinkError, LinkTarget, Packed, Permalink, View, read_lesson, read_presentation, read_run,
};

const RUN: &str = r#"{"format":"podlab-run","version":1,"title":"T","nodes":1,"namespace":"default","pod":"demo",
"settings":{"kubernetes":"current","seed":"1"},
"now":0,"current":0,"branches":[{"id":0,"fork":0,"forkedAt":0,"end":0,"leftAt":0,"shared":0,"acts":ACTS}]}"#;

const CREATE: &str = r#"{"do":"create","manifest":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"demo"},
"spec":{"containers":[{"name":"app","image":"nginx"}]}}}"#;

fn run(acts: &str) -> String {
    RUN.replace("ACTS", acts)
}

fn act(commands: &str) -> String {
    format!(r#"{{"t":0,"by":"script","commands":[{commands}]}}"#)
}

/// A lesson whose second variant has this value for `${value}`.
fn second_variant(value: &str, lesson: &str) -> String {
    let variants = format!("par: 0\nvariants:\n- {{value: 1}}\n- {{value: {value}}}\n");
    lesson.replace("par: 0\n", &variants)
}

fn refusal(text: &str) -> String {
    read_run(text).expect_err("it is refused").to_string()
}

const LESSON: &str = "
apiVersion: podlab/v1
kind: Lesson
metadata: {name: mine}
title: Mine
objective: One
minutes: 1
chapter: pods
rules: []
par: 0
nodes: NODES
steps:
- say: One
  predict: {ask: {phase: demo}, after: AFTER, choices: [{answer: Running, because: One}]}
- say: Two
  goals: [{pod: demo, exists: true}]
  solution: [{wait: WAIT}]
debrief: Two
---
{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}
";

fn lesson(nodes: &str, after: &str, wait: &str) -> String {
    LESSON.replace("NODES", nodes).replace("AFTER", after).replace("WAIT", wait)
}

#[test]
fn there_are_limits_to_what_a_lesson_in_a_link_costs() {
    let read = read_lesson(&lesson("1", "24h", "24h")).expect("it is right");
    assert_eq!(read.of_seed(None).course.steps.len(), 2);
    for (text, told) in [
        (lesson("900", "1s", "1s"), "a link may have up to 200 nodes"),
        (lesson("1", "25h", "1s"), "a link may have up to 86400 seconds that pass at once"),
        (
            lesson("1", "1s", "1s").replace("{wait: 1s}", "{wait: 20h}, {wait: 20h}"),
            "a link may have up to 86400 seconds that pass at once",
        ),
        (lesson("1", "1s", "9000d"), "a link may have up to 86400 seconds that pass at once"),
        (
            lesson("1", "1s", "1s")
                .replace("{wait: 1s}", "{kubectl: scale sts web --replicas=9999}"),
            "a link may have up to 1000 Pods in a set",
        ),
        (second_variant("900", &lesson("${value}", "1s", "1s")), "a link may have up to 200 nodes"),
        (
            second_variant(
                "90000",
                &lesson("1", "1s", "1s").replace("{wait: 1s}", "{wait: '${value}s'}"),
            ),
            "a link may have up to 86400 seconds that pass at once",
        ),
        (
            second_variant(
                "5000",
                &lesson("1", "1s", "1s").replace(
                    "{wait: 1s}",
                    "{kubectl: 'scale statefulset web --replicas=${value}'}",
                ),
            ),
            "a link may have up to 1000 Pods in a set",
        ),
        (
            format!("{}# {}", lesson("1", "1s", "1s"), "x".repeat(2 << 20)),
            "what is in the link is longer than 1048576 bytes",
        ),
        (
            lesson("1", "1s", "1s").replace("kind: Lesson", "kind: Scenario"),
            "what is in the link is no lesson: no document is a lesson, with apiVersion podlab/v1 and kind Lesson",
        ),
        (
            lesson("1", "1s", "1s").replace("say: Two", "sy: Two"),
            "what is in the link is no lesson: unknown field \"sy\"",
        ),
    ] {
        let refused = read_lesson(&text).expect_err("it is refused").to_string();
        assert!(refused.starts_with(told), "{told}: {refused}");
    }
}

#[test]
fn a_presentation_in_a_link_leads_to_nothing_that_a_move_cannot_show() {
    let talk = |moves: &str| {
        format!("{{apiVersion: podlab/v1, kind: Presentation, title: T, moves: [{moves}]}}")
    };
    let read =
        read_presentation(&talk("{scene: example/exits-1/Never, at: 5s}")).expect("it is right");
    let opens = read.moves[0].opens.as_ref().expect("it opens a scene");
    let link = Permalink::of_move(opens, read.moves[0].at).expect("it leads there");
    assert_eq!(link.fragment(), "#/example/exits-1/Never?at=5s");
    for (link, told) in [
        ("#/present/v1u.00000000.AA", "the link leads to nothing Podlab has"),
        ("#/scene/runs?compare=restartPolicy", "the link leads to nothing Podlab has"),
        ("#/scene/runs?at=soon", "the link says at=soon"),
    ] {
        let read = read_presentation(&talk(&format!("{{link: '{link}'}}"))).expect("it is right");
        let opens = read.moves[0].opens.as_ref().expect("it opens a link");
        let refused = Permalink::of_move(opens, None).expect_err(link).to_string();
        assert!(refused.starts_with(told), "{refused}");
    }
    let long = format!("{}# {}", talk("{scene: runs}"), "x".repeat(2 << 20));
    assert_eq!(read_presentation(&long), Err(LinkError::TooLarge));
    let none = read_presentation(&talk("{scen: runs}")).expect_err("it is refused").to_string();
    assert!(none.starts_with("what is in the link is no presentation: "), "{none}");
}

#[test]
fn a_run_within_the_limits_is_read() {
    let (run, view) = read_run(&run(&format!("[{}]", act(CREATE)))).expect("it is right");
    assert_eq!((run.branches[0].plan.len(), view), (1, View::default()));
}

#[test]
fn there_are_limits_to_everything_that_costs_time() {
    let nodes = run("[]").replace("\"nodes\":1", "\"nodes\":900");
    assert_eq!(refusal(&nodes), "a link may have up to 200 nodes");
    let acts = vec![act("{\"do\":\"delete\",\"object\":\"pod/demo\"}"); 1001];
    assert_eq!(
        refusal(&run(&format!("[{}]", acts.join(",")))),
        "a link may have up to 1000 commands"
    );
    let commands = vec!["{\"do\":\"delete\",\"object\":\"pod/demo\"}"; 1001].join(",");
    assert_eq!(
        refusal(&run(&format!("[{}]", act(&commands)))),
        "a link may have up to 1000 commands"
    );
    let containers = vec![r#"{"name":"app","image":"nginx"}"#; 201].join(",");
    let many = CREATE.replace(r#"{"name":"app","image":"nginx"}"#, &containers);
    assert_eq!(
        refusal(&run(&format!("[{}]", act(&many)))),
        "a link may have up to 200 items in a list"
    );
    let labels: Vec<String> = (0..201).map(|n| format!("\"a{n}\":\"b\"")).collect();
    let many = CREATE.replace(
        r#""name":"demo""#,
        &format!(r#""name":"demo","labels":{{{}}}"#, labels.join(",")),
    );
    assert_eq!(
        refusal(&run(&format!("[{}]", act(&many)))),
        "a link may have up to 200 items in a list"
    );
    let long = CREATE.replace("nginx", &"n".repeat(17_000));
    assert_eq!(
        refusal(&run(&format!("[{}]", act(&long)))),
        "a link may have up to 16384 characters in a text"
    );
    let late = run("[]").replace("\"now\":0", "\"now\":999999999999999");
    assert!(refusal(&late).contains("a whole number from 0 to 315360000000"));
    assert!(refusal(&"[".repeat(500_000)).contains("recursion limit"));
    assert_eq!(
        refusal(&" ".repeat((1 << 20) + 1)),
        "what is in the link is longer than 1048576 bytes"
    );
}

#[test]
fn no_set_is_asked_for_more_pods_than_one_event_can_make() {
    let lines = [
        r#"{"do":"scale","object":"sts/web","replicas":1001}"#,
        r#"{"do":"patch","object":"sts/web","patch":{"spec":{"replicas":5000}}}"#,
        r#"{"do":"patch","object":"sts/web","patch":{"spec":{"replicas":5e3}}}"#,
        r#"{"do":"kubectl","cmd":"kubectl scale sts/web --replicas=2000"}"#,
        r#"{"do":"kubectl","cmd":"kubectl patch sts web -p '{\"spec\":{\"repl\\u0069cas\":99999999999999999999999}}'"}"#,
    ];
    for line in lines {
        let told = refusal(&run(&format!("[{}]", act(line))));
        assert_eq!(told, "a link may have up to 1000 Pods in a set", "{line}");
    }
    for line in [
        r#"{"do":"scale","object":"sts/web","replicas":1000}"#,
        r#"{"do":"kubectl","cmd":"kubectl scale sts/web --replicas=1000"}"#,
        r#"{"do":"kubectl","cmd":"kubectl delete pod web-0 --grace-period=3600"}"#,
    ] {
        assert!(read_run(&run(&format!("[{}]", act(line)))).is_ok(), "{line}");
    }
}

#[test]
fn branches_that_share_acts_count_each_of_them() {
    let first = vec![act("{\"do\":\"delete\",\"object\":\"pod/demo\"}"); 900].join(",");
    let mut text = run(&format!("[{first}]"));
    let more: String = (1..60).map(|id| format!(
        r#",{{"id":{id},"parent":{},"fork":900,"forkedAt":0,"end":0,"leftAt":0,"shared":900,"acts":[]}}"#,
        id - 1
    )).collect();
    text.truncate(text.len() - "]}".len());
    text.push_str(&format!("{more}]}}"));
    assert!(RunFile::read(&text).is_err_and(|found| found[0].message.contains("40000 commands")));
    assert!(refusal(&text).contains("40000 commands"));
}

#[test]
fn json_is_read_strictly() {
    let whole = run("[]");
    for (from, to, told) in [
        ("\"nodes\":1", "\"nodes\":NaN", "expected value"),
        ("\"nodes\":1", "\"nodes\":1e999", "number out of range"),
        ("\"nodes\":1", "\"nodes\":99999999999999999999999", "expected u16"),
        ("\"nodes\":1", "\"nodes\":\"1\"", "expected u16"),
        ("\"nodes\":1", "\"nodes\":1,\"nodes\":2", "key \"nodes\" already set in map"),
        ("\"nodes\":1", "\"nodes\":1,\"__proto__\":2", "unknown field `__proto__`"),
        ("\"now\":0", "\"now\":-1", "expected u64"),
        ("\"seed\":\"1\"", "\"seed\":1", "expected a string"),
        ("\"kubernetes\":\"current\"", "\"kubernetes\":\"9.9\"", "there is no release 9.9"),
    ] {
        assert!(whole.contains(from), "{from}");
        let refused = refusal(&whole.replacen(from, to, 1));
        assert!(refused.contains(told), "{refused}\nnot\n{told}");
    }
    let object = CREATE.replace("\"name\":\"demo\"", "\"name\":\"demo\",\"name\":\"other\"");
    let refused = refusal(&run(&format!("[{}]", act(&object))));
    assert!(refused.contains("key \"name\" already set in map"), "{refused}");
    assert!(refusal(&format!("{whole} {whole}")).contains("trailing characters"));
}

#[test]
fn an_alias_counts_with_all_it_stands_for() {
    let mut bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for (from, to) in "abcdefgh".chars().zip("bcdefghi".chars()) {
        bomb.push_str(&format!(
            "{to}: &{to} [*{from},*{from},*{from},*{from},*{from},*{from},*{from},*{from}]\n"
        ));
    }
    assert!(refusal(&bomb).starts_with("what is in the link is no run: "));
}

#[test]
fn what_is_not_understood_is_told() {
    let cases = [
        ("#/", "the link leads to nothing Podlab has: "),
        ("#/scene/", "the link leads to nothing Podlab has: scene/"),
        ("#/scene/../x", "the link leads to nothing Podlab has: scene/../x"),
        (
            "#/scene/%3Cimg%20src=x%20onerror=alert(1)%3E",
            "the link leads to nothing Podlab has: scene/<img src=x onerror=alert(1)>",
        ),
        ("#/scene/a?at=soon", "the link says at=soon, which means nothing"),
        ("#/scene/a?at=-1s", "the link says at=-1s, which means nothing"),
        ("#/scene/a?at=99999h", "the link says at=99999h, which means nothing"),
        ("#/scene/a?release=2.0", "the link says release=2.0, which means nothing"),
        ("#/scene/a?lang=xx", "the link says lang=xx, which means nothing"),
        ("#/scene/a?play=0", "the link says play=0, which means nothing"),
        ("#/scene/a?onload=alert(1)", "the link says onload=alert(1), which means nothing"),
        ("#/scene/a?__proto__=1", "the link says __proto__=1, which means nothing"),
        ("#/scene/a%zz", "the link is damaged or was cut off"),
        ("#/scene/%ff", "the link is damaged or was cut off"),
        ("#/run/v2.00000000.AAAA", "the link is of version 2; this Podlab reads version 1"),
        ("#/run/v12u.x", "the link is of version 12u; this Podlab reads version 1"),
        ("#/run/", "the link is damaged or was cut off"),
        ("#/run/v1", "the link is damaged or was cut off"),
        ("#/run/v1.0.AAAA", "the link is damaged or was cut off"),
        ("#/run/v1.+0000000.AAAA", "the link is damaged or was cut off"),
        ("#/run/v1.00000000.A*", "the link is damaged or was cut off"),
        ("#/run/x1.00000000.AAAA", "the link is damaged or was cut off"),
    ];
    for (fragment, told) in cases {
        assert_eq!(Permalink::parse(fragment).expect_err(fragment).to_string(), told, "{fragment}");
    }
    let long = format!("#/scene/a?panel={}", "<b>".repeat(200));
    let told = Permalink::parse(&long).expect_err("too long").to_string();
    assert!(told.len() < 120, "{told}");
}

#[test]
fn a_wrong_checksum_is_damage() {
    let fragment =
        Permalink { target: LinkTarget::Run(Packed::plain("{}")), view: View::default() }
            .fragment();
    let changed = fragment.replacen("v1u.", "v1u.0", 1);
    assert_eq!(Permalink::parse(&changed), Err(LinkError::Damaged));
    let other = Packed::plain("{} ").write();
    let (head, _) = fragment.rsplit_once('.').expect("dots");
    let (_, data) = other.rsplit_once('.').expect("dots");
    let LinkTarget::Run(packed) =
        Permalink::parse(&format!("{head}.{data}")).expect("it can be read").target
    else {
        panic!("a run")
    };
    assert_eq!(packed.text(packed.bytes.clone()), Err(LinkError::Damaged));
}

#[test]
fn programs_that_escape_a_link_do_not_break_it() {
    let link = Permalink::parse("#/scene/crash-loop?at=90s&panel=events").expect("right");
    for escaped in [
        "#/scene/crash-loop%3Fat%3D90s%26panel%3Devents",
        "#/scene/crash%2Dloop?at=90%73&panel=events",
    ] {
        assert_eq!(Permalink::parse(escaped), Ok(link.clone()), "{escaped}");
    }
}
