//! Scenes on the page: where they open, what they ask, and that they hand over.

use podlab_browser_tests::Page;

/// The most changes until something of a few seconds has happened.
const PRESSES: usize = 30;

/// Waits until the scene has handed over, and gives what it says.
fn told(page: &Page) -> String {
    page.wait_until("the turn of the learner", |page| page.count(".learner-turn.is-told") == 1);
    page.text(".learner-turn p")
}

/// The release that is chosen.
fn release(page: &Page) -> String {
    let chosen = "input[name=release]:checked + span";
    page.wait_until("the release", |page| page.count(chosen) == 1);
    page.text(chosen)
}

#[test]
fn a_scene_stops_once_at_its_moment_and_hands_over() {
    let page = Page::open("/#/scene/sts-web-0-fails?play=60");
    let words = told(&page);
    assert!(words.starts_with("Your turn: Let the StatefulSet create web-2."), "{words}");
    assert_eq!(
        page.text(".clock"),
        "0:00:45.0",
        "it stops at its moment, not at some frame after it"
    );
    assert!(page.has("button", "Play"), "time stands still");
    assert_eq!(page.attribute(".learner-turn p", "role").as_deref(), Some("status"));
    assert_eq!(
        page.js("return document.activeElement.tagName", &[]),
        "BODY",
        "the focus is left alone"
    );
    page.assert_healthy();
    page.click("button", "Play");
    page.wait_until("time passes", |page| page.text(".clock").as_str() > "0:00:50");
    assert!(page.has("button", "Pause"), "it stops once");
    page.click("button", "Pause");
    page.click("button", "Hide");
    page.wait_until("no note", |page| page.count(".learner-turn.is-told") == 0);
    let focus = "return document.activeElement.classList.contains('play')";
    assert_eq!(page.js(focus, &[]), true);
    page.assert_healthy();
    // Another start is another turn.
    page.click("button", "Start over");
    page.click("radio", "max");
    page.click("button", "Play");
    assert_eq!(told(&page), words);
    assert_eq!(page.text(".clock"), "0:00:45.0", "the highest speed does not miss it");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_the_learner_does_is_what_goes_on() {
    let page = Page::open("/#/scene/sts-broken-rollout");
    // It opens shortly before the update.
    page.wait_for_text(".clock", "0:00:22.0");
    page.seek(75);
    let words = told(&page);
    assert!(words.contains("web-2 still does not run"), "{words}");
    page.wait_until("the act on the stage", |page| page.count(".intention-acts .is-primary") == 1);
    page.click("button", "What helps?");
    page.click("button", "Delete the Pod web-2");
    page.step_until(PRESSES, "three Pods are ready", |page| page.are_ready(3));
    page.assert_healthy();
}

#[test]
fn a_moment_that_a_link_names_goes_before_the_turn() {
    let page = Page::open("/#/scene/sts-claims?at=60s");
    page.wait_until("60 s", |page| page.text(".clock") == "0:01:00.0");
    assert_eq!(page.count(".learner-turn.is-told"), 0);
    // Before the moment there is nothing to say either.
    page.js("location.hash = '#/scene/sts-claims?at=30s'", &[]);
    page.wait_until("30 s", |page| page.text(".clock") == "0:00:30.0");
    assert_eq!(page.count(".learner-turn.is-told"), 0);
    page.seek(50);
    assert!(told(&page).contains("Scale the StatefulSet to 3 again."));
    page.seek(30);
    page.wait_until("no note", |page| page.count(".learner-turn.is-told") == 0);
}

#[test]
fn a_scene_asks_in_the_language_of_the_page_and_fits_a_phone() {
    let page = Page::open("/#/scene/unschedulable");
    page.wait_for_text(".clock", "0:00:05.0");
    page.seek(15);
    told(&page);
    for (code, language, question, turn) in [
        (
            "id",
            "Bahasa Indonesia",
            "Apa yang dicari scheduler?",
            "Giliran Anda: Buat satu node cocok",
        ),
        ("ko", "한국어", "스케줄러는 무엇을 찾고 있나요?", "이제 해 보세요: 맞는 노드를 만드세요."),
    ] {
        page.speak(language, code);
        page.wait_until(question, |page| page.text(".scene-question").ends_with(question));
        assert!(told(&page).starts_with(turn), "{}", told(&page));
        page.go_narrow();
        page.assert_fits();
        page.assert_healthy();
        page.set_size(1440, 900);
    }
}

#[test]
fn a_scene_about_a_status_opens_in_a_release_that_prints_it_and_the_next_does_not() {
    let page = Page::open("/#/scene/crash-loop");
    assert_eq!((release(&page), page.text(".clock")), ("1.28".into(), "0:00:33.0".into()));
    assert!(page.text(".scene-question").contains("1.28"));
    page.seek(38);
    assert_eq!(
        (page.text("#status"), page.text("#phase")),
        ("CrashLoopBackOff".into(), "Running".into())
    );
    page.click("radio", "1.36");
    page.wait_until("the other release", |page| page.text("#status") == "Error");
    page.open_scene("Exit 0, again and again");
    page.wait_until("its release", |page| release(page) == "1.28");
    page.open_scene("A large image");
    page.wait_until("the usual release", |page| release(page) == "1.36");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_program_that_removes_its_file_is_told_and_is_the_root_of_a_failed_check() {
    let page = Page::open("/#/scene/liveness?at=29s");
    page.wait_until("the scene", |page| page.count(".say-text") == 1);
    let removes = "The program in liveness removed the file /tmp/healthy.";
    page.step_until(4, "the file is removed", |page| page.text(".say-text").ends_with(removes));
    page.step_until(PRESSES, "a failed check", |page| page.text(".say-text").contains("failed"));
    page.click("button", "Why?");
    page.wait_until("the answer", |page| page.count(".chain-step") > 1);
    assert_eq!(
        page.text(".why-conclusion"),
        "The liveness probe of liveness failed because the program in liveness removed /tmp/healthy."
    );
    page.assert_healthy();
}
