//! QR codes, ISO/IEC 18004, as paths of an SVG.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// Light modules around a code that readers need.
pub const QUIET: i32 = 4;
/// The largest version that a phone reads from a screen without trouble: 97 modules a side, 858 bytes.
const LARGEST: u8 = 20;

/// A code: how many modules it has a side, the quiet zone included, and its dark modules as a path in these units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Modules a side.
    pub side: i32,
    /// The dark modules, as the `d` of a path.
    pub path: String,
}

/// The code of a text; nothing when it would be too fine to be read.
pub fn code(text: &str) -> Option<Code> {
    let segments = [QrSegment::make_bytes(text.as_bytes())];
    // As much correction as there is room for.
    let (least, largest) = (QrCodeEcc::Low, Version::new(LARGEST));
    let code =
        QrCode::encode_segments_advanced(&segments, least, Version::MIN, largest, None, true)
            .ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            // Beyond the code all is light.
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

impl Code {
    /// The code as a file of its own, dark on light.
    pub fn svg(&self) -> String {
        let side = self.side;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
             <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{}\"/></svg>",
            self.path
        )
    }
}
