//! The element `<pod-lab>` in another page: what it shows, does and tells.

use podlab_browser_tests::Page;
use serde_json::{Value, json};

#[test]
fn a_figure_lives_in_a_page_that_resets_everything() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    assert_eq!(page.in_figure("#scene", ".figure-title"), "A container that crashes");
    assert_eq!(page.in_figure("#nested", ".capsule-name"), "nested");
    let look = page.js(
        "const figure = document.querySelector('#scene').shadowRoot;
         const of = (css) => getComputedStyle(figure.querySelector(css));
         const [name, button] = [of('.capsule-name'), of('.act')];
         return [name.textTransform, name.letterSpacing, name.fontSize, button.backgroundColor, of('.figure').display,
                 of('.stage').boxSizing]",
        &[],
    );
    // Nothing of the page's: no capitals, no red, nothing hidden, and no letters that grow with its own.
    assert_eq!(look[0], "none");
    assert_eq!(look[2], "22px");
    assert_ne!(look[3], "rgb(255, 0, 0)");
    assert_eq!((&look[4], &look[5]), (&json!("flex"), &json!("border-box")));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
    assert!(page.foreign_requests().is_empty(), "{:?}", page.foreign_requests());
}

#[test]
fn scripts_play_step_seek_command_and_listen() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    page.promise(
        "const figure = document.querySelector('#scene');
         window.heard = [];
         // They bubble, and leave shadow trees.
         document.addEventListener('podlab-change', (event) => heard.push(...event.detail.changes));
         await figure.step();",
        &[],
    );
    page.wait_until("the first change", |page| {
        page.js("return window.heard.length > 0 && window.heard[0].text.length > 0", &[]) == true
    });
    let told = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.seek(60);
         const [now, lines] = [figure.currentTime, await figure.export('txt')];
         await figure.stepBack();
         const back = figure.currentTime;
         const printed = await figure.run('kubectl delete pod demo --force --grace-period=0');
         const refused = await figure.run('kubectl delete pod nobody').catch((error) => String(error));
         return [now, lines.includes('CrashLoopBackOff'), back < now, printed, refused, figure.playing]",
        &[],
    );
    assert_eq!(told[0], 60.0, "{told}");
    assert_eq!((&told[1], &told[2]), (&json!(true), &json!(true)), "{told}");
    assert!(told[3].as_str().is_some_and(|text| text.contains("force deleted")), "{told}");
    assert!(told[4].as_str().is_some_and(|text| text.contains("\"nobody\" not found")), "{told}");
    assert_eq!(told[5], false);
    let again = page.promise(
        "const figure = document.querySelector('#scene');
         await figure.reset();
         await figure.pause();
         const run = JSON.parse(await figure.export('run'));
         await figure.seek(30);
         const other = await figure.fork();
         other.id = 'fork';
         document.body.append(other);
         other.scrollIntoView();
         const wrong = await figure.export('gif').catch((error) => error.name);
         return [figure.currentTime, run.kind ?? run.format ?? Object.keys(run)[0], wrong]",
        &[],
    );
    assert_eq!(again[0], 30.0, "{again}");
    assert_eq!(again[2], "TypeError", "{again}");
    page.wait_until("the other figure", |page| {
        page.js("return document.querySelector('#fork').currentTime", &[]) == json!(30)
    });
}

