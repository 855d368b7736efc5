//! Stills of every scene: whole, harmless, true, and the same each time.

use podlab::api::ReadOptions;
use podlab::apiserver::columns::pod_row;
use podlab::base::time::{SimTime, Timestamp};
use podlab::files::scenario_file::read;
use podlab_figure::{Figure, Film, Theme, speak};
use podlab_messages::Language;
use pulldown_cmark::{Event, Options, Parser, Tag};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

fn figure(text: &str) -> Figure {
    let scenario = read(text, &ReadOptions::default()).expect("the scenario is right");
    Figure::open(&scenario, scenario.settings(), None).expect("it can be shown")
}

fn scene(name: &str, seconds: u64) -> Figure {
    let mut figure = figure(&podlab_lessons::find(name).expect("the scene is there"));
    figure.go_to(SimTime::from_seconds(seconds));
    figure
}

/// The classes in a style sheet.
fn styled(sheet: &str) -> BTreeSet<&str> {
    let selectors = sheet.split(['{', '}']).filter_map(|part| part.trim().split_once("figure ."));
    selectors.map(|(_, class)| class.trim()).collect()
}

/// Asserts that a picture is one that can stand in any page, and gives its texts.
fn assert_picture(svg: &str) -> Vec<String> {
    assert!(!svg.contains("\n\n"), "an empty line would end a block of HTML in Markdown");
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let names: Vec<&str> = root
        .children()
        .filter(Node::is_element)
        .map(|child| child.tag_name().name())
        .take(2)
        .collect();
    assert_eq!(names, ["title", "desc"]);
    let known = [
        "svg", "title", "desc", "style", "defs", "symbol", "g", "rect", "circle", "ellipse",
        "path", "text", "tspan", "use",
    ];
    let sheet = root.descendants().find(|node| node.has_tag_name("style"));
    let sheet = sheet.or_else(|| root.descendants().find(|node| node.tag_name().name() == "style"));
    let styled = styled(sheet.and_then(|node| node.text()).expect("there is a style sheet"));
    let (mut ids, mut uses, mut texts) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for node in root.descendants().filter(Node::is_element) {
        assert!(known.contains(&node.tag_name().name()), "{}", node.tag_name().name());
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!name.starts_with("on") && name != "style", "{name}");
            match name {
                "id" => assert!(ids.insert(value.to_owned()), "{value} twice"),
                "href" => {
                    uses.insert(value.trim_start_matches('#').to_owned());
                    assert!(value.starts_with('#'), "{value}");
                }
                "class" if node != root => {
                    let is_frame = |class: &&str| {
                        class.strip_prefix('f').is_some_and(|n| n.parse::<u8>().is_ok())
                    };
                    for class in value.split(' ').filter(|class| !is_frame(class)) {
                        assert!(styled.contains(class), "{class} has no style");
                    }
                }
                _ => assert!(!value.contains("://") && !value.contains("url("), "{value}"),
            }
        }
        if node.tag_name().name() == "text" {
            let text: String =
                node.descendants().filter_map(|n| n.text().filter(|_| n.is_text())).collect();
            let x: i64 =
                node.attribute("x").and_then(|x| x.parse().ok()).expect("texts have a place");
            let class = node.attribute("class").unwrap_or_default();
            let starts = !class.split(' ').any(|class| class == "end" || class == "mid");
            // Half of the size is a low guess of a character's width; none may begin so far right that it leaves the picture.
            let wide = text.chars().count() as i64 * 6;
            assert!(!starts || x + wide <= 960, "{text} at {x}");
            texts.push(text);
        }
    }
    assert!(uses.is_subset(&ids), "{uses:?} {ids:?}");
    for url in ["@import", "url(", "http:", "https:", "expression(", "javascript:"] {
        assert!(!sheet.and_then(|node| node.text()).unwrap_or_default().contains(url), "{url}");
    }
    texts
}

#[test]
fn every_scene_gives_whole_pictures_in_every_language() {
    for language in Language::ALL {
        speak(language);
        for name in podlab_lessons::names() {
            let mut figure = scene(&name, 0);
            for seconds in [0, 1, 7, 31, 64, 118] {
                figure.go_to(SimTime::from_seconds(seconds));
                let texts = assert_picture(&figure.svg(Theme::Auto));
                assert!(texts.contains(&figure.title()), "{name}");
                let document: serde_json::Value =
                    serde_json::from_str(&figure.json()).expect("JSON");
                assert_eq!(document["at"], seconds * 1000);
            }
        }
    }
    speak(Language::English);
}

