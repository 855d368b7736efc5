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
         return ['podlab.js', 'player.js', 'podlab_web_bg.wasm', 'locales/ko.js']
           .map((file) => names.filter((name) => name.endsWith('/' + file)).length)",
        &[],
    );
    let once = fetched.as_array().expect("counts").iter().all(|count| *count == json!(1));
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
         // What a removed figure does would be seen by now.
         await new Promise((go) => setTimeout(go, 300));
         window.figure = figure;
         return [figure.currentTime, Boolean(figure.shadowRoot.querySelector('.figure'))]",
        &[],
    );
    assert_eq!(moved, json!([45, true]));
    let take_away = |page: &Page| {
        page.js("window.figure.remove()", &[]);
        page.wait_until("it to be put aside", |page| {
            page.js("return window.figure.shadowRoot.querySelector('.figure') === null", &[])
                == true
        });
        page.js("document.body.prepend(window.figure); scrollTo(0, 0)", &[]);
    };
    take_away(&page);
    page.wait_until("it to go on where it was", |page| {
        page.js("return document.querySelector('#scene').currentTime", &[]) == json!(45)
    });
    assert_eq!(page.js("return document.querySelector('#scene').playing", &[]), false);
    page.promise(
        "const figure = document.querySelector('#scene');
         await figure.play()",
        &[],
    );
    take_away(&page);
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
fn a_figure_is_told_to_be_ready_however_late_timers_come() {
    let page = Page::open("/fixtures/many.html");
    let told = page.promise(
        "// As in Firefox while a page with much to do is loading: the program draws before the figure's own timer comes.
         const { setTimeout } = window;
         window.setTimeout = (run, after, ...more) => setTimeout.call(window, run, after ?? 500, ...more);
         const told = [];
         document.addEventListener('podlab-ready', ({ detail }) => told.push(detail.now));
         await window.podlab.create('main', { scene: 'runs' }).pause();
         return told",
        &[],
    );
    assert_eq!(told, json!([0]));
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
         document.querySelector('#far').style.height = '5000px';
         document.querySelector('pod-lab').style.setProperty('--podlab-height', '560px')",
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
         // A busy browser says late that it is out of sight.
         let time;
         for (let looks = 0; looks < 40 && figure.currentTime !== time; looks += 1) {
           time = figure.currentTime;
           await new Promise((go) => setTimeout(go, 700));
         }
         return [figure.currentTime === time, figure.playing]",
        &[],
    );
    assert_eq!(rests, json!([true, true]));
}

