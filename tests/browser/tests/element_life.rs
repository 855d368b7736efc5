//! The life of the element `<pod-lab>`: when its program comes, how it is shared, what it survives.

use podlab_browser_tests::Page;
use serde_json::{Value, json};

#[test]
fn twenty_figures_share_one_program() {
    let page = Page::open("/fixtures/many.html");
    page.js(
        "const scenes = ['runs', 'crash-loop', 'liveness', 'sts-ordered'];
         for (let number = 0; number < 20; number += 1) {
           const figure = document.createElement('pod-lab');
           figure.setAttribute('scene', scenes[number % 4]);
           figure.setAttribute('lang', number % 2 ? 'ko' : 'en');
           document.querySelector('main').append(figure);
         }",
        &[],
    );
    // Only those that are seen are alive.
    page.wait_until("the first figures", |page| page.live_figures() >= 1);
    assert!(page.live_figures() < 20);
    page.js("for (const figure of document.querySelectorAll('pod-lab')) figure.pause()", &[]);
    page.wait_until("all figures", |page| page.live_figures() == 20);
    let fetched = page.js(
        "const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
         return ['podlab.js', 'player.js', 'podlab_web_bg.wasm', 'page/ko.txt']
           .map((file) => names.filter((name) => name.endsWith('/' + file)).length)",
        &[],
    );
    let once = fetched.as_array().expect("counts").iter().take(3).all(|count| *count == json!(1));
    assert!(once, "{fetched}");
    let second = "main > :nth-child(2)";
    page.wait_until("Korean beside English", |page| {
        page.in_figure(second, ".say .button")
            != page.in_figure("main > :first-child", ".say .button")
    });
    // What one does, the others do not.
    page.promise("await document.querySelector('main > :nth-child(2)').seek(40)", &[]);
    page.wait_until("the second to be there", |page| {
        page.js("return document.querySelector('main > :nth-child(2)').currentTime", &[])
            == json!(40)
    });
    let others = page.js(
        "return [...document.querySelectorAll('pod-lab')].filter((figure) => figure.currentTime > 0).length",
        &[],
    );
    assert_eq!(others, 1);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_figure_survives_being_moved_removed_and_added_again() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let moved = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.seek(45);
         document.body.append(figure);
         await new Promise((go) => setTimeout(go, 300));
         const moved = [figure.currentTime, Boolean(figure.shadowRoot.querySelector('.figure'))];
         figure.remove();
         // Long enough to be put aside.
         await new Promise((go) => setTimeout(go, 1800));
         const away = Boolean(figure.shadowRoot.querySelector('.figure'));
         document.body.prepend(figure);
         scrollTo(0, 0);
         return [...moved, away]",
        &[],
    );
    assert_eq!(moved, json!([45, true, false]));
    page.wait_until("it to go on where it was", |page| {
        page.js("return document.querySelector('#scene').currentTime", &[]) == json!(45)
    });
    assert_eq!(page.js("return document.querySelector('#scene').playing", &[]), false);
    page.promise(
        "const figure = document.querySelector('#scene');
         await figure.play();
         figure.remove();
         await new Promise((go) => setTimeout(go, 1800));
         document.body.prepend(figure);
         scrollTo(0, 0)",
        &[],
    );
    page.wait_until("time to pass where it did", |page| {
        page.js("return document.querySelector('#scene').playing", &[]) == true
            && page.js("return document.querySelector('#scene').currentTime > 45", &[]) == true
    });
    let end = page.promise(
        "const figure = document.querySelector('#scene');
         figure.dispose();
         return [Boolean(figure.shadowRoot.querySelector('.figure')), Boolean(figure.shadowRoot.querySelector('.poster'))]",
        &[],
    );
    assert_eq!(end, json!([false, true]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_figure_that_plays_goes_without_a_trace() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let figures = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.play();
         await new Promise((go) => setTimeout(go, 200));
         figure.dispose();
         // The frame it had asked for would be here by now.
         await new Promise((go) => setTimeout(go, 200));
         return Boolean(figure.shadowRoot.querySelector('.figure'))",
        &[],
    );
    assert_eq!(figures, json!(false));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_is_changed_at_once_is_all_heard() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let told = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.seek(5);
         // The second of these opens another figure, before the first is done; the last one is of that.
         Object.assign(figure, { lang: 'id', speed: 60, theme: 'dark', scene: 'sts-ordered' });
         figure.lang = 'ko';
         figure.dispose();
         figure.theme = 'light';
         await figure.seek(7);
         const ground = figure.shadowRoot.querySelector('.podlab');
         return [figure.shadowRoot.querySelectorAll('.podlab').length, ground.dataset.theme]",
        &[],
    );
    assert_eq!(told, json!([1, "light"]));
    page.wait_until("the moment", |page| {
        page.js("return document.querySelector('#scene').currentTime", &[]) == json!(7)
    });
    page.wait_until("Korean", |page| page.in_figure("#scene", ".say .button") == "왜?");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_figure_costs_little_until_it_is_seen_and_moves_nothing() {
    let page = Page::open("/fixtures/many.html");
    page.js(
        "document.querySelector('main').innerHTML = '<div id=far></div><pod-lab scene=runs></pod-lab><p id=after>After</p>';
         document.querySelector('#far').style.height = '5000px'",
        &[],
    );
    let fetched = |page: &Page| {
        page.js(
            "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('player.js'))",
            &[],
        )
    };
    page.promise("await new Promise((go) => setTimeout(go, 500))", &[]);
    assert_eq!(fetched(&page), Value::Bool(false));
    let place = "return document.querySelector('#after').getBoundingClientRect().top + scrollY";
    let before = page.js(place, &[]);
    page.js("document.querySelector('pod-lab').scrollIntoView()", &[]);
    page.wait_until("the figure", |page| page.live_figures() == 1);
    assert_eq!(fetched(&page), Value::Bool(true));
    assert_eq!(page.js(place, &[]), before);
    // Out of sight it rests.
    page.promise("await document.querySelector('pod-lab').play()", &[]);
    page.wait_until("time to pass", |page| {
        page.js("return document.querySelector('pod-lab').currentTime > 0", &[]) == json!(true)
    });
    let rests = page.promise(
        "const figure = document.querySelector('pod-lab');
         scrollTo(0, 0);
         await new Promise((go) => setTimeout(go, 700));
         const time = figure.currentTime;
         await new Promise((go) => setTimeout(go, 700));
         return [figure.currentTime === time, figure.playing]",
        &[],
    );
    assert_eq!(rests, json!([true, true]));
}