#[test]
fn what_a_still_says_is_what_the_engine_has() {
    for name in podlab_lessons::names() {
        let mut figure = scene(&name, 0);
        for seconds in (0..120).step_by(4) {
            figure.go_to(SimTime::from_seconds(seconds));
            let document: serde_json::Value = serde_json::from_str(&figure.json()).expect("JSON");
            let lab = figure.lab();
            let (now, release) = (Timestamp::of(lab.now()), lab.sim().settings().release);
            if let Some((_, pod)) = lab.pod().filter(|_| lab.scene.workload.is_none()) {
                let row = pod_row(pod, now, release);
                let pod_facts = &document["pod"];
                assert_eq!(pod_facts["phase"]["text"], pod.status.phase().as_str());
                assert_eq!(pod_facts["status"]["text"], row.status);
                assert!(
                    figure.txt().contains(&format!("STATUS {}, READY {}", row.status, row.ready))
                );
                assert!(
                    figure
                        .markdown()
                        .contains(&format!("| phase | {} |", pod.status.phase().as_str()))
                );
            }
            if let Some(set) = lab.set() {
                let ready = document["set"]["counts"]["readyReplicas"].as_i64();
                assert_eq!(ready, Some(set.status.ready_replicas));
                for lane in document["set"]["lanes"].as_array().expect("a set has lanes") {
                    let pod = lab.sim().pod(&lab.scene.namespace, lane["name"].as_str().unwrap());
                    assert_eq!(lane["pod"].is_null(), pod.is_none(), "{name} {lane}");
                }
            }
        }
    }
}

#[test]
fn pictures_in_one_page_share_no_ids() {
    let ids = |svg: &str| -> BTreeSet<String> {
        let document = Document::parse(svg).expect("it is XML");
        document.descendants().filter_map(|node| node.attribute("id").map(str::to_owned)).collect()
    };
    let pictures = [scene("crash-loop", 60), scene("crash-loop", 61), scene("sts-ordered", 9)];
    let all: Vec<BTreeSet<String>> =
        pictures.iter().map(|one| ids(&one.svg(Theme::Auto))).collect();
    assert!(all[0].len() > 3 && all[0].is_disjoint(&all[1]) && all[1].is_disjoint(&all[2]));
}

#[test]
fn the_same_moment_gives_the_same_bytes() {
    for name in ["crash-loop", "sidecar", "sts-broken-rollout"] {
        let (one, mut two) = (scene(name, 70), scene(name, 0));
        // The way there makes no difference.
        while two.go_to_change(SimTime::from_seconds(70)) {}
        assert_eq!(one.svg(Theme::Auto), two.svg(Theme::Auto), "{name}");
        assert_eq!(
            (one.json(), one.markdown(), one.txt()),
            (two.json(), two.markdown(), two.txt())
        );
        assert_ne!(one.svg(Theme::Light), one.svg(Theme::Dark));
    }
}

