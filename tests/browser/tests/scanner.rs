//! The camera of a teacher reads the codes of learners.

use std::fs;

use podlab_browser_tests::{Browser, Page, camera_picture};
use podlab_link::qr;
use serde_json::json;

/// How many pixels of the picture a module of a code takes.
const SCALE: i32 = 8;

/// A picture of 640 by 480 pixels with a code, as Chromium takes it for that of a camera: one frame of YUV4MPEG2.
fn picture_of(text: &str) -> Vec<u8> {
    const WIDTH: i32 = 640;
    const HEIGHT: i32 = 480;
    let code = qr::code(text).expect("it has room");
    let dark: Vec<(i32, i32, i32)> = code
        .path
        .split('M')
        .skip(1)
        .map(|row| {
            let numbers: Vec<i32> =
                row.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            (numbers[0], numbers[1], numbers[2])
        })
        .collect();
    let (left, top) = ((WIDTH - code.side * SCALE) / 2, (HEIGHT - code.side * SCALE) / 2);
    let is_dark = |x: i32, y: i32| {
        let (x, y) = ((x - left).div_euclid(SCALE), (y - top).div_euclid(SCALE));
        dark.iter().any(|(begin, row, length)| *row == y && (*begin..begin + length).contains(&x))
    };
    let mut picture = b"YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\nFRAME\n".to_vec();
    for y in 0..HEIGHT {
        picture.extend((0..WIDTH).map(|x| if is_dark(x, y) { 20 } else { 235 }));
    }
    picture.extend(vec![128; (WIDTH * HEIGHT / 2) as usize]);
    picture
}

fn open() -> Page {
    let page = Page::open("/");
    page.go_to("/?teacher#/lesson/phase-and-status");
    page.click("button", "For a class");
    page.wait_until("the dialog", |page| page.count("dialog[open] .class") == 1);
    page
}

#[test]
fn a_code_in_front_of_the_camera_is_counted_once() {
    // A learner's browser makes the code.
    let page = Page::open("/");
    page.go_to("/?learner#/lesson/phase-and-status?class=Otter");
    page.wait_until("the code", |page| page.count(".lesson-class b") == 1);
    let code = page.text(".lesson-class b");
    if page.browser() == Browser::Chromium {
        let file = camera_picture();
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(file, picture_of(&code)).expect("it can be written");
    }
    drop(page);

    let page = open();
    page.type_into("textbox", "Word of the class", "Otter");
    page.click("button", "Scan codes with the camera");
    if page.browser() == Browser::Chromium {
        page.wait_until("the learner", |page| page.text(".class").contains("Learners: 1."));
        page.assert_healthy();
        let is_live = "return document.querySelector('.scanner-picture').srcObject.getTracks().map((track) => track.readyState)";
        assert_eq!(page.js(is_live, &[]), json!(["live"]));
        page.js(
            "window.track = document.querySelector('.scanner-picture').srcObject.getTracks()[0]",
            &[],
        );
        // It is read several times a second, and taken once.
        page.promise("await new Promise((go) => setTimeout(go, 800))", &[]);
        assert_eq!(
            page.js("return document.querySelector('.class textarea').value", &[]),
            json!(format!("{code}\n"))
        );
        // The camera ends with the dialog.
        page.press("Escape");
        page.wait_until("the end", |page| {
            page.js("return window.track.readyState", &[]) == "ended"
        });
    } else {
        page.wait_until("a word", |page| {
            page.text(".scanner").contains("The camera cannot be used")
        });
        page.assert_healthy();
    }
}
