//! `podlab mdbook`, as mdBook calls it.

use crate::common::{assert_refused, golden, podlab, podlab_with};
use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::{read, script};
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab_lessons::find;
use podlab_link::snippets::Shared;
use podlab_link::{LinkTarget, Packed, Permalink, View};
use pulldown_cmark::{Event, Options, Parser, html};
use serde_json::{Value, json};

/// What mdBook writes for a book of one chapter with a chapter below it.
fn book(renderer: &str, key: &str, content: &str) -> String {
    let below =
        json!({ "Chapter": { "name": "B", "content": content, "path": "b.md", "sub_items": [] } });
    let chapter = json!({ "Chapter": {
        "name": "A", "content": "# A\n", "number": [1], "path": "a.md", "source_path": "a.md",
        "sub_items": [below], "parent_names": [],
    } });
    let items = json!([{ "PartTitle": "One" }, chapter, "Separator"]);
    let book = json!({ key: items, "__non_exhaustive": null });
    let config =
        json!({ "book": { "language": "en", "src": "src" }, "preprocessor": { "podlab": {} } });
    let context = json!({ "root": "/no/such/book", "config": config, "renderer": renderer, "mdbook_version": "0.4.52" });
    json!([context, book]).to_string()
}

/// The chapter below as it comes back.
fn chapter(renderer: &str, key: &str, content: &str) -> String {
    let ran = podlab_with(&["mdbook"], book(renderer, key, content).as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{content}");
    let answer: Value = serde_json::from_str(&ran.stdout).expect("it is a book");
    assert_eq!(answer[key][0]["PartTitle"], "One");
    assert_eq!(answer[key][1]["Chapter"]["content"], "# A\n");
    let below = &answer[key][1]["Chapter"]["sub_items"][0]["Chapter"];
    below["content"].as_str().expect("a text").to_owned()
}

/// The page as mdBook makes it of a chapter.
fn page(content: &str) -> String {
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(content, Options::all()));
    page
}

const POD: &str = "apiVersion: v1\nkind: Pod\nmetadata: {name: demo}\n\nspec:\n  containers: [{name: app, image: nginx}]\n";

#[test]
fn mdbook_asks_what_is_supported() {
    for renderer in ["html", "markdown", "epub"] {
        let ran = podlab(&["mdbook", "supports", renderer]);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    }
    assert_refused(&podlab(&["mdbook", "suports", "html"]), "suports");
}

#[test]
fn a_block_becomes_an_element_with_a_still_in_it() {
    let text = "Before\n```podlab scene=crash-loop start-at=60s controls=full readonly autoplay=false\n```\nAfter\n";
    for key in ["sections", "items"] {
        let content = chapter("html", key, text);
        golden("mdbook/scene.md", &content);
        let page = page(&content);
        assert!(page.starts_with("<p>Before</p>\n<pod-lab scene=\"crash-loop\" controls=\"full\" start-at=\"60\" readonly>\n"));
        assert!(page.trim_end().ends_with("</svg>\n</div>\n</pod-lab>\n<p>After</p>"), "{page}");
        let still = podlab(&["render", "crash-loop", "--at", "60"]).stdout;
        assert!(page.contains(&still), "the still is what podlab render draws");
    }
}

#[test]
fn a_manifest_is_nested_as_it_is() {
    let content = chapter("html", "sections", &format!("```podlab controls=transport\n{POD}```\n"));
    let page = page(&content);
    let script =
        page.split("<script type=\"application/yaml\">\n").nth(1).expect("there is a script");
    assert_eq!(script.split("</script>").next(), Some(POD));
    assert!(!page.contains("<p>"), "nothing of it is read as Markdown: {page}");
}

#[test]
fn a_manifest_cannot_break_out() {
    let hostile = [
        "</script><script>alert(1)</script>",
        "</SCRIPT ><img src=x onerror=alert(1)>",
        "</pre>\n\n# <b>x</b>",
        "<!-- <script>",
        "</textarea>\\n\\n<i>",
    ];
    for text in hostile {
        let manifest = POD.replace("spec:", &format!("# {}\nspec:", text.replace('\n', "\n# ")));
        let content = chapter("html", "sections", &format!("```podlab\n{manifest}```\n"));
        let page = page(&content);
        assert!(
            !page.contains("<script") && !page.contains("<img") && !page.contains("<p>"),
            "{page}"
        );
        let value = page.split(" manifest=\"").nth(1).and_then(|rest| rest.split('"').next());
        let read = value.expect("it is an attribute").replace("&lt;", "<").replace("&gt;", ">");
        let read = read
            .replace("&#10;", "\n")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
        assert_eq!(read, manifest.trim_end());
        for event in Parser::new_ext(&content, Options::all()) {
            assert!(!matches!(event, Event::Text(_)), "{event:?}");
        }
    }
}

#[test]
fn other_renderers_get_a_table() {
    let content = chapter("markdown", "sections", "```podlab scene=crash-loop still=60\n```\n");
    assert_eq!(content, podlab(&["render", "crash-loop", "--at", "60", "--format", "md"]).stdout);
}

