//! The presenter: the stage and one answer in large type, one key for each move, a room that votes.

use podlab::ReadOptions;
use podlab::base::language::Language;
use podlab::files::presentation_file;
use podlab_browser_tests::Page;
use serde_json::json;

const TALK: &str = "
apiVersion: podlab/v1
kind: Presentation
title: Restarts
moves:
- {scene: runs, at: 30s, say: A Pod that runs.}
- {scene: crash-loop, at: 3s, say: What does kubectl print next?, ask: true}
- {at: 100s, show: why}
- {lesson: phase-and-status}
";

fn said(page: &Page) -> String {
    page.text(".presented-say")
}

fn is_presented(page: &Page) -> bool {
    page.count(".is-presented") == 1
}

fn open_talk() -> Page {
    let page = Page::open("/");
    page.paste(TALK);
    page.click("button", "Open this presentation");
    page.wait_until("the first move", |page| said(page) == "A Pod that runs.");
    page
}

/// The size of the type of what the selector matches, as a part of the window's width.
fn type_of(page: &Page, css: &str) -> f64 {
    let script = "return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize) / innerWidth";
    page.js(script, &[json!(css)]).as_f64().unwrap_or_else(|| panic!("nothing matches {css}"))
}

#[test]
fn a_key_shows_the_stage_to_a_room_and_escape_ends_it() {
    let page = Page::open("/#/scene/runs?at=30s");
    page.wait_for_text("#phase", "Running");
    page.js("document.activeElement?.blur()", &[]);
    page.press("p");
    page.wait_until("the presenter", is_presented);
    for gone in [".topbar", ".tracks", ".controls", ".answers", ".next"] {
        assert_eq!(page.count(gone), 0, "{gone}");
    }
    for (width, height) in [(1280, 720), (1920, 1080)] {
        page.set_size(width, height);
        // Eighteen pixels of 1280 are read from the last row.
        for part in [".say-text", ".container-name", ".state-word", "#status"] {
            let size = type_of(&page, part);
            assert!(size >= 0.0125, "{part} at {width}: {size}");
        }
        page.assert_fits();
        let is_whole = "const { top, bottom } = document.querySelector('.container-card').getBoundingClientRect();
            return top >= 0 && bottom <= document.querySelector('.presenter-bar').getBoundingClientRect().top";
        assert_eq!(page.js(is_whole, &[]), json!(true), "the container is seen whole at {width}");
    }
    page.assert_healthy();
    page.press("f");
    page.wait_until("the forecast", |page| page.count(".presented-answer .next") == 1);
    page.press("f");
    page.wait_until("no forecast", |page| page.count(".presented-answer") == 0);
    for (key, shown) in [("e", ".events"), ("g", ".terminal"), ("y", ".terminal"), ("w", ".chain")]
    {
        page.press(key);
        page.wait_until(key, |page| page.count(&format!(".presented-answer {shown}")) > 0);
        page.assert_healthy();
    }
    page.press("b");
    page.wait_until("nothing", |page| page.count(".presented-blank") == 1);
    page.press("PageDown");
    page.wait_until("the stage again", |page| page.count(".presented-blank") == 0);
    page.press("c");
    page.wait_until("the code", |page| page.count(".presented-code svg") == 1);
    page.wait_until("its address", |page| {
        page.text(".presented-code p").contains("/#/scene/runs?at=30s")
    });
    let covers = "return document.activeElement === document.querySelector('.presented-code')";
    assert_eq!(page.js(covers, &[]), json!(true), "nothing behind the cover has the focus");
    page.assert_healthy();
    page.press("Escape");
    page.wait_until("the stage again", |page| page.count(".presented-code") == 0);
    assert!(is_presented(&page));
    assert_eq!(page.js("return document.activeElement.id", &[]), json!("stage"));
    page.press("d");
    page.wait_until("dark", |page| {
        page.js("return document.documentElement.dataset.theme", &[]) == "dark"
    });
    page.assert_healthy();
    page.press("l");
    page.wait_until("the pointer", |page| page.count(".presented-pointer") == 1);
    page.press("Escape");
    page.wait_until("the page", |page| page.count(".topbar") == 1);
    assert_eq!(
        page.js("return document.documentElement.hasAttribute('data-presents')", &[]),
        json!(false)
    );
}

#[test]
fn a_room_votes_on_what_comes_next_and_sees_what_was_right() {
    let page = open_talk();
    page.press("PageDown");
    page.wait_until("the second move", |page| said(page).starts_with("What does kubectl"));
    page.wait_until("the question", |page| page.count(".quiz .vote") == 4);
    for key in ["1", "2", "2", "3", "9"] {
        page.press(key);
    }
    let votes = |page: &Page| {
        let script = "return [...document.querySelectorAll('.vote b')].map((each) => each.textContent).join()";
        page.js(script, &[]).as_str().unwrap_or_default().to_owned()
    };
    page.wait_until("the votes", |page| votes(page) == "1,2,1,0");
    page.assert_healthy();
    let asked =
        page.text(".quiz .act:nth-of-type(2) .vote span").trim_start_matches("2 ").to_owned();
    page.press("PageDown");
    page.wait_until("what is right", |page| !page.text(".quiz-told").is_empty());
    let told = page.text(".quiz-told");
    assert!(told.contains(&asked), "the room said {asked}: {told}");
    assert_eq!(votes(&page), "1,2,1,0", "the votes stay");
    page.assert_healthy();
}

