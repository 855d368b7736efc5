//! `podlab link` as people call it, and links where files may stand.

use crate::common::{assert_refused, podlab, scratch};
use miniz_oxide::inflate::decompress_to_vec;
use podlab_link::{LinkTarget, Permalink};

const SCENE: &str = "../../lessons/scenes/sts-rolling.yaml";

#[test]
fn a_link_runs_as_the_files_do_that_it_was_made_from() {
    let linked = podlab(&["link", SCENE, "--kubernetes", "1.28", "--at", "2m"]);
    assert_eq!(linked.code, Some(0), "{}", linked.stderr);
    let link = linked.stdout.trim_end();
    assert!(link.starts_with("#/run/v1.") && link.len() < 2000, "{link}");
    let played = podlab(&["run", SCENE, "--kubernetes", "1.28", "--until", "2m"]);
    // Of a scenario the title and the name are printed too; of a run the title alone.
    let rows = |text: &str| {
        text.lines().filter(|line| line.contains("web-")).map(str::to_owned).collect::<Vec<_>>()
    };
    let opened = podlab(&["run", link]);
    assert!(rows(&played.stdout).len() > 10, "{}", played.stdout);
    assert_eq!(rows(&opened.stdout), rows(&played.stdout));
    let address = format!("https://example.org/podlab/{link}");
    assert_eq!(podlab(&["run", &address]).stdout, opened.stdout);
}

#[test]
fn a_saved_run_and_its_link_are_the_same() {
    let path = &scratch("linked.json", "");
    assert_eq!(podlab(&["run", SCENE, "--until", "90s", "--save", path]).code, Some(0));
    let address = podlab(&["link", path, "--page", "https://example.org/"]).stdout;
    assert!(address.starts_with("https://example.org/#/run/v1."), "{address}");
    assert_eq!(podlab(&["run", address.trim_end()]).stdout, podlab(&["run", path]).stdout);
    assert_eq!(podlab(&["link", address.trim_end()]).stdout, podlab(&["link", path]).stdout);
}

#[test]
fn a_link_that_is_wrong_is_told_in_one_line() {
    let link = podlab(&["link", SCENE]).stdout;
    let cases = [
        ("#/run/v1.00000000", "<link>: the link is damaged or was cut off\n"),
        (
            "#/run/v3.00000000.AAAA",
            "<link>: the link is of version 3; this Podlab reads version 1\n",
        ),
        (&link[..link.len() - 40], "<link>: the link is damaged or was cut off\n"),
    ];
    for (link, told) in cases {
        let ran = podlab(&["run", link]);
        assert_refused(&ran, link);
        assert_eq!(ran.stderr, told);
    }
}

#[test]
fn a_scene_by_its_name_has_a_short_link() {
    let cases: [(&[&str], &str); 7] = [
        (&["crash-loop"], "#/scene/crash-loop"),
        (&["crash-loop", "--at", "90s", "--lang", "ko"], "#/scene/crash-loop?at=90s&lang=ko"),
        // The scene opens in 1.28.
        (&["crash-loop", "--kubernetes", "current"], "#/scene/crash-loop?release=current"),
        (&["sidecar", "--release", "1.28"], "#/scene/sidecar?release=1.28"),
        (&["example-1-Never"], "#/example/exits-1/Never"),
        (&["example/exits-1/Never", "--seed", "1"], "#/example/exits-1/Never"),
        (&["runs", "--page", "https://example.org/lab/"], "https://example.org/lab/#/scene/runs"),
    ];
    for (arguments, link) in cases {
        let ran = podlab(&[&["link"], arguments].concat());
        assert_eq!((ran.stderr.as_str(), ran.stdout.trim_end()), ("", link), "{arguments:?}");
    }
    let other = podlab(&["link", "crash-loop", "--seed", "2", "--lang", "id"]).stdout;
    assert!(other.starts_with("#/run/v1."), "{other}");
    assert_eq!(podlab(&["run", other.trim_end()]).code, Some(0));
    // The file of a scene may have been changed, so it goes into the link.
    assert!(podlab(&["link", SCENE]).stdout.starts_with("#/run/v1."));
    let lacking = podlab(&["link", "sidecar", "--kubernetes", "1.20"]);
    assert_refused(&lacking, "a field that the release lacks");
}

#[test]
fn a_page_is_an_address_that_only_opens_it() {
    for page in [
        "javascript:alert(1)//",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "localhost:8080/",
    ] {
        let ran = podlab(&["link", "runs", "--page", page]);
        assert_refused(&ran, page);
        assert!(ran.stderr.contains("it must be an address with http, https or file"), "{page}");
    }
    for page in
        ["HTTP://localhost:8080/", "file:///tmp/podlab.html", "/lab/", "../lab.html?a:b", ""]
    {
        let ran = podlab(&["link", "runs", "--page", page]);
        assert_eq!(ran.stdout, format!("{page}#/scene/runs\n"), "{}", ran.stderr);
    }
}

#[test]
fn a_lesson_is_packed_whole_and_one_that_comes_with_podlab_has_a_short_link() {
    let short = podlab(&["link", "phase-and-status", "--lang", "ko"]);
    assert_eq!(short.stdout, "#/lesson/phase-and-status?lang=ko\n", "{}", short.stderr);
    let text = podlab_lessons::lesson("phase-and-status").expect("there is such a lesson");
    let file = scratch("own-lesson.yaml", text);
    let ran = podlab(&["link", &file, "--page", "https://example.org/"]);
    let fragment = ran.stdout.trim().strip_prefix("https://example.org/").expect("the page");
    let link = Permalink::parse(fragment).expect("it is a link");
    let LinkTarget::OwnLesson(packed) = link.target else { panic!("{fragment} is no lesson") };
    let bytes = decompress_to_vec(&packed.bytes).expect("it is packed");
    assert_eq!(packed.text(bytes).as_deref(), Ok(text));
    let moment = podlab(&["link", &file, "--at", "5s"]);
    assert_eq!((moment.code, moment.stdout.as_str()), (Some(2), ""), "{}", moment.stderr);
    let file = scratch("wrong-lesson.yaml", text.replace("kubernetes:", "kubernets:"));
    let wrong = podlab(&["link", &file]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("unknown field \"kubernets\""), "{}", wrong.stderr);
}

#[test]
fn a_presentation_is_packed_and_what_it_leads_to_must_be_there() {
    let talk = "apiVersion: podlab/v1\nkind: Presentation\ntitle: T\nmoves:\n- {scene: runs}\n- {lesson: exit-0}\n- {scene: example/exits-1/Never}\n";
    let ran = podlab(&["link", &scratch("talk.yaml", talk)]);
    let link = Permalink::parse(ran.stdout.trim()).expect("it is a link");
    assert!(matches!(link.target, LinkTarget::Presentation(_)), "{}", ran.stdout);
    for (old, new, told) in [
        ("scene: runs", "scene: walks", "the link leads to nothing Podlab has: walks"),
        ("lesson: exit-0", "lesson: exit-9", "the link leads to nothing Podlab has: exit-9"),
        ("scene: runs", "link: '#/scene/runs?at=soon'", "the link says at=soon"),
        ("scene: runs", "scen: runs", "unknown field \"scen\""),
    ] {
        let ran = podlab(&["link", &scratch("wrong-talk.yaml", talk.replace(old, new))]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains(told), "{new}: {}", ran.stderr);
    }
    let release = podlab(&["link", &scratch("talk.yaml", talk), "--kubernetes", "1.28"]);
    assert_eq!(release.code, Some(2), "{}", release.stderr);
}
