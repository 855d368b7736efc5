//! The icons of the installed page: pictures that the tool `icons` of the browser tests draws from one drawing.

use std::path::PathBuf;

use crate::{checksum, paths};

/// A picture of the drawing.
pub struct Icon {
    /// Its file in `web/icons/`.
    pub file: &'static str,
    /// Its height and width, in pixels.
    pub side: u32,
    /// Whether the system cuts it into a shape of its own.
    pub is_maskable: bool,
}

/// All of them; `web/podlab.webmanifest` names them.
pub const ICONS: [Icon; 3] = [
    Icon { file: "podlab-192.png", side: 192, is_maskable: false },
    Icon { file: "podlab-512.png", side: 512, is_maskable: false },
    Icon { file: "podlab-maskable.png", side: 512, is_maskable: true },
];

/// The file in `web/icons/` that says which drawing they show.
pub const STAMP: &str = "drawn-from.txt";

/// How the drawing rounds its corners.
const CORNERS: &str = "rx=\"112\"";

impl Icon {
    /// What it shows: the drawing, whose ground goes to the edges where the system cuts.
    pub fn drawing(&self, svg: &str) -> String {
        if self.is_maskable { svg.replacen(CORNERS, "rx=\"0\"", 1) } else { svg.to_owned() }
    }
}

/// Where the icons are.
pub fn folder() -> PathBuf {
    paths::root().join("web/icons")
}

/// The drawing.
pub fn drawing() -> PathBuf {
    folder().join("podlab.svg")
}

/// What the stamp says of a drawing.
pub fn stamp(svg: &str) -> String {
    format!("{}\n", checksum::integrity(svg.as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{CORNERS, ICONS, STAMP, drawing, folder, stamp};

    #[test]
    fn the_icons_show_the_drawing() {
        let svg = fs::read_to_string(drawing()).expect("the drawing is there");
        assert!(svg.contains(CORNERS));
        assert_eq!(
            fs::read_to_string(folder().join(STAMP)).unwrap_or_default(),
            stamp(&svg),
            "draw them again with: cargo run -p podlab-browser-tests --bin icons"
        );
    }

    #[test]
    fn every_icon_is_as_large_as_it_says_and_the_manifest_names_it() {
        let manifest = folder().join("../podlab.webmanifest");
        let manifest = fs::read_to_string(manifest).expect("the manifest is there");
        for icon in &ICONS {
            let png = fs::read(folder().join(icon.file)).expect(icon.file);
            // A PNG begins with a signature and the chunk that holds width and height.
            let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four"));
            assert_eq!((number(16), number(20)), (icon.side, icon.side), "{}", icon.file);
            let sizes = format!("\"sizes\": \"{0}x{0}\"", icon.side);
            let line = manifest.lines().find(|line| line.contains(icon.file));
            assert!(line.is_some_and(|line| line.contains(&sizes)), "{}", icon.file);
        }
    }
}