#[test]
fn what_is_said_before_the_element_is_known_holds() {
    let page = Page::open("/fixtures/empty.html");
    let told = page.promise(
        "const main = document.querySelector('main');
         const make = (properties) => Object.assign(document.createElement('pod-lab'), properties);
         const said = make({ scene: 'sts-ordered', panels: 'tracks why', startAt: 5, readonly: true, quiz: false, currentTime: 20,
                             playing: true, title: 'mine' });
         const own = make({ manifest: 'apiVersion: v1\\nkind: Pod\\nmetadata: {name: early}\\nspec: {containers: [{name: a, image: b}]}' });
         // In a page and in none yet.
         main.append(said);
         await import('/pkg/dist/podlab.js');
         main.append(own);
         const attributes = ['scene', 'panels', 'start-at', 'readonly', 'quiz'].map((name) => said.getAttribute(name));
         const hidden = [said, own].flatMap((figure) => Object.keys(figure));
         await Promise.all([said.pause(), own.pause()]);
         const is = [said.currentTime, said.playing, said.title, own.shadowRoot.querySelector('.capsule-name').textContent];
         // From now on they are heard, too.
         own.manifest = own.manifest.replace('early', 'late');
         await own.pause();
         return [attributes, hidden, is, own.shadowRoot.querySelector('.capsule-name').textContent]",
        &[],
    );
    let attributes = json!(["sts-ordered", "tracks why", "5", "", null]);
    assert_eq!(told, json!([attributes, [], [20, false, "mine", "early"], "late"]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn the_picture_is_that_of_what_is_said() {
    let page = Page::open("/fixtures/many.html");
    let pictures = page.promise(
        "const { configure } = window.podlab;
         // It stays a picture.
         configure({ player: () => new Promise(() => {}) });
         const figure = document.createElement('pod-lab');
         document.querySelector('main').append(figure);
         figure.style.marginTop = '5000px';
         // A script may first say where the pictures are.
         await null;
         const picture = () => figure.shadowRoot.querySelector('img')?.getAttribute('src').split('/').pop() ?? null;
         const seen = [picture()];
         for (const [name, value] of [['scene', 'runs'], ['scene', 'liveness'], ['poster', ''], ['poster', null], ['src', 'a.yaml']]) {
           figure[name] = value;
           seen.push(picture());
         }
         // While the program is on its way it is there all the same.
         figure.play();
         figure.remove();
         document.querySelector('main').append(figure);
         return [...seen, figure.shadowRoot.querySelectorAll('.poster').length, figure.shadowRoot.querySelector('.poster').ariaBusy]",
        &[],
    );
    let (runs, liveness) = ("runs-light.svg", "liveness-light.svg");
    assert_eq!(pictures, json!([null, runs, liveness, null, liveness, null, 1, "true"]));
}

#[test]
fn the_picture_has_the_language_and_the_colours_of_the_figure() {
    let page = Page::open("/fixtures/many.html");
    let pictures = page.promise(
        "const { configure } = window.podlab;
         // It stays a picture.
         configure({ player: () => new Promise(() => {}) });
         const figure = document.createElement('pod-lab');
         figure.scene = 'runs';
         figure.style.marginTop = '5000px';
         document.querySelector('main').append(figure);
         await null;
         const seen = [];
         for (const [name, value] of [['theme', 'dark'], ['lang', 'ko'], ['theme', 'light'], ['lang', 'id-ID'], ['theme', 'auto'], ['lang', 'fr']]) {
           figure[name] = value;
           const image = figure.shadowRoot.querySelector('img');
           await image.decode();
           seen.push(image.src.split('/').slice(-2).join('/'));
         }
         // The language of the page around.
         figure.removeAttribute('lang');
         document.documentElement.lang = 'ko';
         figure.theme = 'dark';
         return [...seen, figure.shadowRoot.querySelector('img').src.split('/').slice(-2).join('/')]",
        &[],
    );
    let expected = ["en/runs-dark", "ko/runs-dark", "ko/runs-light", "id/runs-light"];
    let expected = [&expected[..], &["id/runs-light", "en/runs-light", "ko/runs-dark"]].concat();
    let expected: Vec<String> = expected.iter().map(|name| format!("{name}.svg")).collect();
    assert_eq!(pictures, json!(expected));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}

#[test]
fn playing_twice_is_playing() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    for (methods, is_playing) in
        [("play play", true), ("play", true), ("pause pause", false), ("pause play", true)]
    {
        page.promise(
            "const figure = document.querySelector('#scene');
             await Promise.all(args[0].split(' ').map((method) => figure[method]()))",
            &[methods.into()],
        );
        page.wait_until(methods, |page| {
            page.js("return document.querySelector('#scene').playing", &[]) == is_playing
        });
    }
}

#[test]
fn keys_go_to_the_figure_that_has_the_focus() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let time = |page: &Page, id: &str| {
        page.js("return document.querySelector(arguments[0]).currentTime", &[id.into()])
    };
    let press = |page: &Page| {
        page.js(
            "(document.activeElement.shadowRoot?.activeElement ?? document.activeElement).dispatchEvent(new KeyboardEvent('keydown',
               { key: 'ArrowRight', shiftKey: true, bubbles: true, composed: true, cancelable: true }))",
            &[],
        );
    };
    press(&page);
    page.js("document.querySelector('#nested').shadowRoot.querySelector('.play').focus()", &[]);
    press(&page);
    press(&page);
    page.wait_until("the figure with the focus to go on", |page| time(page, "#nested") != json!(0));
    assert_eq!(time(&page, "#scene"), json!(0));
}