#[test]
fn the_program_can_come_from_anywhere_as_anything() {
    let page = Page::open("/fixtures/many.html");
    let ready = page.promise(
        "const { configure, create } = window.podlab;
         // As a server sends it that does not know what Wasm is.
         configure({ wasm: async () => new Response(await (await fetch('../pkg/dist/podlab_web_bg.wasm')).arrayBuffer(),
           { headers: { 'content-type': 'text/plain' } }) });
         const figure = create('main', { scene: 'runs' });
         await figure.pause();
         return figure.currentTime",
        &[],
    );
    assert_eq!(ready, 0);
    page.go_to("/fixtures/inline.html");
    page.wait_until("the figure of one module", |page| page.live_figures() == 1);
    page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") != "Why?");
    // The module holds everything, also the languages.
    let fetched = page.js(
        "return performance.getEntriesByType('resource').filter(({ name }) => /wasm|locales|player/.test(name)).length",
        &[],
    );
    assert_eq!(fetched, 0);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_program_can_come_by_plain_scripts() {
    let page = Page::open("/fixtures/classic.html");
    page.wait_until("the figures", |page| page.live_figures() == 2);
    let fetched = |page: &Page, what: &str| {
        page.asked_for().iter().filter(|address| address.contains(what)).count()
    };
    // Once for both.
    assert_eq!(fetched(&page, "podlab.classic.player.js"), 1);
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
    assert_eq!(fetched(&page, "podlab.classic.player.js"), 1);
    assert_eq!((fetched(&page, ".wasm"), fetched(&page, "locales")), (0, 0));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn what_is_said_before_the_script_is_there_holds_however_it_comes() {
    let page = Page::open("/fixtures/empty.html");
    for script in ["podlab.classic.js", "podlab.inline.js", "podlab.js"] {
        page.go_to("/fixtures/empty.html");
        page.js(
            "const figure = document.createElement('pod-lab');
             figure.scene = 'runs';
             figure.currentTime = 30;
             document.querySelector('main').append(figure);
             const script = document.createElement('script');
             if (!/classic/.test(arguments[0])) script.type = 'module';
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

#[test]
fn the_folder_of_the_files_can_be_a_path() {
    let page = Page::open("/fixtures/many.html");
    let told = page.promise(
        "const { configure, create } = window.podlab;
         // As the documentation has it.
         configure({ base: '/pkg/dist/' });
         const figure = create('main', { scene: 'runs', lang: 'ko' });
         await null;
         const picture = new URL(figure.shadowRoot.querySelector('img').src).pathname;
         await figure.seek(3);
         return [picture.startsWith('/pkg/dist/posters/ko/runs-'), figure.currentTime]",
        &[],
    );
    assert_eq!(told, json!([true, 3]));
    page.wait_until("Korean", |page| page.in_figure("pod-lab", ".say .button") == "왜?");
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// A figure whose program comes when a test lets it: `bring()` and `fail()`. The language of the page is Korean.
const LATE: &str = "
    document.documentElement.lang = 'ko';
    const { configure, create } = window.podlab;
    configure({
      wasm: () => new Promise((done, failed) => {
        window.bring = () => done(fetch('../pkg/dist/podlab_web_bg.wasm'));
        window.fail = () => failed(Object.assign(new Error('the network is gone'), { cause: 'lost' }));
      }),
    });
    create('main', { scene: 'runs' });";

/// The texts of the picture.
fn poster_texts(page: &Page) -> Value {
    page.js(
        "const poster = document.querySelector('pod-lab').shadowRoot.querySelector('.poster');
         return [...poster?.querySelectorAll('p, b') ?? []].map((each) => each.textContent)",
        &[],
    )
}

#[test]
fn what_is_pressed_before_the_program_is_there_is_kept_and_done() {
    let page = Page::open("/fixtures/many.html");
    page.promise(LATE, &[]);
    page.wait_until("the program to be wanted", |page| {
        page.js("return Boolean(window.bring)", &[]) == true
    });
    assert_eq!(poster_texts(&page), json!(["", "▶ Podlab"]));
    let press = "document.querySelector('pod-lab').shadowRoot.querySelector('.poster').click()";
    page.js(press, &[]);
    assert_eq!(poster_texts(&page), json!(["", "시작하는 중…"]));
    page.js("window.bring()", &[]);
    page.wait_until("time to pass", |page| {
        page.js("return document.querySelector('pod-lab').playing", &[]) == true
    });
    let shown = page.js(
        "const figure = document.querySelector('pod-lab');
         return [figure.shadowRoot.querySelectorAll('.poster').length, document.activeElement === figure]",
        &[],
    );
    assert_eq!(shown, json!([0, true]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

/// Lets Yew put off its work, as it does where a drawing takes long.
const BUSY: &str = "
    const own = window.wrappedJSObject ?? window;
    const after = own.setTimeout;
    own.setTimeout = (go, ms, ...rest) => after(go, ms || 300, ...rest);
    let now = Date.now();
    own.Date.now = () => (now += 20);";

#[test]
fn what_a_script_asks_for_is_done_when_its_promise_is_kept() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    page.js(BUSY, &[]);
    let told = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.seek(30);
         const there = figure.currentTime;
         await figure.step();
         return [there, figure.currentTime > there]",
        &[],
    );
    assert_eq!(told, json!([30, true]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn a_download_that_fails_is_said_and_can_be_tried_again() {
    let page = Page::open("/fixtures/many.html");
    page.promise(LATE, &[]);
    let is_wanted = |page: &Page| page.js("return Boolean(window.fail)", &[]) == true;
    page.wait_until("the program to be wanted", is_wanted);
    page.js(
        "document.addEventListener('podlab-error', ({ detail }) => (window.told = detail.message));
         window.fail();
         delete window.fail",
        &[],
    );
    page.wait_until("what is said of it", |page| {
        poster_texts(page) == json!(["Podlab을 불러오지 못했습니다.", "다시 시도"])
    });
    assert_eq!(page.js("return window.told", &[]), "the network is gone");
    // Only a press tries again.
    page.js(
        "document.querySelector('pod-lab').dispatchEvent(new PointerEvent('pointerenter'))",
        &[],
    );
    assert!(!is_wanted(&page));
    page.js("document.querySelector('pod-lab').shadowRoot.querySelector('.poster').click()", &[]);
    page.wait_until("the program to be wanted again", is_wanted);
    assert_eq!(poster_texts(&page), json!(["", "시작하는 중…"]));
    page.js("window.bring()", &[]);
    page.wait_until("the figure", |page| page.live_figures() == 1);
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn somebody_who_moves_there_need_not_wait_until_the_page_is_idle() {
    let page = Page::open("/fixtures/many.html");
    let brought = page.promise(
        "const { configure, create } = window.podlab;
         // It never is.
         window.requestIdleCallback = () => 0;
         const brought = [];
         configure({ player: () => (brought.push(1), new Promise(() => {})) });
         const [first, second] = [create('main', { scene: 'runs' }), create('main', { scene: 'liveness' })];
         await new Promise((go) => setTimeout(go, 300));
         const counts = [brought.length];
         first.dispatchEvent(new PointerEvent('pointerenter'));
         await new Promise((go) => setTimeout(go, 50));
         counts.push(brought.length);
         second.shadowRoot.querySelector('.poster').focus();
         await new Promise((go) => setTimeout(go, 50));
         return [...counts, brought.length]",
        &[],
    );
    assert_eq!(brought, json!([0, 1, 2]));
}

#[test]
fn no_panel_holds_the_page_up_with_a_synchronous_request() {
    let page = Page::open("/fixtures/many.html");
    let asked = page.promise(
        "const { create } = window.podlab;
         const asked = [];
         const { open } = XMLHttpRequest.prototype;
         XMLHttpRequest.prototype.open = function (...words) {
           asked.push(words);
           return open.apply(this, words);
         };
         for (const panels of ['tracks', 'why events watch describe yaml explore', 'dns storage revisions']) {
           const figure = create('main', { scene: 'sts-ordered', panels, controls: 'full' });
           await figure.step();
           for (const tab of figure.shadowRoot.querySelectorAll('[role=tab]')) tab.click();
           await figure.pause();
           figure.remove();
         }
         return asked",
        &[],
    );
    assert_eq!(asked, json!([]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn when_the_program_panics_each_figure_says_so_and_so_do_its_methods() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let others = page.live_figures();
    page.promise("await document.querySelector('#scene').seek(30)", &[]);
    // The program cannot draw any more.
    page.js(
        "window.heard = [];
         document.addEventListener('podlab-error', ({ detail }) => heard.push(detail.message));
         Node.prototype.insertBefore = Node.prototype.appendChild = CharacterData.prototype.replaceData = () => { throw new Error('no'); };
         document.querySelector('#scene').step()",
        &[],
    );
    let titles = "return [...document.querySelectorAll('pod-lab')]
        .map((figure) => figure.shadowRoot.querySelector('.empty h2')?.textContent).filter((title) => title)";
    page.wait_until("what happened", |page| {
        page.js(titles, &[]).as_array().is_some_and(|titles| {
            titles.len() == others && titles.iter().all(|title| title == "Podlab has stopped")
        })
    });
    let refused = page.promise(
        "const refused = [];
         const note = (error) => refused.push(error.message.startsWith('Podlab has stopped:'));
         await document.querySelector('#scene').seek(60).catch(note);
         const other = document.createElement('pod-lab');
         document.body.append(other);
         await other.seek(1).catch(note);
         return refused",
        &[],
    );
    assert_eq!(refused, json!([true, true]));
    let end = page.promise(
        "const figure = document.querySelector('#scene');
         figure.dispose();
         return [Boolean(figure.shadowRoot.querySelector('.empty')), Boolean(figure.shadowRoot.querySelector('.poster'))]",
        &[],
    );
    assert_eq!(end, json!([false, true]));
    let heard = page.js("return heard", &[]);
    let heard: Vec<&str> =
        heard.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // And the one that could not be opened any more.
    assert_eq!(heard.len(), others + 1, "{heard:?}");
    assert!(heard.iter().all(|message| message.starts_with("Podlab has stopped:")), "{heard:?}");
}
