//! What the page's document says of the parts: their names and their checksums.

use crate::{Outcome, checksum};

/// The page, with something to say in a `<meta>` that it has for that.
pub fn say_in_meta(html: &str, name: &str, content: &str) -> Outcome<String> {
    // Trunk's minifier orders the attributes.
    let place = html.find(name).and_then(|at| {
        let start = html[..at].rfind("<meta")?;
        Some(start..start + html[start..].find('>')? + 1)
    });
    let place = place.ok_or_else(|| format!("index.html has no <meta name=\"{name}\">"))?;
    let meta = format!("<meta name=\"{name}\" content=\"{content}\">");
    Ok([&html[..place.start], &meta, &html[place.end..]].concat())
}

/// The page, told what the later parts are called: their names, each of which its checksum may follow, with spaces between.
pub fn name_parts(html: &str, parts: &str) -> Outcome<String> {
    say_in_meta(html, "podlab-parts", parts)
}

/// The page with the right checksum for a file that it names in a link.
pub fn renew_integrity(html: &str, name: &str, body: &[u8]) -> Outcome<String> {
    const INTEGRITY: &str = "integrity=";
    let found = html.match_indices("<link").find_map(|(start, _)| {
        let end = start + html[start..].find('>')?;
        let link = &html[start..end];
        let value = start + link.find(INTEGRITY).filter(|_| link.contains(name))? + INTEGRITY.len();
        let length = html[value..end].find(' ').unwrap_or(end - value);
        Some(value..value + length)
    });
    let place = found.ok_or_else(|| format!("index.html has no link to {name} with a checksum"))?;
    let checksum = format!("\"{}\"", checksum::integrity(body));
    Ok([&html[..place.start], &checksum, &html[place.end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::{name_parts, renew_integrity};

    #[test]
    fn the_page_is_told_where_later_parts_are() {
        let html = "<meta charset=utf-8><meta name=podlab-parts><title>Podlab</title>";
        let told = name_parts(html, "a.wasm b.wasm").expect("it has a place for it");
        assert!(told.contains("<meta name=\"podlab-parts\" content=\"a.wasm b.wasm\"><title>"));
        assert!(name_parts("<title>Podlab</title>", "a.wasm").is_err());
    }

    #[test]
    fn a_link_gets_the_checksum_of_its_own_file() {
        let html = "<link href=./a.js integrity=sha384-A rel=modulepreload>\
                    <link href=./b.wasm integrity=sha384-B rel=preload>";
        let renewed = renew_integrity(html, "b.wasm", b"").expect("it is linked");
        // The checksum of nothing is well known.
        let nothing = "\"sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb\"";
        assert!(renewed.contains("integrity=sha384-A "), "{renewed}");
        assert!(
            renewed.contains(&format!("./b.wasm integrity={nothing} rel=preload")),
            "{renewed}"
        );
        assert!(renew_integrity(html, "c.wasm", b"").is_err());
    }
}