#[test]
fn a_figure_follows_the_colours_of_the_page() {
    let page = Page::open_figures("/fixtures/element.html", 2);
    let theme = |page: &Page| {
        page.js(
            "return document.querySelector('#scene').shadowRoot.querySelector('.podlab').dataset.theme",
            &[],
        )
    };
    assert_eq!(theme(&page), "light");
    page.js("document.documentElement.style.background = '#101010'", &[]);
    page.wait_until("the dark", |page| theme(page) == "dark");
    for (colour, seen) in [("oklch(0.98 0.01 240)", "light"), ("color(srgb 0.1 0.1 0.1)", "dark")] {
        page.js("document.documentElement.style.background = arguments[0]", &[colour.into()]);
        page.wait_until(colour, |page| theme(page) == seen);
    }
    page.js("document.querySelector('#scene').theme = 'light'", &[]);
    page.wait_until("the light", |page| theme(page) == "light");
    // Tokens can be set from outside.
    let colour = page.js(
        "const figure = document.querySelector('#scene');
         figure.style.setProperty('--podlab-ink', 'rgb(1, 2, 3)');
         return getComputedStyle(figure.shadowRoot.querySelector('.podlab')).color",
        &[],
    );
    assert_eq!(colour, "rgb(1, 2, 3)");
}

#[test]
fn what_cannot_be_shown_is_said_and_is_never_markup() {
    // Where no policy stops anything.
    let page = Page::open("/fixtures/empty.html");
    let told = page.promise(
        "const evil = '<img src=x onerror=\"window.hurt = true\">';
         const tries = [
           { scene: evil }, { release: evil }, { controls: evil }, { panels: evil }, { manifest: evil },
           { manifest: `apiVersion: v1\\nkind: Pod\\nmetadata: {name: \"${evil}\"}\\nspec: {containers: [{name: a, image: b}]}` },
           { src: '/nothing-there.yaml' }, { manifest: '{'.repeat(50000) }, { lang: evil, poster: evil, speed: evil, startAt: evil },
         ];
         const { create } = await import('../pkg/dist/podlab.js');
         const told = [];
         for (const options of tries) {
           const figure = create('main', options);
           told.push(await new Promise((found) => {
             figure.addEventListener('podlab-error', ({ detail }) => found('error: ' + detail.message.slice(0, 80)));
             figure.addEventListener('podlab-ready', () => found('ready'));
             figure.pause().catch(() => {});
           }));
           if (figure.shadowRoot.querySelector('img[onerror]')) told.push('markup');
           figure.remove();
         }
         try { create('main', { constructor: 1 }); told.push('taken'); } catch (error) { told.push(error.name); }
         try { create('#nowhere'); told.push('taken'); } catch (error) { told.push(error.name); }
         return [told, window.hurt ?? false]",
        &[],
    );
    let list: Vec<&str> =
        told[0].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(list.len(), 11, "{told}");
    assert!(list[..8].iter().all(|text| text.starts_with("error: ")), "{list:#?}");
    assert_eq!(&list[8..], ["ready", "TypeError", "TypeError"]);
    assert_eq!(told[1], false);
}

