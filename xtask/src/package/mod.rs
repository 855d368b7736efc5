//! The npm package `podlab` in `pkg/`: the element `<pod-lab>` and the engine for scripts.
//!
//! wasm-pack builds the programs, wasm-opt makes them small, and esbuild puts together what a browser loads: the scripts, and the
//! page's style sheets for the shadow tree. All that is made lands in `pkg/wasm` and `pkg/dist`.

mod contents;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::deflate::deflate;
use crate::files::{copy, make, read, read_text, write};
use crate::shell::{self, command};
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
    write(&wasm().join("version.js"), format!("export default \"{version}\";\n"))?;
    write(&wasm().join("program.deflated"), deflate(&program)?)?;
    contents::write_locales(&dist.join("locales"), &wasm().join("locales.js"))?;
    contents::write_lessons(&dist.join("lessons"), &wasm().join("lessons.deflated"))?;
    bundle_styles()?;
    contents::write_schema(&dist.join("lesson.schema.json"))?;
    contents::draw_posters(&dist.join("posters"))?;
    // What a page loads at first does not hold what is loaded later.
    bundle("podlab.js", "podlab.js", &["--format=esm", "--external:./player.js"])?;
    bundle("player.js", "player.js", &["--format=esm", "--external:./locales/*"])?;
    bundle("inline.js", "podlab.inline.js", &["--format=esm"])?;
    let classic = ["--format=iife", "--global-name=Podlab"];
    bundle("classic.js", "podlab.classic.js", &[classic, ADDRESS].concat())?;
    bundle("whole.js", CLASSIC_PLAYER, &["--format=iife", "--global-name=podlabPlayer"])?;
    bundle("whole_course.js", CLASSIC_LESSONS, &["--format=iife", "--global-name=podlabLessons"])?;
    bundle("engine.js", "engine.js", &["--format=esm"])?;
    bundle("engine.node.js", "engine.node.js", &["--format=esm", "--platform=node"])?;
    bundle("embed.js", "embed.js", &["--format=iife"])?;
    copy(&paths::package().join("src/embed.css"), &dist.join("embed.css"))?;
    write_embed(&dist.join("embed.html"), ".")
}

/// The script that `podlab.classic.js` loads.
const CLASSIC_PLAYER: &str = "podlab.classic.player.js";
/// The script that it loads for a lesson.
const CLASSIC_LESSONS: &str = "podlab.classic.lessons.js";

/// A script that is no module knows where it is from the document.
const ADDRESS: [&str; 2] = [
    "--define:import.meta.url=podlabAddress",
    "--banner:js=var podlabAddress=document.currentScript?document.currentScript.src:document.baseURI;",
];

/// Puts the page for iframes and what it needs beside the page in a folder.
pub fn embed_into(folder: &Path) -> Outcome {
    let files = folder.join("embed");
    make(&files)?;
    write_embed(&folder.join("embed.html"), "embed")?;
    for name in ["podlab.classic.js", CLASSIC_PLAYER, CLASSIC_LESSONS, "embed.js", "embed.css"] {
        copy(&dist().join(name), &files.join(name))?;
    }
    // What is shared of the page uses the script from here, and so the posters, too.
    paths::copy(&dist().join("posters"), &files.join("posters"))
}

/// Writes the page for iframes, whose files lie in a folder beside it.
fn write_embed(page: &Path, folder: &str) -> Outcome {
    let template = read_text(&paths::package().join("embed.html"))?;
    write(page, template.replace("{folder}", folder))
}

/// Runs the package's own tests in Node.js and in Deno, builds fresh projects with it, and checks its types. Gives how many tests
/// passed.
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
    let program = shell::build_program()?;
    let options =
        ["--test", "--test-reporter=tap", "tests/fresh/fresh.mjs", "tests/fresh/scorm.mjs"];
    let mut in_projects = command_in(&folder, "node", &options);
    in_projects
        .env("PODLAB_FRESH", fresh())
        .env("PODLAB_PROGRAM", program)
        .env("PODLAB_NODE_MODULES", paths::node_modules());
    let mut sum = 0;
    for (mut tests, before) in [(in_node, node), (in_deno, deno), (in_projects, node)] {
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

/// The projects that [`test`](fn@test) has built with the package.
pub fn fresh() -> PathBuf {
    paths::target().join("fresh")
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
                "--loader:.deflated=binary",
            ])
            // wasm-bindgen names one snippet once for each function it takes from it.
            .arg("--log-override:duplicate-object-key=silent")
            .args(options)
            .arg(format!("--outfile={}", dist().join(name).display())),
    )
}
