//! The main views look as they did: at three sizes, in light and dark, compared with small pictures in `looks/`.
//!
//! They are pictures of Chromium: the other browsers have letters of their own, and no switch for the colours of the system.
//! A picture is kept at an eighth of its size, so that letters a little thicker or thinner are no difference, and a part that has moved or
//! has lost its colour is one. `UPDATE_GOLDEN=1 cargo test -p podlab-browser-tests looks::` keeps the present pictures; look at them first.

use std::path::Path;
use std::{env, fs};

use podlab_browser_tests::{ColorScheme, Page};

/// The main views, each with its address and the moment at which it stands still.
const VIEWS: [(&str, &str, &str); 4] = [
    ("pod", "/?first-visit#/scene/runs?at=30s", "0:00:30"),
    ("crash", "/?first-visit#/scene/crash-loop?at=60s", "0:01:00"),
    ("set", "/?first-visit#/scene/sts-ordered?at=30s", "0:00:30"),
    ("lesson", "/?first-visit#/lesson/phase-and-status", "0:00:05"),
];
const SIZES: [(u32, u32); 3] = [(1440, 900), (768, 1024), (390, 844)];
const SCHEMES: [(ColorScheme, &str); 2] =
    [(ColorScheme::Light, "light"), (ColorScheme::Dark, "dark")];

/// How many pixels of a side become one.
const SHRUNK: usize = 8;
/// By how much a channel of a pixel may differ, of 255.
const TOLERANCE: u8 = 32;
/// How many of a thousand pixels may differ by more.
const DIFFERENT: usize = 15;

/// A picture as rows of pixels, each red, green and blue.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn read(file: &Path) -> Option<Picture> {
        let bytes = fs::File::open(file).ok()?;
        let mut decoder = png::Decoder::new(std::io::BufReader::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut buffer = vec![0; reader.output_buffer_size().expect("it fits into memory")];
        let info = reader.next_frame(&mut buffer).expect("it is whole");
        let samples = info.color_type.samples();
        assert!(samples >= 3, "{} has colours", file.display());
        let pixels =
            buffer.chunks_exact(samples).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Some(Picture { width: info.width as usize, height: info.height as usize, pixels })
    }

    fn write(&self, file: &Path) {
        fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be made");
        let out = fs::File::create(file).expect("it can be written");
        let mut encoder =
            png::Encoder::new(std::io::BufWriter::new(out), self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().expect("it can be written");
        writer.write_image_data(self.pixels.as_flattened()).expect("it can be written");
    }

    /// The mean colour of each square of so many pixels a side.
    fn shrunk(&self) -> Picture {
        let (width, height) = (self.width / SHRUNK, self.height / SHRUNK);
        let mean = |column: usize, row: usize| {
            let mut sum = [0; 3];
            for y in row * SHRUNK..(row + 1) * SHRUNK {
                for x in column * SHRUNK..(column + 1) * SHRUNK {
                    for (sum, value) in sum.iter_mut().zip(self.pixels[y * self.width + x]) {
                        *sum += usize::from(value);
                    }
                }
            }
            sum.map(|sum| (sum / (SHRUNK * SHRUNK)) as u8)
        };
        let pixels = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        Picture { width, height, pixels: pixels.map(|(column, row)| mean(column, row)).collect() }
    }

    /// How many of a thousand pixels are different; all of them in a picture of another size.
    fn difference(&self, other: &Picture) -> usize {
        if (self.width, self.height) != (other.width, other.height) {
            return 1000;
        }
        let differs = |(one, other): &(&[u8; 3], &[u8; 3])| {
            one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) > TOLERANCE)
        };
        let different = self.pixels.iter().zip(&other.pixels).filter(differs).count();
        (different * 1000).div_ceil(self.pixels.len())
    }
}

#[test]
fn the_main_views_look_as_they_did_and_shut_nobody_out() {
    let page = Page::open("/");
    let mut wrong = Vec::new();
    for (scheme, scheme_name) in SCHEMES {
        page.set_color_scheme(scheme);
        for (width, height) in SIZES {
            page.set_size(width, height);
            for (view, address, clock) in VIEWS {
                show(&page, address, clock);
                let name = format!("{view}-{width}-{scheme_name}");
                wrong.extend(difference(&page, &name));
                page.assert_healthy();
            }
        }
    }
    assert!(wrong.is_empty(), "these look different: {wrong:#?}");
}

/// Shows a view as a first visitor sees it.
fn show(page: &Page, address: &str, clock: &str) {
    // Only another fragment would not load the page again.
    page.go_to("/fixtures/empty.html?first-visit");
    page.js("localStorage.clear()", &[]);
    page.go_to(address);
    page.wait_until("the view", |page| page.text(".clock").starts_with(clock));
    // The letters that every Debian has: a browser's own choice is another on another machine.
    page.js(
        "const { style } = document.documentElement;
         style.setProperty('--podlab-sans', 'DejaVu Sans');
         style.setProperty('--podlab-mono', 'DejaVu Sans Mono')",
        &[],
    );
    page.wait_for_paint();
    // What is stuck is said above the stage, and is found out after the first drawing.
    page.wait_until_foretold();
    page.wait_until("the end of what moves", |page| !page.is_moving());
}

/// Compares what is seen with the picture of that name, or keeps it. Returns what is wrong.
fn difference(page: &Page, name: &str) -> Option<String> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("looks/{name}.png"));
    let failures = xtask::paths::target().join("browser-failures");
    let whole = failures.join(format!("look-{name}-whole.png"));
    page.screenshot(&whole);
    let seen = Picture::read(&whole).expect("it was taken").shrunk();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        seen.write(&kept);
    }
    let difference = Picture::read(&kept).map_or(1000, |kept| kept.difference(&seen));
    if difference <= DIFFERENT {
        // Only what is wrong is worth a look.
        let _ = fs::remove_file(&whole);
        return None;
    }
    let shown = failures.join(format!("look-{name}.png"));
    seen.write(&shown);
    Some(format!("{name}: {difference} of 1000 pixels, see {}", shown.display()))
}

#[test]
fn a_part_that_has_moved_is_a_difference() {
    let square = |left: usize| {
        let inside =
            |at: usize| (left..left + 40).contains(&(at % 160)) && (40..80).contains(&(at / 160));
        let pixels =
            (0..160 * 160).map(|at| if inside(at) { [50, 108, 229] } else { [255; 3] }).collect();
        Picture { width: 160, height: 160, pixels }.shrunk()
    };
    assert_eq!(square(40).difference(&square(40)), 0);
    assert!(square(40).difference(&square(56)) > DIFFERENT);
}
