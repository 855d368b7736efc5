//! Links lead back to what they were made from, however they are made.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use podlab::base::time::SimTime;
use podlab::cluster::world::Jitter;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::story::Story;
use podlab_link::{Compared, LinkTarget, MOST_CHARS, MOST_TEXT, Packed, Permalink, View, read_run};
use podlab_messages::Language;
use proptest::option::of;
use proptest::prelude::*;

fn view() -> impl Strategy<Value = View> {
    let word = "[ -~가-힣<>&%]{1,40}";
    let releases = prop::sample::select(&Release::ALL[..]);
    let jitters = prop::sample::select(vec![Jitter::Middle, Jitter::Zero]);
    let languages = prop::sample::select(&Language::ALL[..]);
    let compared = (word, "[a-zA-Z0-9, <>]{0,40}");
    let compared = compared.prop_map(|(what, values)| Compared { what, values });
    let first = (
        of(0..315_360_000_000_u64),
        of(releases),
        of(jitters),
        any::<bool>(),
        of(languages),
        of(word),
        of(word),
    );
    let second = (
        any::<bool>(),
        of(any::<u64>()),
        of(word),
        of(1..=u32::MAX),
        of(compared),
        any::<bool>(),
        of(word),
        of(any::<u64>()),
        any::<bool>(),
    );
    (first, second).prop_map(|(first, second)| View {
        at: first.0.map(SimTime),
        release: first.1,
        jitter: first.2,
        max_unavailable: first.3,
        language: first.4,
        panel: first.5,
        pod: first.6,
        of_pod: second.0,
        change: second.1,
        window: second.2,
        play: second.3,
        compared: second.4,
        presents: second.5,
        class: second.6,
        seed: second.7,
        quizzes: second.8,
    })
}

fn target() -> impl Strategy<Value = LinkTarget> {
    let packed = ("\\PC{0,300}", any::<bool>()).prop_map(|(text, is_deflated)| {
        if is_deflated {
            Packed::deflated(&text, compress_to_vec(text.as_bytes(), 6))
        } else {
            Packed::plain(&text)
        }
    });
    prop_oneof![
        "[a-z0-9-]{1,30}".prop_map(LinkTarget::Scene),
        ("[a-z0-9-]{1,30}", "[A-Za-z]{1,12}").prop_map(|(a, b)| LinkTarget::Example(a, b)),
        "[a-z0-9-]{1,30}".prop_map(LinkTarget::Lesson),
        packed.clone().prop_map(LinkTarget::Run),
        packed.clone().prop_map(LinkTarget::OwnLesson),
        packed.prop_map(LinkTarget::Presentation),
    ]
}

proptest! {
    #[test]
    fn a_link_that_is_read_is_the_link_that_was_written(target in target(), view in view()) {
        let link = Permalink { target, view };
        let fragment = link.fragment();
        prop_assert_eq!(Permalink::parse(&fragment), Ok(link));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "#/?&=-._,:%".contains(c);
        prop_assert!(fragment.chars().all(is_plain), "{}", fragment);
    }

    #[test]
    fn no_fragment_panics(text in "\\PC{0,200}", start in prop::sample::select(STARTS)) {
        let _ = Permalink::parse(&format!("{start}{text}"));
        let _ = View::read(&text);
        let _ = read_run(&text);
    }

    #[test]
    fn a_link_that_is_cut_off_or_changed_is_refused(cut in 1_usize..400, letter in "[A-Za-z0-9_-]") {
        let run = run_of("crash-loop", 90);
        let fragment = link_to(&run).fragment();
        let end = fragment.len().saturating_sub(cut).max(3);
        prop_assert!(open(&fragment[..end]).is_err());
        let mut changed = fragment[..end].to_owned();
        changed.push_str(&letter);
        changed.push_str(fragment.get(end + 1..).unwrap_or_default());
        // The bits after the end of DEFLATE's last block mean nothing.
        prop_assert!(open(&changed).is_ok_and(|opened| opened == run) || open(&changed).is_err(), "{}", changed);
    }
}

const STARTS: &[&str] = &[
    "",
    "#/",
    "#/run/v1.",
    "#/run/v1u.0000abcd.",
    "#/scene/a?",
    "#/example/",
    "{\"format\":\"podlab-run\"",
];

/// What opening a fragment comes to.
fn open(fragment: &str) -> Result<RunFile, String> {
    let link = Permalink::parse(fragment).map_err(|wrong| wrong.to_string())?;
    let LinkTarget::Run(packed) = link.target else { return Err("no run".to_owned()) };
    let bytes = if packed.is_deflated {
        let bytes = decompress_to_vec_with_limit(&packed.bytes, MOST_TEXT);
        bytes.map_err(|error| error.to_string())?
    } else {
        packed.bytes.clone()
    };
    let text = packed.text(bytes).map_err(|wrong| wrong.to_string())?;
    Ok(read_run(&text).map_err(|wrong| wrong.to_string())?.0)
}

fn link_to(run: &RunFile) -> Permalink {
    let text = run.write_compact();
    let packed = Packed::deflated(&text, compress_to_vec(text.as_bytes(), 6));
    Permalink { target: LinkTarget::Run(packed), view: View::default() }
}

/// A scene, played for so many seconds.
fn run_of(name: &str, seconds: u64) -> RunFile {
    let path = format!("{}/../lessons/scenes/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the scene is there");
    let scenario = scenario_file::read(&text, &podlab::api::ReadOptions::default());
    let scenario = scenario.expect("the scene is right");
    let nodes = scenario.nodes.unwrap_or(3);
    let start = Sim::with_nodes(scenario.settings(), nodes);
    let story = Story::new("default".into(), "web-0".into());
    let script = podlab::files::scenario_file::script(&scenario);
    let mut history =
        podlab::timeline::history::History::of(start, story, script).expect("it begins");
    history.run_until(SimTime::from_seconds(seconds), u64::MAX);
    RunFile::of(&history, nodes)
}

#[test]
fn every_scene_is_the_same_run_after_a_link_and_its_link_is_short() {
    let folder = format!("{}/../lessons/scenes", env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the scenes are there") {
        let path = entry.expect("it can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let run = run_of(name, 90);
        let fragment = link_to(&run).fragment();
        assert!(fragment.len() < 2000, "{name}: {} characters", fragment.len());
        let opened = open(&fragment).expect(name);
        assert_eq!(opened, run, "{name}");
        let fingerprint = |run: &RunFile| run.history().expect(name).sim().fingerprint();
        assert_eq!(fingerprint(&opened), fingerprint(&run), "{name}");
        count += 1;
    }
    assert!(count > 30);
}

#[test]
fn what_is_over_a_limit_is_refused_before_it_is_unpacked() {
    let long = format!("#/scene/{}", "a".repeat(MOST_CHARS));
    assert_eq!(
        Permalink::parse(&long).unwrap_err().to_string(),
        "the link has 65544 characters; it may have 65536"
    );
    let bomb = compress_to_vec(&vec![b' '; MOST_TEXT + 1], 9);
    let text = " ".repeat(MOST_TEXT + 1);
    let link =
        Permalink { target: LinkTarget::Run(Packed::deflated(&text, bomb)), view: View::default() };
    assert!(link.fragment().len() < 2000);
    assert!(open(&link.fragment()).is_err());
    assert!(Packed::plain("").text(vec![b' '; MOST_TEXT + 1]).is_err());
}