#[test]
fn a_lesson_has_a_still_of_what_it_tells_as_it_begins() {
    let told = chapter("markdown", "items", "```podlab lesson=phase-and-status\n```\n");
    assert!(told.contains("*Step 1 of") && told.contains("- [ ] CrashLoopBackOff"), "{told}");
    let still = chapter("html", "items", "```podlab lesson=start-ordinal seed=4 lang=ko\n```\n");
    assert!(still.contains("orders-13") && still.contains("1단계</text>"), "{still}");
    let named = chapter("markdown", "items", "```podlab lesson=exit-0 still=9s\n```\n");
    assert!(named.contains("0:00:09") && !named.contains("*Step"), "{named}");
}

#[test]
fn all_else_stays_as_it_is() {
    let text = "# B\n\n```yaml\nscene: x\n```\n\n````md\n```podlab scene=runs\n```\n````\n\n| a | b |\n|---|---|\n";
    assert_eq!(chapter("html", "sections", text), text);
    let claims = "a\n\n```podlab-expect\nscene: runs\nphase: Running\n```\nb\n";
    assert_eq!(chapter("html", "sections", claims), "a\n\nb\n");
}

#[test]
fn mistakes_stop_the_book() {
    let cases = [
        (
            "x\n\n```podlab scene=crash-lop\n```\n",
            "b.md:3: scene=crash-lop: there is no such scene; did you mean \"crash-loop\"?",
        ),
        (
            "```podlab scene=runs contols=full\n```\n",
            "b.md:1: unknown option \"contols\"; did you mean \"controls\"?",
        ),
        ("```podlab\napiVersion: v1\nkind: Pood\n```\n", "b.md:3: "),
        ("```podlab src=no.yaml\n```\n", "b.md:1: /no/such/book/src/no.yaml: no such file"),
    ];
    for (content, told) in cases {
        let ran = podlab_with(&["mdbook"], book("html", "sections", content).as_bytes());
        assert_refused(&ran, content);
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
    for text in ["", "{}", "[1]", "[{}, {}]", "[{\"root\": \"/\"}, {\"sections\": 3}]"] {
        let ran = podlab_with(&["mdbook"], text.as_bytes());
        assert_refused(&ran, text);
        assert!(ran.stderr.contains("this is not what mdBook writes"), "{}", ran.stderr);
    }
}

#[test]
fn what_is_shared_of_the_page_is_a_block_of_a_book() {
    let fragments = [
        "#/scene/crash-loop?at=90s&release=1.28&panel=events&play=10",
        "#/scene/sts-ordered?at=1500ms&play=4294967295",
        "#/example/exits-0/Always",
    ];
    for fragment in fragments {
        let link = Permalink::parse(fragment).expect("it is right");
        let block = Shared { base: "/", page: "/", title: "A", link: &link, run: "" }.block();
        let chapter = chapter("html", "sections", &block);
        assert!(chapter.contains("<pod-lab scene=") && chapter.contains("<svg"), "{block}");
    }
    let start = Sim::with_nodes(Settings::default(), 1);
    let script = script(&read(&find("crash-loop").unwrap(), &ReadOptions::default()).unwrap());
    let mut history = History::new(start, "default".into(), "demo".into(), script).unwrap();
    history.run_until(SimTime::from_seconds(6), u64::MAX);
    let run = RunFile { view: "lang=id&panel=events".into(), ..RunFile::of(&history, 1) }.write();
    let link = Permalink { target: LinkTarget::Run(Packed::plain(&run)), view: View::default() };
    let block = Shared { base: "/", page: "/", title: "A", link: &link, run: &run }.block();
    assert!(block.starts_with("```podlab lang=id panels=tracks,events\n"), "{block}");
    let chapter = chapter("html", "sections", &block);
    // As it was at the moment at which it was shared.
    assert!(
        chapter.contains("<pod-lab panels=\"tracks,events\" lang=\"id\">")
            && chapter.contains("podlab-run"),
        "{chapter}"
    );
    assert!(chapter.contains("<svg") && chapter.contains("0:00:06"), "{chapter}");
}

#[test]
fn blocks_in_lists_and_quotes_stay_in_them() {
    let content = "- one\n\n     ```podlab scene=runs still=5s\n     ```\n\n  two\n\n> ```podlab-expect\n> phase: Running\n> ```\n> three\n>\n> ```podlab scene=runs still=5s\n> ```\n>\n> four\n";
    let made = page(&chapter("html", "sections", content));
    let item =
        made.split_once("<li>").and_then(|(_, rest)| rest.split_once("</li>")).expect("an item").0;
    let quote =
        made.split_once("<blockquote>").and_then(|(_, rest)| rest.split_once("</blockquote>"));
    let quote = quote.expect("a quote").0;
    for (inside, words) in [(item, ["one", "two"]), (quote, ["three", "four"])] {
        assert_eq!(inside.matches("<pod-lab").count(), 1, "{made}");
        assert_eq!(inside.matches("</pod-lab>").count(), 1, "{made}");
        assert!(words.iter().all(|word| inside.contains(&format!("<p>{word}</p>"))), "{made}");
    }
    assert!(!made.contains("<pre>") && !made.contains("&gt;"), "{made}");
}
