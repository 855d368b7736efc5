//! The room of the page: the stage clips nothing, panes fold and grow, and everything fits a phone and a magnified window.

use podlab_browser_tests::{Browser, Page, set_of};
use serde_json::{Value, json};

/// A desk, a tablet and a phone.
const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];

/// The page as a first visitor sees it, at that size.
fn first_visit(width: u32, height: u32) -> Page {
    let page = Page::open("/fixtures/empty.html?first-visit");
    page.set_size(width, height);
    page.go_to("/?first-visit");
    page
}

/// Runs a StatefulSet of so many Pods, of which each waits for the one before.
fn run_set(page: &Page, replicas: usize) {
    page.paste(&set_of(replicas));
    page.click("button", "Run this Pod");
    page.wait_until("the set", |page| {
        page.count(".cells .cell") == replicas || page.count(".lane") == replicas
    });
    if page.has("button", "Pause") {
        page.click("button", "Pause");
    }
}

/// What of the lanes, the gates and the cells is cut, or lies beside the stage.
fn cut(page: &Page) -> Value {
    page.js(
        "const stage = document.querySelector('.stage'), faults = [];
         const name = (each) => each.dataset.pod ?? each.className;
         for (const each of stage.querySelectorAll('.lane, .lane-body, .gate, .cell-place, .capsule')) {
           const box = each.getBoundingClientRect(), area = stage.getBoundingClientRect();
           if (box.left < area.left || box.right > area.right) faults.push(name(each) + ' lies beside the stage');
           for (let around = each.parentElement; around.tagName !== 'BODY'; around = around.parentElement) {
             const { top, bottom } = around.getBoundingClientRect();
             const isOut = box.top < top - 1 || box.bottom > bottom + 1;
             if (isOut && /hidden|clip/.test(getComputedStyle(around).overflowY)) faults.push(name(each) + ' is cut');
           }
         }
         return faults;",
        &[],
    )
}

/// Whether an element is in sight as a whole: within what scrolls around it, the window, and not behind a bar that lies over the page.
fn is_in_sight(page: &Page, css: &str) -> bool {
    let script = "
        const each = document.querySelector(arguments[0]);
        const box = each.getBoundingClientRect();
        let [top, bottom] = [0, innerHeight];
        for (let around = each.parentElement; around; around = around.parentElement) {
          if (!/auto|scroll/.test(getComputedStyle(around).overflowY) || around === document.documentElement) continue;
          const area = around.getBoundingClientRect();
          [top, bottom] = [Math.max(top, area.top), Math.min(bottom, area.bottom)];
        }
        for (const bar of document.querySelectorAll('.told, .controls, .transport')) {
          const { position } = getComputedStyle(bar);
          if (position !== 'fixed' && position !== 'sticky') continue;
          const area = bar.getBoundingClientRect();
          if (area.top <= innerHeight / 2) top = Math.max(top, area.bottom);
          else bottom = Math.min(bottom, area.top);
        }
        return box.top >= top - 1 && box.bottom <= bottom + 1 && box.left >= 0 && box.right <= innerWidth;";
    page.js(script, &[css.into()]) == true
}

/// How many screens high the page is.
fn screens(page: &Page) -> f64 {
    let height = page.js("return document.documentElement.scrollHeight / innerHeight", &[]);
    height.as_f64().expect("a number")
}

/// How high the parts of the page are.
fn heights(page: &Page) -> Value {
    page.js(
        "return [...document.querySelectorAll('.lab > *, .set-bar, .lanes-box, .capsule')]
           .map((each) => [each.className, each.getBoundingClientRect().height])",
        &[],
    )
}

#[test]
fn the_stage_cuts_no_lane_and_no_gate_of_few_or_many_pods() {
    for (width, height) in SIZES {
        let page = first_visit(width, height);
        for replicas in [1, 3, 5, 10, 50, 200] {
            run_set(&page, replicas);
            page.advance();
            assert_eq!(cut(&page), json!([]), "{replicas} Pods at {width} × {height}");
            let empty = page.js(
                "const box = document.querySelector('.lanes-box').getBoundingClientRect();
                 return document.querySelector('.cell, .lane').getBoundingClientRect().top - box.top",
                &[],
            );
            assert!(
                empty.as_f64().is_some_and(|it| it < 120.0),
                "{replicas} at {width}: {empty} px"
            );
            page.assert_fits();
        }
    }
}

