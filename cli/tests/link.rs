//! `podlab link` as people call it, and links where files may stand.

mod program;

use program::{assert_refused, podlab, scratch};

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
