//! What the package holds beside the programs: languages, lessons with their schema, and posters.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::deflate::deflate;
use crate::files::{make, names_below, read_text, write};
use crate::shell;
use crate::{Outcome, paths};

/// Where the sentences of the languages are.
const LOCALES: &str = "messages/locales";

/// The languages beside English.
const LANGUAGES: [&str; 2] = ["id", "ko"];

/// Writes the sentences of each language but English as a module into a folder; and one module, `whole`, of all of them for the scripts
/// that hold everything.
pub(super) fn write_locales(folder: &Path, whole: &Path) -> Outcome {
    make(folder)?;
    let mut all = String::new();
    for language in LANGUAGES {
        let file = paths::root().join(LOCALES).join(format!("{language}.txt"));
        let text = literal(&read_text(&file)?);
        write(&folder.join(format!("{language}.js")), format!("export default {text};\n"))?;
        all.push_str(&format!("export const {language} = {text};\n"));
    }
    write(whole, all)
}

/// Writes the lessons into a folder; and one packed file, `whole`, of all of them for the scripts that hold everything.
pub(super) fn write_lessons(folder: &Path, whole: &Path) -> Outcome {
    let lessons = paths::root().join("lessons/lessons");
    paths::copy(&lessons, folder)?;
    let mut texts = BTreeMap::new();
    for file in names_below(&lessons)? {
        if let Some(name) = file.strip_suffix(".yaml") {
            texts.insert(name.to_owned(), read_text(&lessons.join(&file))?);
        }
    }
    let all = serde_json::to_vec(&texts).map_err(|error| error.to_string())?;
    write(whole, deflate(&all)?)
}

/// Draws every scene as it is when it opens, for the time until it is alive, in each language and in both themes.
pub(super) fn draw_posters(folder: &Path) -> Outcome {
    let program = shell::build_program()?;
    let scenes = scenes()?;
    eprintln!("Drawing the posters of {} scenes", scenes.len());
    for language in ["en"].iter().chain(&LANGUAGES) {
        let folder = folder.join(language);
        make(&folder)?;
        for (scene, theme) in
            scenes.iter().flat_map(|scene| ["light", "dark"].map(|it| (scene, it)))
        {
            let drawn = Command::new(&program)
                .args(["render", scene, "--at", "0", "--format", "svg"])
                .args(["--lang", language, "--theme", theme, "--output"])
                .arg(folder.join(format!("{scene}-{theme}.svg")))
                .status()
                .map_err(|error| format!("{} did not start: {error}", program.display()))?;
            if !drawn.success() {
                return Err(format!("the poster of {scene} could not be drawn"));
            }
        }
    }
    Ok(())
}

/// Writes the JSON Schema of lessons and scenarios, with which editors complete them.
pub(super) fn write_schema(file: &Path) -> Outcome {
    let printed = Command::new(shell::build_program()?).args(["lesson", "schema"]).output();
    let printed = printed.map_err(|error| format!("podlab did not start: {error}"))?;
    if !printed.status.success() {
        return Err("the schema of lessons could not be printed".to_owned());
    }
    let text = String::from_utf8(printed.stdout).map_err(|error| error.to_string())?;
    write(file, text)
}

/// The names of all scenes: those of their files, so that this program need not be built with the engine.
fn scenes() -> Outcome<Vec<String>> {
    let files = names_below(&paths::root().join("lessons/scenes"))?;
    Ok(files.iter().filter_map(|file| file.strip_suffix(".yaml")).map(str::to_owned).collect())
}

/// A text as JavaScript writes it.
fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    format!("`{text}`")
}
