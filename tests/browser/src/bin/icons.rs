//! Draws the icons of the installed page, `web/icons/*.png`, from `web/icons/podlab.svg`.
//!
//! `cargo run -p podlab-browser-tests --bin icons`, after the drawing has changed; a test of xtask says when.

use std::fs;
use std::process::ExitCode;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use podlab_browser_tests::{Browser, Page};
use xtask::publish::icons;

/// Draws a picture into a square and gives it as PNG in base64.
const DRAW: &str = "
    const [svg, side] = arguments;
    const image = new Image(side, side);
    image.src = 'data:image/svg+xml;base64,' + btoa(svg);
    return image.decode().then(() => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = side;
        canvas.getContext('2d').drawImage(image, 0, 0, side, side);
        return canvas.toDataURL('image/png').split(',')[1];
    });";

fn main() -> ExitCode {
    match draw() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn draw() -> Result<(), String> {
    let svg = fs::read_to_string(icons::drawing()).map_err(|error| error.to_string())?;
    let page = Page::open_in(Browser::Chromium, "/fixtures/harness.html");
    for icon in &icons::ICONS {
        let svg = icon.drawing(&svg);
        let png = page.js(DRAW, &[svg.into(), icon.side.into()]);
        let png = STANDARD
            .decode(png.as_str().unwrap_or_default())
            .map_err(|error| format!("{} was not drawn: {error}", icon.file))?;
        fs::write(icons::folder().join(icon.file), png).map_err(|error| error.to_string())?;
        println!("web/icons/{}", icon.file);
    }
    fs::write(icons::folder().join(icons::STAMP), icons::stamp(&svg))
        .map_err(|error| error.to_string())
}
