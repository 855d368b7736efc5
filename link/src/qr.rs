//! QR codes, ISO/IEC 18004: drawn as paths of an SVG, and read from pictures.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};
use quircs::Quirc;

/// How many light modules readers need on each side of a code.
pub const QUIET: i32 = 4;
/// The largest version that a phone reads from a screen without trouble: 97 modules a side, 858 bytes.
const LARGEST: u8 = 20;

/// A QR code. One unit of its path is one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// How many modules a side has, the quiet zone included.
    pub side: i32,
    /// The dark modules, as the attribute `d` of an SVG path.
    pub path: String,
}

/// Returns the code of a text, or `None` when the code would be too fine to be read.
///
/// ```
/// use podlab_link::qr;
///
/// let code = qr::code("https://example.org/#/scene/crash-loop").ok_or("too long")?;
/// assert_eq!(code.side, 29 + 2 * qr::QUIET, "version 3");
/// assert_eq!(qr::code(&"x".repeat(900)), None);
/// # Ok::<(), &str>(())
/// ```
pub fn code(text: &str) -> Option<Code> {
    let segments = [QrSegment::make_bytes(text.as_bytes())];
    // Uses as much error correction as there is room for.
    let (least, largest) = (QrCodeEcc::Low, Version::new(LARGEST));
    let code =
        QrCode::encode_segments_advanced(&segments, least, Version::MIN, largest, None, true)
            .ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            // Outside the code all modules are light.
            while code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let width = x - start;
                path.push_str(&format!("M{} {}h{width}v1h-{width}z", start + QUIET, y + QUIET));
            }
            x += 1;
        }
    }
    Some(Code { side: code.size() + 2 * QUIET, path })
}

/// Returns the texts of the codes in a picture, in the order in which they are found. `grey` has the brightness of each pixel from 0 to 255,
/// row by row. A code that cannot be read is left out.
///
/// ```
/// use podlab_link::qr;
///
/// assert!(qr::read(640, 480, &[255; 640 * 480]).is_empty());
/// ```
pub fn read(width: usize, height: usize, grey: &[u8]) -> Vec<String> {
    let mut reader = Quirc::default();
    let codes = reader.identify(width, height, grey);
    let texts = codes.filter_map(|code| code.ok()?.decode().ok());
    texts.filter_map(|data| String::from_utf8(data.payload).ok()).collect()
}

impl Code {
    /// Returns the code as an SVG file, dark on light.
    pub fn svg(&self) -> String {
        let side = self.side;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
             <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{}\"/></svg>",
            self.path
        )
    }
}
