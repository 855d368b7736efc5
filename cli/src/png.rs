//! Pictures in PNG, drawn with the fonts of this computer.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};

/// Pixels of the picture in a unit of the drawing.
const SCALE: u16 = 2;
/// Fonts in place of the page's system font, in the order of preference.
const SANS: [&str; 9] = [
    "Segoe UI",
    "Helvetica Neue",
    "Noto Sans",
    "Roboto",
    "Inter",
    "DejaVu Sans",
    "Liberation Sans",
    "Arial",
    "Helvetica",
];
const MONO: [&str; 7] = [
    "SF Mono",
    "Menlo",
    "Consolas",
    "Noto Sans Mono",
    "DejaVu Sans Mono",
    "Liberation Mono",
    "Courier New",
];

/// Draws a figure.
///
/// # Errors
/// Why it cannot be drawn, in one line without a full stop.
pub fn draw(svg: &str) -> Result<Vec<u8>, String> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    draw_with(svg, fonts)
}

fn draw_with(svg: &str, mut fonts: Database) -> Result<Vec<u8>, String> {
    if fonts.is_empty() {
        return Err(
            "no font is installed, so nothing can be written into a PNG picture; install one \
                    (on Debian: apt-get install fonts-dejavu-core) or use --format svg"
                .to_owned(),
        );
    }
    leave_out_serifs(&mut fonts);
    let first = |names: &[&str]| {
        let has = |name: &&&str| {
            fonts.query(&Query { families: &[Family::Name(name)], ..Query::default() }).is_some()
        };
        names.iter().find(has).map(|name| (*name).to_owned())
    };
    let any = || {
        fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone())
    };
    let sans = first(&SANS).or_else(any).unwrap_or_default();
    let mono = first(&MONO).unwrap_or_else(|| sans.clone());
    fonts.set_sans_serif_family(&sans);
    // The last font of every fallback list is the serif family.
    fonts.set_serif_family(&sans);
    fonts.set_monospace_family(mono);
    let options = Options { fontdb: fonts.into(), font_family: sans, ..Options::default() };
    let tree = Tree::from_str(svg, &options)
        .map_err(|error| format!("the picture cannot be drawn: {error}"))?;
    let size = tree.size().to_int_size();
    let scale = u32::from(SCALE);
    let pixmap = Pixmap::new(size.width() * scale, size.height() * scale);
    let mut pixmap = pixmap.ok_or("the picture is too large for PNG; use --format svg")?;
    let factor = f32::from(SCALE);
    resvg::render(&tree, Transform::from_scale(factor, factor), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| format!("the picture cannot be written: {error}"))
}

/// Removes the fonts with serifs if there are others: a character that the first font lacks comes from any font that is left.
fn leave_out_serifs(fonts: &mut Database) {
    let has_serifs = |face: &resvg::usvg::fontdb::FaceInfo| {
        face.families.iter().any(|(name, _)| name.contains("Serif") || name.contains("Times"))
    };
    let with: Vec<_> = fonts.faces().filter(|face| has_serifs(face)).map(|face| face.id).collect();
    if with.len() < fonts.len() {
        for id in with {
            fonts.remove_face(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_fonts_it_says_so() {
        let told = draw_with("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", Database::new());
        assert!(told.unwrap_err().starts_with("no font is installed"));
    }
}