#[test]
fn narrow_lanes_break_no_word_of_status() {
    for (width, height) in [(1440, 900), (1280, 720)] {
        let page = first_visit(width, height);
        page.go_to("/?first-visit&lanes#/scene/sts-scale-down?at=45s");
        page.wait_until("a Pod that ends", |page| page.lane("web-2").status == "Terminating");
        let broken = || {
            page.js(
                "return [...document.querySelectorAll('.lane-status')]
                   .filter((each) => each.clientHeight > 1.5 * parseFloat(getComputedStyle(each).lineHeight) && !/[a-z][A-Z]/.test(each.textContent) || each.scrollWidth > each.clientWidth)
                   .map((each) => each.textContent)",
                &[],
            )
        };
        assert_eq!(broken(), json!([]), "at {width}");
        page.click("button", "All controls");
        page.wait_until("all controls", |page| page.has("button", "Force delete"));
        assert_eq!(broken(), json!([]), "at {width}, beside all controls");
    }
}

#[test]
fn the_stage_shows_the_pod_that_is_waited_for() {
    let page = first_visit(1440, 900);
    run_set(&page, 10);
    for pod in ["web-4", "web-9"] {
        page.step_until(500, pod, |page| page.lane(pod).status == "Pending");
        assert!(is_in_sight(&page, &format!(".lane[data-pod={pod}] .lane-pod")), "{pod}");
    }
    run_set(&page, 200);
    let last = ".cell-place[data-pod=web-199] .cell";
    page.js("document.querySelector('.cells').scrollTop = 10000", &[]);
    let waited_for = |page: &Page| {
        page.js("return document.querySelector('.cell.is-holding')?.closest('.cell-place').dataset.pod ?? null", &[])
    };
    let before = waited_for(&page);
    page.step_until(60, "the next Pod that is waited for", |page| {
        let now = waited_for(page);
        now != Value::Null && now != before
    });
    assert!(is_in_sight(&page, ".cell.is-holding"));
    assert!(!is_in_sight(&page, last));
}

#[test]
fn the_card_of_the_chosen_pod_is_whole_beside_three_lanes() {
    let page = first_visit(1440, 900);
    page.open_scene("Three Pods, one by one");
    page.step_until(500, "three Pods", |page| page.are_ready(3));
    for part in [".capsule", ".set-bar", ".lane[data-pod=web-2]"] {
        assert!(is_in_sight(&page, part), "{part}");
    }
}

#[test]
fn a_first_visitor_finds_few_controls_and_all_of_them_one_press_away() {
    let page = first_visit(1440, 900);
    let seen = || {
        page.js("return [...document.querySelectorAll('.controls :is(button, input)')].length", &[])
    };
    let few = seen().as_u64().unwrap_or(0);
    assert!((3..=7).contains(&few), "{few} controls");
    assert!(page.has("button", "Exit 1") && page.has("button", "Delete"));
    assert_eq!(page.attribute(".controls .fold", "aria-expanded").as_deref(), Some("false"));
    page.click("button", "All controls");
    page.wait_until("all controls", |page| page.has("button", "Force delete"));
    assert_eq!(page.attribute(".controls .fold", "aria-expanded").as_deref(), Some("true"));
    let focused = page.js("return document.activeElement.className", &[]);
    assert_eq!(focused, "fold", "the button keeps the focus");
    page.go_to("/?first-visit&again");
    page.wait_until("all controls again", |page| page.has("button", "Force delete"));
    page.click("button", "All controls");
    page.wait_until("few controls", |page| !page.has("button", "Force delete"));
    page.go_to("/?first-visit&once-more");
    assert!(!page.has("button", "Force delete") && page.has("button", "Exit 1"));
    page.assert_healthy();
}