#[test]
fn the_slides_of_the_workshop_ask_the_room_where_they_say_that_they_do() {
    let text = include_str!("../../../lessons/workshop/slides.yaml");
    let slides = presentation_file::read(text, &ReadOptions::default()).expect("it is read");
    let page = Page::open("/");
    page.paste(text);
    page.click("button", "Open this presentation");
    let mut asked = 0;
    for shown in &slides.moves {
        let sentence = shown.say.in_language(Language::English);
        page.wait_until(sentence, |page| {
            let is_there = said(page) == sentence.as_str();
            if !is_there {
                page.press("PageDown");
                page.wait_for_paint();
            }
            is_there
        });
        if shown.asks {
            page.wait_until("a question", |page| page.count(".quiz .vote") > 1);
            asked += 1;
        }
        page.assert_healthy();
    }
    assert_eq!(asked, 3);
}

#[test]
fn each_press_shows_the_next_move_and_the_way_back_leads_to_the_one_before() {
    let page = open_talk();
    let hash =
        |page: &Page| page.js("return location.hash", &[]).as_str().unwrap_or_default().to_owned();
    page.wait_until("the address", |page| hash(page).starts_with("#/present/v1."));
    let link = hash(&page);
    page.press("PageUp");
    page.wait_until("a word", |page| page.text(".toast") == "This is the first move.");
    page.press("PageDown");
    page.wait_until("the question", |page| page.count(".quiz .vote") == 4);
    // The button says what the key does: the right answer, and then the next move. A move asks once.
    assert!(page.has("button", "Show the answer PgDn"));
    page.press("PageDown");
    page.wait_until("what is right", |page| !page.text(".quiz-told").is_empty());
    page.wait_until("the next move", |page| page.has("button", "Next PgDn"));
    page.press("PageDown");
    page.wait_until("the third move", |page| page.text(".presenter-bar .clock") == "0:01:40");
    assert_eq!(page.count(".quiz"), 0, "nothing more is asked");
    assert!(page.count(".presented-answer .chain") > 0);
    page.press("PageDown");
    page.wait_until("the lesson", |page| page.count(".lesson .vote") == 3);
    assert!(page.has("button", "Show the answer PgDn"));
    page.press("1");
    page.wait_until("a vote", |page| page.text(".lesson .vote b") == "1");
    page.assert_healthy();
    // Shift+PgDn skips the lesson. This is already the last move.
    page.press("Shift+PageDown");
    page.wait_until("a word", |page| page.text(".toast") == "This is the last move.");
    assert_eq!(hash(&page), link, "moves leave the address of the presentation alone");
    page.click("button", "Start again");
    page.wait_until("no vote", |page| page.text(".lesson .vote b") == "0");
    page.press("PageUp");
    page.wait_until("the third move", |page| page.text(".presenter-bar .clock") == "0:01:40");
    page.press("Escape");
    page.wait_until("the page", |page| page.count(".topbar") == 1);
    // Another visitor who follows the link sees the same.
    page.go_to(&format!("/?again{link}"));
    page.wait_until("the first move", |page| said(page) == "A Pod that runs.");
    assert!(is_presented(&page));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_room_sees_the_solution_and_the_end_of_a_lesson() {
    let page = Page::open("/");
    page.paste(
        "
apiVersion: podlab/v1
kind: Presentation
title: A lesson
moves:
- {lesson: broken-rollout}
- {scene: runs, at: 30s}
",
    );
    page.click("button", "Open this presentation");
    page.wait_until("the lesson", |page| page.has("button", "Show the solution PgDn"));
    page.press("PageDown");
    page.wait_until("the goal", |page| page.count(".lesson-goals .is-reached") == 1);
    page.wait_until("the next step", |page| page.has("button", "Next step PgDn"));
    for (step, forward) in [(2, "Show the answer PgDn"), (3, "Show the answer PgDn")] {
        page.press("PageDown");
        page.wait_until("the question", |page| {
            page.text(".lesson-head").contains(&format!("Step {step} of 3"))
                && page.has("button", forward)
        });
        page.press("PageDown");
        page.wait_until("the verdict", |page| !page.text(".quiz-told").is_empty());
    }
    page.wait_until("the solution", |page| page.has("button", "Show the solution PgDn"));
    page.press("PageDown");
    page.wait_until("all goals", |page| page.count(".lesson-goals .is-reached") == 4);
    page.press("PageDown");
    page.wait_until("the end", |page| page.text(".lesson-result").starts_with("You finished"));
    page.press("PageDown");
    page.wait_until("the next move", |page| page.count(".lesson") == 0);
    page.assert_healthy();
}

#[test]
fn a_presentation_with_a_mistake_says_where() {
    let page = Page::open("/");
    page.paste(&TALK.replace("{at: 100s, show: why}", "{at: 100s, show: what}"));
    page.wait_until("the mistake", |page| {
        let told = page.text("dialog[open]");
        told.contains("what") && told.contains("line 8") || told.contains("Line 8")
    });
    assert!(
        page.js("return document.querySelector('dialog[open] .is-primary').disabled", &[]) == true
    );
    page.press("Escape");
    page.go_to("/?again#/scene/runs?at=30s&present=yes");
    page.wait_until("the presenter", is_presented);
    page.wait_for_text("#phase", "Running");
}
