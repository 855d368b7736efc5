//! The tools that the projects in `examples/` name themselves, as their authors would: in `package.json` and `requirements.txt`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::shell::{self, command};
use crate::{Outcome, debian, paths, tools};

/// Installs what the `package.json` of a project names, but for Podlab, into a folder of its own. Gives its `node_modules`.
pub fn npm(name: &str, project: &Path) -> Outcome<PathBuf> {
    tools::ensure_node()?;
    let text = read(&project.join("package.json"))?;
    let packages = pinned(&text)?;
    let folder = paths::tools().join("sites").join(name);
    once(&folder, &packages.join("\n"), || tools::npm_install(&folder, &packages))?;
    Ok(folder.join("node_modules"))
}

/// The packages that a `package.json` names with an exact version, but for Podlab.
fn pinned(text: &str) -> Outcome<Vec<String>> {
    let description: Value = serde_json::from_str(text)
        .map_err(|error| format!("a package.json cannot be read: {error}"))?;
    let mut packages = Vec::new();
    for list in ["dependencies", "devDependencies"] {
        for (name, version) in description[list].as_object().into_iter().flatten() {
            let version = version.as_str().unwrap_or_default();
            if name != "podlab" && version.starts_with(|c: char| c.is_ascii_digit()) {
                packages.push(format!("{name}@{version}"));
            }
        }
    }
    Ok(packages)
}

/// Installs what the `requirements.txt` of a project names into a virtual environment of its own. Gives its folder of programs.
pub fn python(name: &str, project: &Path) -> Outcome<PathBuf> {
    if shell::quiet(command("python3").args(["-c", "import ensurepip, venv"])).is_none() {
        let packages = ["python3", "python3-venv"];
        debian::install("Python", &packages, "It builds an example of a documentation site.")?;
    }
    let requirements = project.join("requirements.txt");
    let folder = paths::tools().join("sites").join(name);
    let programs = folder.join("bin");
    once(&folder, &read(&requirements)?, || {
        shell::run(command("python3").args(["-m", "venv"]).arg(&folder))?;
        let pip = programs.join("pip");
        shell::run(
            command(&pip.to_string_lossy())
                .args(["install", "--quiet", "--disable-pip-version-check", "--requirement"])
                .arg(&requirements),
        )
    })?;
    Ok(programs)
}

/// Installs something into an empty folder, unless just this is there from an earlier time.
fn once(folder: &Path, what: &str, install: impl FnOnce() -> Outcome) -> Outcome {
    let stamp = folder.join(".installed");
    if fs::read_to_string(&stamp).is_ok_and(|there| there == what) {
        return Ok(());
    }
    eprintln!("Installing into {}", folder.display());
    tools::remove(folder)?;
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    install()?;
    fs::write(&stamp, what).map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

fn read(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::pinned;

    #[test]
    fn what_a_project_pins_is_found() {
        let project = r#"{
            "name": "site", "version": "0.0.0",
            "scripts": { "build": "cp -r 1 2" },
            "dependencies": {
              "@docusaurus/core": "3.10.2",
              "podlab": "0.1.0"
            },
            "devDependencies": {
              "vitepress": "1.6.4"
            }
        }"#;
        let packages = ["@docusaurus/core@3.10.2".to_owned(), "vitepress@1.6.4".to_owned()];
        assert_eq!(pinned(project), Ok(packages.into()));
    }
}
