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

/// The modules of a code's path, row by row; dark ones are true.
fn modules(code: &qr::Code) -> Vec<Vec<bool>> {
    let side = usize::try_from(code.side).expect("a side");
    let mut dark = vec![vec![false; side]; side];
    for step in code.path.split('M').skip(1) {
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let (place, rest) = step.split_once('h').expect("a way to the right");
        let (x, y) = place.split_once(' ').expect("a place");
        let (width, _) = rest.split_once('v').expect("a way down");
        dark[number(y)][number(x)..][..number(width)].fill(true);
    }
    dark
}

/// A picture of a code, with so many pixels for each module, and its side.
fn picture(code: &qr::Code) -> (usize, Vec<u8>) {
    const SCALE: usize = 5;
    let dark = modules(code);
    let side = dark.len() * SCALE;
    let brightness = |x: usize, y: usize| if dark[y / SCALE][x / SCALE] { 30 } else { 220 };
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    (side, pixels.map(|(x, y)| brightness(x, y)).collect())
}

/// What a reader finds in the picture of a code with a light edge.
fn scanned(code: &qr::Code) -> Vec<String> {
    let (dark, quiet) = (modules(code), qr::QUIET as usize);
    assert!(dark[..quiet].iter().flatten().all(|dark| !dark), "the quiet zone is light");
    assert!(dark.iter().all(|row| row[..quiet].iter().all(|dark| !dark)));
    let (side, grey) = picture(code);
    qr::read(side, side, &grey)
}

#[test]
fn a_reader_finds_the_link_in_its_code() {
    for length in [1, 40, 200, 500, 800] {
        let text = format!("{BASE}#/run/v1.{}", "aZ09-_".repeat(length / 6 + 1));
        assert_eq!(scanned(&qr::code(&text).expect("there is room")), [text]);
    }
    let svg = qr::code(BASE).expect("there is room").svg();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("/></svg>"), "{svg}");
}

#[test]
fn a_code_is_read_whichever_way_it_is_held_and_noise_is_none() {
    let text = "https://example.org/#/lesson/exit-0?class=Otter%207";
    let (side, mut grey) = picture(&qr::code(text).expect("there is room"));
    grey.reverse();
    assert_eq!(qr::read(side, side, &grey), [text]);
    let noise = (0..640_u32 * 480).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8);
    assert!(qr::read(640, 480, &noise.collect::<Vec<u8>>()).is_empty());
}

#[test]
fn a_code_that_would_be_too_fine_is_not_made() {
    assert!(qr::code(&"a".repeat(858)).is_some());
    assert_eq!(qr::code(&"a".repeat(859)), None);
}