#[test]
fn readonly_figures_are_only_looked_at() {
    let page = Page::open("/fixtures/many.html");
    let told = page.promise(
        "const { create } = window.podlab;
         const figure = create('main', { scene: 'runs', readonly: true, controls: 'full' });
         await figure.pause();
         const refused = await figure.run('kubectl delete pod demo').catch((error) => error.message);
         const [controls, transport] = ['.controls', '.transport'].map((css) => Boolean(figure.shadowRoot.querySelector(css)));
         // A file that is dropped on it, and keys, do nothing that its author does not want.
         figure.controls = 'none';
         await figure.pause();
         const ground = figure.shadowRoot.querySelector('.podlab');
         const data = new DataTransfer();
         data.items.add(new File(['apiVersion: v1\\nkind: Pod\\nmetadata: {name: dropped}\\nspec: {containers: [{name: a, image: b}]}'], 'a.yaml'));
         ground.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
         const body = figure.shadowRoot.querySelector('.figure-body');
         body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true, cancelable: true }));
         await new Promise((go) => setTimeout(go, 500));
         const untouched = figure.currentTime === 0 && figure.shadowRoot.querySelector('.capsule-name').textContent !== 'dropped';
         // A script may all the same.
         await figure.seek(5);
         return [controls, transport, refused, untouched, figure.currentTime]",
        &[],
    );
    assert_eq!((&told[0], &told[1]), (&json!(false), &json!(true)), "{told}");
    assert!(told[2].as_str().is_some_and(|text| text.contains("looked at")), "{told}");
    assert_eq!((&told[3], &told[4]), (&json!(true), &json!(5)), "{told}");
}

#[test]
fn times_can_be_pressed_only_where_a_person_may_move_time() {
    let page = Page::open("/fixtures/many.html");
    let told = page.promise(
        "const { create } = window.podlab;
         const told = [];
         for (const controls of ['none', 'transport']) {
           const figure = create('main', { scene: 'runs', controls, panels: 'why' });
           await figure.seek(5);
           figure.shadowRoot.querySelector('.say .button').click();
           const times = () => [...figure.shadowRoot.querySelectorAll('button.chain-time')];
           for (let turn = 0; turn < 100 && times().length === 0; turn += 1) await new Promise((go) => setTimeout(go, 50));
           told.push(times().length > 0, times().every((time) => time.disabled));
           figure.remove();
         }
         return told",
        &[],
    );
    assert_eq!(told, json!([true, true, true, false]));
}

#[test]
fn a_goal_that_is_reached_is_told_once() {
    let page = Page::open("/fixtures/many.html");
    let told = page.promise(
        "const { create } = window.podlab;
         const figure = create('main', { scene: 'crash-loop', goal: 'status  CrashLoopBackOff' });
         const goals = [];
         let reached = 0;
         figure.addEventListener('podlab-goal', ({ detail }) => goals.push(detail.goal));
         // A goal is told right after the changes that reach it.
         const go = async (seconds) => {
           const told = new Promise((go) => figure.addEventListener('podlab-change', go, { once: true }));
           await figure.seek(seconds);
           const { changes } = (await told).detail;
           reached += changes.filter((change) => change.subject === 'status' && change.new === 'CrashLoopBackOff').length;
           return goals.length;
         };
         await figure.pause();
         return [await go(10), await go(120), await go(300), reached > 1, ...goals]",
        &[],
    );
    assert_eq!(told, json!([0, 1, 1, true, "status CrashLoopBackOff"]));
}

