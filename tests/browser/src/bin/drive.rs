//! Scratch.
use podlab_browser_tests::{Browser, ColorScheme, Page};
use std::{env, path::Path, thread, time::Duration};
fn main() {
    let page = Page::open_in(Browser::Chromium, "/");
    for word in env::args().skip(1) {
        let (what, rest) = word.split_once(':').unwrap_or((&word, ""));
        match what {
            "size" => {
                let (w, h) = rest.split_once('x').unwrap();
                page.set_size(w.parse().unwrap(), h.parse().unwrap());
            }
            "dark" => page.set_color_scheme(ColorScheme::Dark),
            "light" => page.set_color_scheme(ColorScheme::Light),
            "click" => {
                let (r, n) = rest.split_once(':').unwrap();
                page.click(r, n);
            }
            "css" => page.click_css(rest),
            "type" => {
                let (n, t) = rest.split_once('=').unwrap();
                page.type_into("textbox", n, t);
            }
            "press" => page.press(rest),
            "wait" => thread::sleep(Duration::from_millis(rest.parse().unwrap())),
            "shot" => page.screenshot(Path::new(&format!("/tmp/drive/{rest}.png"))),
            "all" => page.screenshot_of_all(Path::new(&format!("/tmp/drive/{rest}.png"))),
            "text" => println!("{rest}: {}", page.text(rest)),
            "js" => println!("{}", page.js(rest, &[])),
            "axe" => {
                for v in page.axe() {
                    println!("{} {} {} {:?}", v.impact, v.rule, v.help, v.elements);
                }
            }
            "go" => page.go_to(rest),
            _ => panic!("{word}"),
        }
    }
    for e in page.console_errors() {
        println!("ERROR {e}");
    }
}