#[test]
fn the_few_controls_act_on_a_pod_and_on_a_set() {
    let page = first_visit(1440, 900);
    page.open_scene("Liveness fails");
    page.step_until(40, "a running container", |page| !page.is_off("Exit 1"));
    page.click("switch", "liveness probe fails");
    page.step_until(40, "a restart", |page| page.text(".restarts") == "1");
    page.open_scene("Three Pods, one by one");
    page.step_until(500, "three Pods", |page| page.are_ready(3));
    page.click("button", "More replicas");
    page.wait_until("a fourth lane", |page| page.count(".lane") == 4);
    page.click("button", "Delete");
    page.step_until(60, "a deletion", |page| page.lane("web-0").status == "Terminating");
    page.click("button", "Undo");
    page.wait_until("no deletion", |page| page.lane("web-0").status == "Running");
}

#[test]
fn panes_fold_with_a_press_and_stay_so() {
    let page = Page::open("/");
    for (pane, name, inside) in
        [("timeline", "Timeline", ".tracks .track"), ("answers", "Answers", ".answers [role=tab]")]
    {
        assert!(page.count(inside) > 0, "{name}");
        let stage = || {
            page.js("const { width, height } = document.querySelector('.stage').getBoundingClientRect(); return width * height", &[]).as_f64()
        };
        let before = stage();
        page.click("button", name);
        page.wait_until("a folded pane", |page| page.count(inside) == 0);
        assert!(stage() > before, "the stage takes the room of the {pane}");
        let fold = format!("#{pane} .fold");
        assert_eq!(page.attribute(&fold, "aria-expanded").as_deref(), Some("false"));
        assert_eq!(page.js("return document.activeElement.className", &[]), "fold");
        page.assert_fits();
    }
    page.go_to("/?again");
    assert_eq!(page.count(".tracks .track, .answers [role=tab]"), 0);
    page.assert_healthy();
    page.click("button", "Answers");
    page.click("button", "Timeline");
    page.wait_until("both panes", |page| {
        page.count(".tracks .track") > 0 && page.count("[role=tab]") > 0
    });
}

#[test]
fn panes_are_resized_by_keys_and_by_the_pointer_and_stay_so() {
    let page = Page::open("/");
    let size = |css: &str, side: &str| {
        let script =
            "return document.querySelector(arguments[0]).getBoundingClientRect()[arguments[1]]";
        page.js(script, &[css.into(), side.into()]).as_f64().expect("a length")
    };
    for (pane, side, wider, narrower) in [
        ("controls", "width", "ArrowRight", "ArrowLeft"),
        ("answers", "width", "ArrowLeft", "ArrowRight"),
        ("timeline", "height", "ArrowUp", "ArrowDown"),
    ] {
        let css = format!("#{pane}");
        let separator = format!("{css} > .separator");
        page.js("document.querySelector(arguments[0]).focus()", &[separator.clone().into()]);
        let usual = size(&css, side);
        page.press(wider);
        page.wait_until("more room", |_| size(&css, side) > usual + 10.0);
        let clock = page.text(".clock");
        page.press(narrower);
        page.press(narrower);
        page.wait_until("less room", |_| size(&css, side) < usual - 10.0);
        assert_eq!(page.text(".clock"), clock, "the key moves nothing else");
        page.press("Home");
        let least = page.attribute(&separator, "aria-valuemin");
        page.wait_until("the least", |page| page.attribute(&separator, "aria-valuenow") == least);
        let small = size(&css, side);
        let (right, down) = if pane == "timeline" {
            (0, -90)
        } else {
            (if pane == "answers" { -90 } else { 90 }, 0)
        };
        page.drag(&separator, right, down);
        page.wait_until("more room by the pointer", |_| size(&css, side) > small + 60.0);
    }
    let before = size("#answers", "width");
    page.go_to("/?again");
    page.wait_until("the same size", |_| (size("#answers", "width") - before).abs() < 3.0);
    page.js("document.querySelector('#answers > .separator').focus()", &[]);
    page.press("Enter");
    page.wait_until("folded answers", |page| page.count("#answers [role=tab]") == 0);
    let focused = page.js("return document.activeElement.className", &[]);
    assert_eq!(focused, "fold", "what unfolds them has the focus");
}

