//! The npm package `podlab` in `pkg/`: the element `<pod-lab>` and the engine for scripts.
//!
//! wasm-pack builds the programs, wasm-opt makes them small, and esbuild puts together what a browser loads: the scripts, and the
//! page's style sheets for the shadow tree. All that is made lands in `pkg/wasm` and `pkg/dist`.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::shell::{self, cargo, command};
use crate::{Outcome, checksum, paths, tools};

/// The program that draws figures.
const FIGURE: Program = Program { folder: "web", name: "podlab_web", bytes: "podlab_web_bg.wasm" };

/// The engine for scripts.
const ENGINE: Program =
    Program { folder: "web/engine", name: "podlab_engine", bytes: "podlab_engine_bg.wasm" };

/// A program of the package.
struct Program {
    /// The folder of its crate.
    folder: &'static str,
    /// What its files are called.
    name: &'static str,
    /// Its Wasm.
    bytes: &'static str,
}

/// The sentences that are fetched when a language is chosen: where they are, and where they go.
const LOCALES: [(&str, &str); 2] = [("web/locales", "page"), ("words/locales", "engine")];

/// The languages beside English.
const LANGUAGES: [&str; 2] = ["id", "ko"];

/// What wasm-opt does; `index.html` asks Trunk for the same.
const WASM_OPT: [&str; 7] = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
];

/// Builds the package.
pub fn build() -> Outcome {
    tools::ensure_for_package()?;
    let dist = dist();
    let _ = fs::remove_dir_all(&dist);
    make(&dist)?;
    for program in [&FIGURE, &ENGINE] {
        build_program(program)?;
        copy(&wasm().join(program.bytes), &dist.join(program.bytes))?;
    }
    let program = read(&wasm().join(FIGURE.bytes))?;
    let version = checksum::short(&program);
    write(&wasm().join("version.js"), &format!("export default \"{version}\";\n"))?;
    bundle_styles()?;
    for (from, to) in LOCALES {
        let folder = dist.join("locales").join(to);
        make(&folder)?;
        for language in LANGUAGES {
            let name = format!("{language}.txt");
            copy(&paths::root().join(from).join(&name), &folder.join(&name))?;
        }
    }
    draw_posters(&dist.join("posters"))?;
    let packed = letters(&program)?;
    write(&wasm().join("packed.js"), &format!("export default {packed};\n"))?;
    let locales = locales()?;
    write(&wasm().join("locales.js"), &format!("export default {locales};\n"))?;
    // For `plain.js`: all that the player needs, as one plain script.
    write(&dist.join("podlab_program.js"), &format!("podlabFile({packed}, {locales});\n"))?;
    // What a page loads at first does not hold what is loaded later.
    bundle("podlab.js", "podlab.js", &["--format=esm", "--external:./player.js"])?;
    bundle("player.js", "player.js", &["--format=esm"])?;
    bundle("engine.js", "engine.js", &["--format=esm", "--external:node:fs/promises"])?;
    bundle("inline.js", "podlab.inline.js", &["--format=esm"])?;
    bundle("inline.js", "podlab.classic.js", &[&CLASSIC[..], &["--global-name=Podlab"]].concat())?;
    let plain = ["--global-name=Podlab", "--external:./player.js"];
    bundle("plain.js", "podlab.plain.js", &[&CLASSIC[..], &plain].concat())?;
    let held = ["--global-name=podlabHeld", "--footer:js=podlabFile(podlabHeld)"];
    bundle("plain-player.js", "podlab_player.js", &[&CLASSIC[..], &held].concat())?;
    bundle("embed.js", "embed.js", &["--format=iife"])?;
    copy(&paths::package().join("src/embed.css"), &dist.join("embed.css"))?;
    // In the package the page for iframes lies beside its files.
    let page = paths::package().join("embed.html");
    let page = read_text(&page)?;
    write(&dist.join("embed.html"), &page.replace("\"embed/", "\""))
}

/// A script that is no module knows where it is from the document.
const CLASSIC: [&str; 3] = [
    "--format=iife",
    "--define:import.meta.url=podlabAddress",
    "--banner:js=var podlabAddress=document.currentScript?document.currentScript.src:document.baseURI;",
];

/// Puts the page for iframes and what it needs beside the page in a folder.
pub fn embed_into(folder: &Path) -> Outcome {
    let files = folder.join("embed");
    make(&files)?;
    copy(&paths::package().join("embed.html"), &folder.join("embed.html"))?;
    for name in
        ["podlab.plain.js", "podlab_player.js", "podlab_program.js", "embed.js", "embed.css"]
    {
        copy(&dist().join(name), &files.join(name))?;
    }
    // What is shared of the page uses the script from here, and so the posters, too.
    make(&files.join("posters"))?;
    for scene in podlab_lessons::SCENES {
        let name = format!("posters/{}.svg", scene.name);
        copy(&dist().join(&name), &files.join(&name))?;
    }
    Ok(())
}

