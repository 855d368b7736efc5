//! What is pasted into other pages, and what phones read.

use podlab_link::snippets::Shared;
use podlab_link::{LinkTarget, Packed, Permalink, View, qr};

const BASE: &str = "https://example.org/podlab/";

fn shared<'a>(link: &'a Permalink, title: &'a str, run: &'a str) -> Shared<'a> {
    Shared { base: BASE, page: BASE, title, link, run }
}

#[test]
fn a_scene_is_named() {
    let link = Permalink::parse("#/scene/crash-loop?at=90s&release=1.28&panel=events&play=10")
        .expect("right");
    let shared = shared(&link, "A container that crashes", "");
    assert_eq!(
        shared.frame(),
        "<iframe src=\"https://example.org/podlab/embed.html#/scene/crash-loop?at=90s&amp;release=1.28&amp;panel=events&amp;play=10\" \
         title=\"Podlab: A container that crashes\" width=\"100%\" height=\"480\" loading=\"lazy\" sandbox=\"allow-scripts\"></iframe>"
    );
    assert_eq!(
        shared.element(),
        "<script src=\"https://example.org/podlab/embed/podlab.classic.js\"></script>\n\
         <pod-lab scene=\"crash-loop\" start-at=\"90s\" release=\"1.28\" panels=\"tracks,events\" autoplay speed=\"10\"></pod-lab>"
    );
    assert_eq!(
        shared.markdown(),
        "[Podlab: A container that crashes](https://example.org/podlab/#/scene/crash-loop?at=90s&release=1.28&panel=events&play=10)"
    );
    assert_eq!(
        shared.block(),
        "```podlab scene=crash-loop start-at=90s release=1.28 panels=tracks,events autoplay speed=10\n```\n"
    );
}

#[test]
fn a_run_stands_in_the_page_itself_and_cannot_get_out() {
    let run = r#"{"title":"</script><img onerror=x> ```` "}"#;
    let link = Permalink { target: LinkTarget::Run(Packed::plain(run)), view: View::default() };
    let shared = shared(&link, "\"><img src=x onerror=alert(1)>](javascript:x)", run);
    for html in [shared.frame(), shared.element()] {
        assert!(!html.contains("<img"), "{html}");
    }
    assert_eq!(shared.element().matches("</script>").count(), 2);
    assert!(
        shared.frame().contains(
            "title=\"Podlab: &quot;&gt;&lt;img src=x onerror=alert(1)&gt;](javascript:x)\""
        )
    );
    assert!(shared.markdown().starts_with(
        "[Podlab: \\\"\\>\\<img src\\=x onerror\\=alert\\(1\\)\\>\\]\\(javascript:x\\)](https:"
    ));
    assert!(shared.block().starts_with("`````podlab\n{") && shared.block().ends_with("\n`````\n"));
}

/// What a reader finds in a code's path, drawn module by module.
fn scanned(code: &qr::Code) -> String {
    let side = usize::try_from(code.side).expect("a side");
    let mut dark = vec![vec![false; side]; side];
    for step in code.path.split('M').skip(1) {
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let (place, rest) = step.split_once('h').expect("a way to the right");
        let (x, y) = place.split_once(' ').expect("a place");
        let (width, _) = rest.split_once('v').expect("a way down");
        dark[number(y)][number(x)..][..number(width)].fill(true);
    }
    let quiet = qr::QUIET as usize;
    assert!(dark[..quiet].iter().flatten().all(|dark| !dark), "the quiet zone is light");
    assert!(dark.iter().all(|row| row[..quiet].iter().all(|dark| !dark)));
    let inner = side - 2 * quiet;
    let grid = rqrr::SimpleGrid::from_func(inner, |x, y| dark[y + quiet][x + quiet]);
    rqrr::Grid::new(grid).decode().expect("it can be read").1
}

#[test]
fn a_reader_finds_the_link_in_its_code() {
    for length in [1, 40, 200, 500, 800] {
        let text = format!("{BASE}#/run/v1.{}", "aZ09-_".repeat(length / 6 + 1));
        assert_eq!(scanned(&qr::code(&text).expect("there is room")), text);
    }
    let svg = qr::code(BASE).expect("there is room").svg();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("/></svg>"), "{svg}");
}

#[test]
fn a_code_that_would_be_too_fine_is_not_made() {
    assert!(qr::code(&"a".repeat(858)).is_some());
    assert_eq!(qr::code(&"a".repeat(859)), None);
}