#[test]
fn a_phone_shows_a_pod_and_a_set_of_three_on_two_screens() {
    let page = first_visit(390, 844);
    page.click("button", "Skip");
    page.step_until(9, "a ready Pod", |page| page.text("#ready") == "1/1");
    assert!(screens(&page) <= 2.0, "a Pod takes {} screens: {}", screens(&page), heights(&page));
    page.open_scene("Three Pods, one by one");
    page.step_until(500, "three Pods", |page| page.are_ready(3));
    assert!(screens(&page) <= 2.0, "a set takes {} screens: {}", screens(&page), heights(&page));
    for end in [0, 100_000] {
        page.js("scrollTo(0, arguments[0])", &[end.into()]);
        for part in [".say-text", ".state-line", ".main-acts", ".play"] {
            let script = "const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
                          return top >= 0 && bottom <= innerHeight";
            page.wait_until(part, |page| page.js(script, &[part.into()]) == true);
        }
    }
    page.assert_fits();
    page.assert_healthy();
}

#[test]
fn with_fingers_most_scenes_fit_two_screens_of_a_phone() {
    // Only Chromium can be told that it is touched.
    if Page::chosen_browser() != Browser::Chromium {
        return;
    }
    let page = first_visit(390, 844);
    page.click("button", "Skip");
    page.touch();
    for (scene, most) in [
        ("crash-loop?at=60s", 2.0),
        ("sidecar?at=60s", 2.0),
        ("sts-ordered?at=60s", 2.0),
        ("sts-budget?at=60s", 2.0),
        ("deploy-rolling?at=60s", 2.0),
        // Three Pods with their claims, five lanes, and two workloads on one stage need a little more.
        ("sts-claims?at=60s", 2.05),
        ("sts-scale-down?at=60s", 2.15),
        ("deploy-or-set?at=60s", 2.5),
    ] {
        page.go_to(&format!("/?first-visit&{scene}#/scene/{scene}"));
        page.wait_until(scene, |page| page.count("#controls") == 1 && page.count(".is-link") == 0);
        page.assert_fits();
        assert!(screens(&page) <= most, "{scene}: {} screens: {}", screens(&page), heights(&page));
    }
}

#[test]
fn on_a_phone_the_bar_is_one_row_and_its_menu_has_the_rest() {
    for (width, language, word, share) in [
        (320, "English", "More", "Share"),
        (390, "Bahasa Indonesia", "Lainnya", "Bagikan"),
        (390, "한국어", "더 보기", "공유"),
    ] {
        let page = first_visit(width, 844);
        page.choose_language(language);
        page.wait_until(language, |page| page.has("button", word));
        let tops = page.js(
            "return [...new Set([...document.querySelectorAll('.topbar > *')]
               .filter((each) => each.checkVisibility() && each.clientWidth > 1)
               .map((each) => { const { top, bottom } = each.getBoundingClientRect(); return Math.round((top + bottom) / 2); }))].length",
            &[],
        );
        assert_eq!(tops, 1, "{language} at {width}: rows of the bar");
        assert!(!page.has("button", share), "it is in the menu");
        page.click("button", word);
        page.wait_until("the menu", |page| page.count(".bar-more:popover-open") == 1);
        let is_inside = "const { left, top, right, bottom } = document.querySelector('.bar-more').getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight";
        assert_eq!(page.js(is_inside, &[]), true, "{language} at {width}");
        page.assert_fits();
        page.assert_healthy();
        page.click("button", share);
        page.wait_until("the dialog", |page| page.count("dialog[open] #share-text") == 1);
        assert_eq!(page.count(".bar-more:popover-open"), 0);
        page.press("Escape");
        page.wait_until("the bar", |page| page.count("dialog[open]") == 0);
        let focus = "return document.activeElement.id";
        page.wait_until("the focus where the menu is", |page| page.js(focus, &[]) == "more");
    }
}

#[test]
fn on_a_phone_the_partition_runs_along_the_lanes() {
    let page = first_visit(390, 844);
    page.open_scene("Three Pods, one by one");
    page.step_until(500, "three Pods", |page| page.are_ready(3));
    let tall = "const { width, height } = document.querySelector('.partition input').getBoundingClientRect(); return height > 3 * width";
    assert_eq!(page.js(tall, &[]), true);
    page.js("document.querySelector('.partition input').focus()", &[]);
    page.press("ArrowRight");
    page.wait_until("a partition", |page| page.count(".lane.is-partition[data-pod=web-1]") == 1);
}