/// Draws every scene as it is when it opens, for the time until it is alive.
fn draw_posters(folder: &Path) -> Outcome {
    make(folder)?;
    shell::run(cargo().args(["build", "--quiet", "--package", "podlab-cli", "--bin", "podlab"]))?;
    let program = paths::target().join("debug").join("podlab");
    eprintln!("Drawing the posters of {} scenes", podlab_lessons::SCENES.len());
    for scene in podlab_lessons::SCENES {
        let file = folder.join(format!("{}.svg", scene.name));
        let drawn = Command::new(&program)
            .args(["render", scene.name, "--at", "0", "--format", "svg", "--output"])
            .arg(&file)
            .status()
            .map_err(|error| format!("{} did not start: {error}", program.display()))?;
        if !drawn.success() {
            return Err(format!("the poster of {} could not be drawn", scene.name));
        }
    }
    Ok(())
}

/// Bytes as JavaScript: compressed, in letters.
fn letters(bytes: &[u8]) -> Outcome<String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    let packed = packed.map_err(|error| format!("deflate failed: {error}"))?;
    Ok(format!("\"{}\"", STANDARD.encode(packed)))
}

/// The sentences of all languages but English as JavaScript: of the page and of the engine.
fn locales() -> Outcome<String> {
    let mut text = "{\n".to_owned();
    for language in LANGUAGES {
        text.push_str(&format!("  {language}: ["));
        for (folder, _) in LOCALES {
            let file = paths::root().join(folder).join(format!("{language}.txt"));
            let sentences = read_text(&file)?;
            text.push_str(&literal(&sentences));
            text.push(',');
        }
        text.push_str("],\n");
    }
    Ok(text + "}")
}

/// Runs the package's own tests in Node.js and in Deno, and checks its types. Gives how many tests passed.
pub fn test() -> Outcome<usize> {
    let folder = paths::package();
    // What they print before the number of tests that passed.
    let node = "# pass ";
    let in_node = command_in(&folder, "node", &["--test", "--test-reporter=tap", "tests/"]);
    // Nothing is fetched, and nothing but files is read.
    let deno = "ok | ";
    let options = ["test", "--no-remote", "--no-check", "--no-lock", "--allow-read", "tests/"];
    let mut in_deno = command_in(&folder, "deno", &options);
    in_deno.env("NO_COLOR", "1").env("DENO_NO_UPDATE_CHECK", "1");
    let mut sum = 0;
    for (mut tests, before) in [(in_node, node), (in_deno, deno)] {
        let printed = shell::run_and_read(&mut tests)?;
        let passed = printed.lines().find_map(|line| line.strip_prefix(before));
        let passed = passed.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        match passed.unwrap_or(0) {
            0 => return Err("no test of the package ran".to_owned()),
            passed => sum += passed,
        }
    }
    shell::run(command("tsc").arg("--project").arg(folder.join("tests/tsconfig.json")))?;
    Ok(sum)
}

fn command_in(folder: &Path, program: &str, options: &[&str]) -> Command {
    let mut command = command(program);
    command.args(options).current_dir(folder);
    command
}

/// The built package's own files.
pub fn dist() -> PathBuf {
    paths::package().join("dist")
}

fn wasm() -> PathBuf {
    paths::package().join("wasm")
}

/// Builds a program with wasm-pack and makes it small.
fn build_program(program: &Program) -> Outcome {
    shell::run(
        command("wasm-pack")
            .args(["build", program.folder, "--target", "web", "--no-pack", "--no-typescript"])
            .args(["--mode", "no-install", "--profile", "wasm-release"])
            .args(["--out-name", program.name, "--out-dir"])
            .arg(wasm())
            .env_remove("RUSTFLAGS"),
    )?;
    let bytes = wasm().join(program.bytes);
    shell::run(
        command("wasm-opt")
            .args(WASM_OPT)
            .args(["--strip-debug", "--strip-producers"])
            .arg(&bytes)
            .arg("-o")
            .arg(&bytes),
    )
}

/// Puts the style sheets of figures into one, which `player.js` takes as a text.
fn bundle_styles() -> Outcome {
    let style = wasm().join("style.css");
    shell::run(
        command("esbuild")
            .arg(paths::package().join("src/style.css"))
            .args(["--bundle", "--minify", "--charset=utf8", "--log-level=warning"])
            .arg(format!("--outfile={}", style.display())),
    )
}

/// A text as JavaScript writes it.
fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    format!("`{text}`")
}

/// Puts a script of `pkg/src` and what it imports into one file.
fn bundle(script: &str, name: &str, options: &[&str]) -> Outcome {
    shell::run(
        command("esbuild")
            .arg(paths::package().join("src").join(script))
            .args([
                "--bundle",
                "--minify",
                "--target=es2022",
                "--charset=utf8",
                "--log-level=warning",
                "--loader:.css=text",
            ])
            // wasm-bindgen names one snippet once for each function it takes from it.
            .arg("--log-override:duplicate-object-key=silent")
            .args(options)
            .arg(format!("--outfile={}", dist().join(name).display())),
    )
}

fn make(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("{} cannot be copied: {error}", from.display()))
}

fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

fn read_text(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> Outcome {
    fs::write(file, text).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