#[test]
fn the_program_can_come_from_anywhere_as_anything() {
    let page = Page::open("/fixtures/many.html");
    let ready = page.promise(
        "const { configure, create } = await import('../pkg/dist/podlab.js');
         // As a server sends it that does not know what Wasm is.
         configure({ wasm: async () => new Response(await (await fetch('../pkg/dist/podlab_web_bg.wasm')).arrayBuffer(),
           { headers: { 'content-type': 'text/plain' } }) });
         const figure = create('main', { scene: 'runs' });
         await figure.pause();
         return figure.currentTime",
        &[],
    );
    assert_eq!(ready, 0);
    page.go_to("/fixtures/classic.html");
    page.wait_until("the figure without modules", |page| page.live_figures() == 1);
    page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") != "Why?");
    // The script holds everything, also the languages.
    let fetched = page.js(
        "return performance.getEntriesByType('resource').filter(({ name }) => /wasm|txt|player/.test(name)).length",
        &[],
    );
    assert_eq!(fetched, 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_program_can_come_by_plain_scripts() {
    let page = Page::open("/fixtures/plain.html");
    page.wait_until("the figures", |page| page.live_figures() == 2);
    let fetched = |page: &Page, what: &str| {
        page.asked_for().iter().filter(|address| address.contains(what)).count()
    };
    // Once for both.
    for file in ["podlab_player.js", "podlab_program.js"] {
        assert_eq!(fetched(&page, file), 1, "{file}");
    }
    let printed = page.promise(
        "const figure = document.querySelector('pod-lab');
         await figure.seek(60);
         return figure.run('kubectl delete pod demo')",
        &[],
    );
    assert!(printed.as_str().is_some_and(|text| text.contains("deleted")), "{printed}");
    page.js("document.querySelector('pod-lab').lang = 'ko'", &[]);
    page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") == "왜?");
    // Another scene in the same figure.
    page.js("document.querySelector('pod-lab').scene = 'liveness'", &[]);
    page.wait_until("the other scene", |page| {
        page.in_figure("pod-lab", ".capsule-name") == "liveness-exec"
    });
    assert_eq!(fetched(&page, "podlab_player.js"), 1);
    assert_eq!((fetched(&page, ".wasm"), fetched(&page, ".txt")), (0, 0));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_is_said_before_the_script_is_there_holds_however_it_comes() {
    let page = Page::open("/fixtures/empty.html");
    for script in ["podlab.plain.js", "podlab.classic.js", "podlab.inline.js", "podlab.js"] {
        page.go_to("/fixtures/empty.html");
        page.js(
            "const figure = document.createElement('pod-lab');
             figure.scene = 'runs';
             figure.currentTime = 30;
             document.querySelector('main').append(figure);
             const script = document.createElement('script');
             if (!/classic|plain/.test(arguments[0])) script.type = 'module';
             script.src = '../pkg/dist/' + arguments[0];
             document.head.append(script)",
            &[script.into()],
        );
        page.wait_until(script, |page| {
            page.js("return document.querySelector('pod-lab').currentTime", &[]) == 30
        });
        assert!(page.console_errors().is_empty(), "{script}: {:?}", page.console_errors());
    }
}