#[test]
fn a_magnified_window_and_a_narrow_one_lose_nothing_and_show_a_pod_first() {
    for (width, height) in [(720, 450), (320, 640), (640, 400)] {
        let page = first_visit(width, height);
        page.js("document.querySelector('.first-acts').scrollIntoView({ block: 'center' })", &[]);
        page.click("button", "Skip");
        for scene in ["Liveness fails", "Three Pods, one by one"] {
            page.open_scene(scene);
            page.step_until(60, "a Pod", |page| page.count(".capsule[data-phase]") == 1);
            page.js("scrollTo(0, 0)", &[]);
            page.assert_fits();
            assert_eq!(cut(&page), json!([]), "{scene} at {width}");
            let first = if scene == "Liveness fails" { ".capsule-name" } else { ".set-name" };
            assert!(is_in_sight(&page, first), "{scene} at {width} × {height}");
        }
        page.js("document.querySelector('.controls').scrollIntoView({ block: 'center' })", &[]);
        page.click("button", "All controls");
        page.wait_until("all controls", |page| page.has("button", "Force delete"));
        page.assert_fits();
    }
}

#[test]
fn the_line_of_state_has_all_its_words_on_the_narrowest_page() {
    let page = Page::open("/");
    page.set_size(320, 640);
    page.go_to("/?narrow#/scene/crash-loop?at=36s");
    page.wait_until("the line", |page| page.text(".state-line").contains("CrashLoopBackOff"));
    let cut = page.js(
        "return [...document.querySelectorAll('.state-line > *')]
           .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
           .map((each) => each.textContent)",
        &[],
    );
    assert_eq!(cut, json!([]));
    page.assert_fits();
}

#[test]
fn fingers_find_targets_of_44_pixels() {
    // Only Chromium can be told that it is touched.
    if Page::chosen_browser() != Browser::Chromium {
        return;
    }
    let page = first_visit(390, 844);
    page.touch();
    page.go_to("/?first-visit&touch");
    page.open_scene("Three Pods, one by one");
    page.step_until(60, "a Pod", |page| page.count(".capsule[data-phase]") == 1);
    page.click("button", "All controls");
    page.wait_until("all controls", |page| page.has("button", "Force delete"));
    let small = page.js(
        "const size = (each) => { const { width, height } = (each.closest('label') ?? each).getBoundingClientRect(); return [width, height]; };
         // What stands in a line of text is as high as the line.
         const inLine = '.term, .dns, a, .chain-time, summary, .seg, .mark, [tabindex=\"-1\"] *, .partition input, .scrub input';
         return [...document.querySelectorAll('button, select, input, [role=tab]')]
           .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[popover], dialog') && !each.matches(inLine))
           .map((each) => [each.ariaLabel ?? each.textContent.trim() ?? each.name, ...size(each)])
           .filter(([, width, height]) => Math.min(width, height) < 43.5)",
        &[],
    );
    assert_eq!(small, json!([]));
}

#[test]
fn a_figure_has_all_its_controls_and_the_sentence_above_the_stage() {
    let page = Page::open("/embed.html?scene=runs&controls=full&first-visit");
    page.set_size(1440, 900);
    page.wait_until("the figure", |page| page.in_figure("pod-lab", ".clock").starts_with("0:00"));
    let seen = page.js(
        "const root = document.querySelector('pod-lab').shadowRoot;
         const box = (css) => root.querySelector(css).getBoundingClientRect();
         const has = (name) => [...root.querySelectorAll('button')].some((each) => each.textContent.trim() === name);
         const [told, stage, controls] = [box('.told'), box('.stage'), box('.controls')];
         return [has('Force delete'), has('All controls'), told.bottom <= stage.top + 1, told.left === stage.left, told.right <= controls.left + 1]",
        &[],
    );
    assert_eq!(seen, json!([true, false, true, true, true]));
}
