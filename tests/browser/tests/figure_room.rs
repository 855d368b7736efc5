//! The room that a figure takes in a page, and how a figure continues from a saved run.

use podlab_browser_tests::Page;
use serde_json::json;

#[test]
fn a_figure_is_as_high_as_what_it_shows_at_every_width() {
    let page = Page::open_figures("/fixtures/figure.html", 1);
    let show = "const figure = document.querySelector('pod-lab');
        figure.scene = arguments[0]; figure.panels = 'tracks why'";
    let resize = "document.querySelector('pod-lab').style.inlineSize = `${arguments[0]}px`";
    // What of the figure can be scrolled inside it.
    let scrolls = "const within = document.querySelector('pod-lab').shadowRoot.querySelectorAll('.figure-body, .stage, .controls, .tracks, .why-sheet');
        return [...within].filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
          .map((part) => `${part.className} ${part.clientWidth}x${part.clientHeight} of ${part.scrollWidth}x${part.scrollHeight}`)";
    // As for a first visitor.
    page.js("localStorage.clear()", &[]);
    for (scene, title) in
        [("crash-loop", "A container that crashes"), ("sts-ordered", "Three Pods, one by one")]
    {
        page.js(show, &[scene.into()]);
        page.wait_until(title, |page| page.in_figure("pod-lab", ".figure-title") == title);
        page.promise("await document.querySelector('pod-lab').seek(30)", &[]);
        for answers in [false, true] {
            if answers {
                page.click("button", "Why?");
                page.wait_until("the answer", |page| page.count(".why-sheet") == 1);
            }
            for width in [320, 480, 720] {
                page.js(resize, &[width.into()]);
                page.wait_for_paint();
                let wrong = page.js(scrolls, &[]);
                assert_eq!(wrong, json!([]), "{scene} at {width}, with an answer: {answers}");
            }
        }
        assert!(page.has("button", "Exit 1") && page.has("button", "Delete"), "{scene}");
    }
    // All that can be done is one press away.
    page.click("button", "All controls");
    page.wait_until("all controls", |page| page.count(".main-acts") == 0);
    assert!(page.has("button", "Force delete"));
    page.wait_for_paint();
    assert_eq!(page.js(scrolls, &[]), json!([]));
    // A figure with more room has them beside the stage, and folded they are a row below it.
    let opened = |page: &Page, folds: bool| {
        page.js(resize, &[1000.into()]);
        page.js("document.querySelector('pod-lab').scene = 'runs'", &[]);
        page.wait_until("the other scene", |page| {
            page.in_figure("pod-lab", ".figure-title") == "A Pod that just runs"
                && page.has("button", "All controls") == folds
        });
    };
    opened(&page, true);
    assert_eq!(page.count(".figure.has-side"), 1);
    page.click("button", "All controls");
    page.wait_until("few controls", |page| page.count(".main-acts") == 1);
    assert_eq!(page.count(".figure.has-side"), 0);
    assert_eq!(page.js(scrolls, &[]), json!([]));
    // An author who asks for all of them gets them there, whatever the reader chose elsewhere.
    page.js("document.querySelector('pod-lab').controls = 'full'", &[]);
    opened(&page, false);
    assert!(page.count(".main-acts") == 0 && page.has("button", "Force delete"));
    page.assert_healthy();
}

#[test]
fn time_is_at_the_top_of_a_figure_and_stays_there_while_it_passes() {
    let page = Page::open_figures("/fixtures/figure.html", 1);
    page.js(
        "const figure = document.querySelector('pod-lab'); figure.scene = 'ignores-sigterm'; figure.panels = 'tracks why'",
        &[],
    );
    let title = "A program that ignores SIGTERM";
    page.wait_until(title, |page| page.in_figure("pod-lab", ".figure-title") == title);
    let sight = || {
        let script = "const figure = document.querySelector('pod-lab'),
            top = figure.shadowRoot.querySelector('.play').getBoundingClientRect().top;
            return [top - figure.getBoundingClientRect().top, figure.clientHeight]";
        let sight = page.js(script, &[]);
        (sight[0].as_f64().unwrap_or(f64::NAN), sight[1].as_f64().unwrap_or(f64::NAN))
    };
    for width in [320, 480, 720, 1000] {
        page.js(
            "document.querySelector('pod-lab').style.inlineSize = `${arguments[0]}px`",
            &[width.into()],
        );
        page.promise("await document.querySelector('pod-lab').seek(0)", &[]);
        page.wait_for_paint();
        let (top, height) = sight();
        assert!(top < 120.0, "play is {top} px below the top at {width}");
        page.promise("await document.querySelector('pod-lab').seek(120)", &[]);
        page.wait_until("more to see", |_| (sight().1 - height).abs() > 1.0);
        assert!((sight().0 - top).abs() < 1.0, "play moved at {width}: {top}, {}", sight().0);
    }
    page.assert_healthy();
}

#[test]
fn a_figure_continues_from_a_saved_run_and_recovers_from_a_text_that_is_none() {
    let page = Page::open_figures("/fixtures/figure.html", 1);
    let told = page.promise(
        "const figure = document.querySelector('pod-lab');
         await figure.seek(40);
         await figure.run('delete pod demo --wait=false');
         const saved = figure.save();
         await figure.reset();
         const before = figure.currentTime;
         await figure.restore(saved);
         const after = figure.currentTime;
         const deleted = (await figure.run('get pod demo -o yaml')).includes('deletionTimestamp');
         const wrong = await figure.restore('{}').catch((error) => error.message);
         await figure.play();
         return [before < 40, after, deleted, wrong, figure.playing]",
        &[],
    );
    assert_eq!(told, json!([true, 40, true, "this text is not a saved run", true]));
}