#[test]
fn a_quiz_stops_before_a_change_and_tells_what_was_answered() {
    let page = Page::open("/fixtures/many.html");
    page.promise(
        "const { create } = window.podlab;
         const figure = create('main', { scene: 'crash-loop', quiz: true, speed: 10, controls: 'transport' });
         window.heard = [];
         figure.addEventListener('podlab-prediction', ({ detail }) => heard.push(detail));
         await figure.play();",
        &[],
    );
    page.wait_until("the question", |page| !page.in_figure("pod-lab", ".quiz").is_empty());
    let question = page.promise(
        "const figure = document.querySelector('pod-lab');
         const time = figure.currentTime;
         // While it asks, no time passes.
         await new Promise((go) => setTimeout(go, 500));
         const answers = [...figure.shadowRoot.querySelectorAll('.quiz-answers button')];
         const stands = figure.currentTime === time && !figure.playing;
         // The first change of what kubectl prints is known: nodes are chosen and images pulled.
         answers.find((button) => button.textContent === 'ContainerCreating').click();
         return [stands, answers.length]",
        &[],
    );
    assert_eq!(question, json!([true, 4]));
    page.wait_until("what is right", |page| {
        page.js("return window.heard.length === 1 && window.heard[0].right", &[]) == json!(true)
    });
    assert_eq!(page.in_figure("pod-lab", ".quiz-told"), "Right: ContainerCreating.");
    page.js(
        "document.querySelector('pod-lab').shadowRoot.querySelector('.quiz .is-primary').click()",
        &[],
    );
    page.wait_until("the next question", |page| {
        page.js(
            "const told = document.querySelector('pod-lab').shadowRoot.querySelector('.quiz-told');
             return told?.textContent === ''",
            &[],
        ) == json!(true)
    });
    page.js(
        "[...document.querySelector('pod-lab').shadowRoot.querySelectorAll('.quiz-answers button')]
           .find((button) => button.textContent !== 'Running').click()",
        &[],
    );
    page.wait_until("what was wrong", |page| {
        page.js("return window.heard[1]?.right", &[]) == json!(false)
    });
    assert_eq!(page.js("return window.heard[1].happened", &[]), "Running");
}

#[test]
fn a_figure_offers_nothing_that_it_refuses() {
    let page = Page::open("/fixtures/many.html");
    // How many tabs there are, whether one offers something to do, and whether the partition is fixed.
    let offered = |controls: &str| {
        page.js(
            "document.querySelector('main').innerHTML =
               `<pod-lab poster scene=sts-rolling controls=${arguments[0]} panels='storage revisions explore'></pod-lab>`",
            &[controls.into()],
        );
        page.wait_until("the figure", |page| page.live_figures() == 1);
        page.promise("await document.querySelector('pod-lab').seek(60)", &[]);
        let ask = |question: &str, number: usize| {
            let inside = "const { shadowRoot } = document.querySelector('pod-lab');
                          const tabs = [...shadowRoot.querySelectorAll('[role=tab]')];";
            page.js(&format!("{inside} {question}"), &[number.into()])
        };
        let tabs = ask("return tabs.length", 0).as_u64().unwrap_or(0) as usize;
        let mut is_offered = false;
        for number in 0..tabs {
            ask("tabs[arguments[0]].click()", number);
            page.wait_until("the tab", |_| {
                ask("return tabs[arguments[0]].ariaSelected", number) == "true"
            });
            is_offered |= ask(
                "return [...shadowRoot.querySelectorAll('[role=tabpanel] button')]
                   .some((each) => !each.disabled && /Delete|Undo|Search/.test(each.textContent))",
                number,
            ) == true;
        }
        let is_fixed = ask("return shadowRoot.querySelector('.partition input').disabled", 0);
        json!([tabs, is_offered, is_fixed])
    };
    assert_eq!(offered("full"), json!([3, true, false]));
    assert_eq!(offered("transport"), json!([2, false, true]));
    assert!(page.console_errors().is_empty(), "{:?}", page.console_errors());
}
