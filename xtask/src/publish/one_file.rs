//! The whole page in one file, that opens from a disk without a network: styles, script, program, languages and lessons.
//!
//! Browsers let a page from a disk fetch nothing, so all of it stands in the page: esbuild bundles `web/one-file.js` with the
//! compressed program and lessons, and the languages, and `web/one-file.html` has places for that script, for `web/still.js`, which runs before the
//! still is drawn, and for the styles. The page's own policy allows these by their checksums, and no request at all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::ONE_FILE;
use crate::deflate::deflate;
use crate::files::{self, is_kind, names_below, read, read_text};
use crate::shell::{self, command};
use crate::{Outcome, checksum, paths};

/// The page's icon, in the page.
const ICON: &str = "icons/podlab.svg";

/// Writes `dist/podlab.html`.
pub fn write() -> Outcome {
    let (dist, web) = (paths::dist(), paths::root().join("web"));
    let folder = paths::target().join("one-file");
    fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    let names = names_below(&dist)?;
    let program = names.iter().find(|name| name.ends_with("_bg.wasm"));
    let program = program.ok_or("dist/ holds no program")?;
    let packed = folder.join("program.deflated");
    files::write(&packed, deflate(&read(&dist.join(program))?)?)?;
    let glue = dist.join(program.replace("_bg.wasm", ".js"));
    let lessons = folder.join("lessons.deflated");
    files::write(&lessons, deflate(lessons_of(&dist, &names)?.as_bytes())?)?;
    let places = [("glue", &glue), ("program", &packed), ("lessons", &lessons)];
    let script = bundle(&web.join("one-file.js"), &places, &folder.join("one-file.js"))?;
    // In the order in which index.html links them.
    let html = read_text(&dist.join("index.html"))?;
    let mut sheets: Vec<&String> = names.iter().filter(|name| is_kind(name, "css")).collect();
    sheets.retain(|name| html.contains(*name));
    sheets.sort_by_key(|name| html.find(*name));
    let sheets = sheets.into_iter().map(|name| read_text(&dist.join(name)));
    let style = sheets.collect::<Outcome<Vec<_>>>()?.concat();
    let still_script = read_text(&web.join("still.js"))?;
    let would_end = [&script, &still_script].iter().any(|text| text.contains("</script"));
    if would_end || style.contains("</style") {
        return Err(format!("a script or the styles of {ONE_FILE} would end too early"));
    }
    let places = [
        ("{{still-script-sum}}", checksum::policy_source(still_script.as_bytes())),
        ("{{script-sum}}", checksum::policy_source(script.as_bytes())),
        ("{{style-sum}}", checksum::policy_source(style.as_bytes())),
        ("{{icon}}", STANDARD.encode(read(&dist.join(ICON))?)),
        ("{{still}}", read_text(&web.join("still.html"))?),
        ("{{style}}", style),
        ("{{still-script}}", still_script),
        ("{{script}}", script),
    ];
    let mut page = read_text(&web.join("one-file.html"))?;
    for (place, text) in places {
        if page.matches(place).count() != 1 {
            return Err(format!("web/one-file.html has not one {place}"));
        }
        page = page.replace(place, &text);
    }
    files::write(&dist.join(ONE_FILE), page)
}

/// The texts of the lessons by the paths under which the page asks for them, as JSON.
fn lessons_of(dist: &Path, names: &[String]) -> Outcome<String> {
    let lessons = names.iter().filter(|name| name.starts_with("lessons/"));
    let texts = lessons.map(|name| Ok((name, read_text(&dist.join(name))?)));
    let texts = texts.collect::<Outcome<BTreeMap<&String, String>>>()?;
    serde_json::to_string(&texts).map_err(|error| error.to_string())
}

/// The script with all it imports. What it imports as `podlab-` and a name of `places` is that file.
fn bundle(script: &Path, places: &[(&str, &PathBuf)], out: &Path) -> Outcome<String> {
    let alias =
        |(name, file): &(&str, &PathBuf)| format!("--alias:podlab-{name}={}", file.display());
    shell::run(
        command("esbuild")
            .arg(script)
            .args(places.iter().map(alias))
            .args(["--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"])
            .args(["--loader:.deflated=binary", "--loader:.txt=text", "--log-level=warning"])
            // wasm-bindgen names one snippet once for each function it takes from it.
            .arg("--log-override:duplicate-object-key=silent")
            .arg(format!("--outfile={}", out.display())),
    )?;
    read_text(out)
}
