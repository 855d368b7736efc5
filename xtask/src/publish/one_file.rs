//! The whole page in one file, that opens from a disk without a network: styles, script, program and languages.
//!
//! Browsers let a page from a disk fetch nothing, so all of it stands in the page, compressed and in letters. Its own policy
//! allows this one script and these styles by their checksums, and no request at all.

use std::iter;
use std::num::NonZeroU64;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zopfli::{Format, Options};

use super::bundle::without_comments;
use super::document::remove_links;
use super::{ONE_FILE, Published, names_below, read, read_text};
use crate::{Outcome, checksum, paths};

/// The page's icon, in the page.
const ICON: &str = "icons/podlab.svg";

/// Writes `dist/podlab.html`.
pub fn write(published: &Published) -> Outcome {
    let dist = paths::dist();
    let entry = read_text(&paths::root().join("xtask/src/publish/one_file.js"))?
        .replace("MODULE", &published.program_module)
        .replace("PROGRAM", &published.page.program);
    let script = [&published.bundle.code, without_comments(&entry).as_str()].concat();
    let style = &published.style;
    if script.contains("</script") || style.contains("</style") {
        return Err(format!("the script or the styles of {ONE_FILE} would end too early"));
    }
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data: blob:; base-uri 'none'; \
         form-action 'none'",
        checksum::policy_source(script.as_bytes()),
        checksum::policy_source(style.as_bytes()),
    );
    let mut html = published.page.head_with_policy(&policy)?;
    remove_links(&mut html, |_| true);
    let icon = STANDARD.encode(read(&dist.join(ICON))?);
    html.push_str(&format!(
        "<link rel=icon href=\"data:image/svg+xml;base64,{icon}\"><style>{style}</style>"
    ));
    // In the head, because the page makes its body anew.
    let locales = names_below(&dist.join("locales"))?;
    let locales = locales.iter().map(|name| ["locales/", name].concat());
    for name in iter::once(published.page.program.clone()).chain(locales) {
        let packed = STANDARD.encode(deflate(&read(&dist.join(&name))?)?);
        html.push_str(&format!("<script type=text/plain data-file=\"{name}\">{packed}</script>"));
    }
    html.push_str(&format!(
        "<script type=module>{script}</script></head><body>\
         <noscript>Podlab needs JavaScript. Podlab membutuhkan JavaScript. Podlab에는 JavaScript가 필요합니다.</noscript>\
         </body></html>"
    ));
    super::write(&dist.join(ONE_FILE), html.as_bytes())
}

/// Rounds of search for the shortest way to write it: more than five gain next to nothing.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).unwrap();

fn deflate(body: &[u8]) -> Outcome<Vec<u8>> {
    let options = Options { iteration_count: ROUNDS, ..Options::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, Format::Zlib, body, &mut packed)
        .map_err(|error| format!("deflate failed: {error}"))?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;

    use super::deflate;

    #[test]
    fn what_is_packed_comes_out_again() {
        let packed = deflate(&[b'a'; 10_000]).expect("it packs");
        assert!(packed.len() < 100);
        let mut text = String::new();
        ZlibDecoder::new(packed.as_slice()).read_to_string(&mut text).expect("it unpacks");
        assert_eq!(text, "a".repeat(10_000));
    }
}