const HOSTILE: &str = r#"
apiVersion: podlab/v1
kind: Scenario
metadata: {name: "</title><script>alert(1)</script>"}
title: "</title></svg><script>alert('1')</script>]]> & \"x\" | `b` [c](javascript:d) \u0000\u001b[31m\u202e"
until: 60
actions:
- {t: 0, do: runtime-rule, container: app, plan: [{run: 3, exit: 1, reason: "<img/src=x onerror=alert(2)>\n```\n<b>"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  readinessGates: [{conditionType: "example.com/gate"}]
  containers:
  - {name: app, image: "</text><script>alert(3)</script>"}
"#;

#[test]
fn nothing_that_people_write_becomes_markup() {
    let mut figure = figure(HOSTILE);
    for seconds in [0, 2, 5, 60] {
        figure.go_to(SimTime::from_seconds(seconds));
        let svg = figure.svg(Theme::Auto);
        assert_picture(&svg);
        assert!(!svg.contains("<script") && !svg.contains("<img") && !svg.contains('\u{202e}'));
        let markdown = figure.markdown();
        let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES);
        for event in events {
            assert!(!matches!(event, Event::Html(_) | Event::InlineHtml(_)), "{event:?}");
            assert!(
                !matches!(event, Event::Start(Tag::Link { .. } | Tag::Image { .. })),
                "{event:?}"
            );
        }
        let rows = markdown.lines().filter(|line| line.starts_with('|'));
        for row in rows {
            let bars = row.matches('|').count() - row.matches("\\|").count();
            assert_eq!(bars, 3, "{row}");
        }
        for text in [markdown, figure.txt()] {
            assert!(!text.contains(['\u{0}', '\u{1b}', '\u{202e}']));
        }
    }
    let svg = Film::of(self::figure(HOSTILE), SimTime::from_seconds(20)).svg(Theme::Auto, 10);
    assert!(!svg.contains("<script") && Document::parse(&svg).is_ok());
}

#[test]
fn a_pod_of_a_set_is_shown_beside_its_lanes() {
    let mut figure = scene("sts-ordered", 3);
    let pods = |svg: &str| assert_picture(svg).iter().filter(|text| *text == "STATUS").count();
    // Only the table of kubectl has the word.
    assert_eq!(pods(&figure.svg(Theme::Auto)), 1);
    figure.select("web-0");
    assert_eq!(pods(&figure.svg(Theme::Auto)), 2);
}

#[test]
fn a_large_set_is_drawn_as_cells() {
    let text = "
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: web
  replicas: 300
  podManagementPolicy: Parallel
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: nginx}]}
";
    let mut figure = figure(text);
    figure.go_to(SimTime::from_seconds(60));
    let svg = figure.svg(Theme::Auto);
    assert!(svg.len() < 200_000, "{}", svg.len());
    let texts = assert_picture(&svg);
    assert!(texts.iter().any(|text| text == "139") && !texts.iter().any(|text| text == "140"));
    assert!(texts.iter().any(|text| text.contains("160")), "it says how many are left out");
}

#[test]
fn a_film_shows_every_moment_once_and_can_stand_still() {
    for name in ["crash-loop", "sts-ordered", "graceful"] {
        let film = Film::of(scene(name, 0), SimTime::from_seconds(60));
        let svg = film.svg(Theme::Auto, 10);
        assert_picture(&svg);
        assert!(svg.contains("prefers-reduced-motion:reduce"));
        let frames = svg.matches("<g class=\"f").count();
        assert!((4..=48).contains(&frames), "{name}: {frames}");
        let moving: Vec<&str> = svg.lines().filter(|line| line.starts_with("@keyframes")).collect();
        assert_eq!(moving.len(), frames + 1);
        // A frame ends where the next one begins.
        let ends: Vec<&str> = moving
            .iter()
            .filter_map(|line| line.rsplit_once("{visibility:visible}")?.1.split('{').next())
            .filter(|end| end.ends_with('%'))
            .collect();
        for (end, next) in ends.iter().zip(&moving[1..]) {
            assert!(next.contains(&format!("{end}{{visibility:visible}}")), "{name}: {end} {next}");
        }
        assert_eq!(svg, Film::of(scene(name, 0), SimTime::from_seconds(60)).svg(Theme::Auto, 10));
    }
}

#[test]
fn a_recording_is_what_the_watch_printed() {
    let film = Film::of(scene("crash-loop", 0), SimTime::from_seconds(60));
    for speed in [1, 10] {
        let cast = film.cast(speed);
        let mut lines = cast.lines();
        let head: serde_json::Value = serde_json::from_str(lines.next().unwrap()).expect("JSON");
        assert_eq!(
            (head["version"].as_i64(), head["title"].as_str()),
            (Some(2), Some("A container that crashes"))
        );
        let (mut shown, mut last) = (String::new(), 0.0);
        for line in lines {
            let (at, kind, text): (f64, String, String) =
                serde_json::from_str(line).expect("an event");
            assert!(
                at >= last
                    && kind == "o"
                    && text.chars().count() <= head["width"].as_u64().unwrap() as usize + 2
            );
            shown.push_str(&text);
            last = at;
        }
        assert!((last - 60.0 / f64::from(speed)).abs() < 0.001);
        let watch = shown.replace("\r\n", "\n");
        assert!(
            watch.starts_with("$ kubectl get pods -w\nNAME ") && watch.contains("CrashLoopBackOff")
        );
    }
}
