//! The examples of documentation sites in `examples/`: each is built as its author would build it, into `target/sites/NAME`.
//!
//! A copy of the project is made in `target/sites/.work/NAME`, with the npm package `podlab` as it was built last.

mod projects;

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, command};
use crate::{Outcome, package, paths, publish, tools};

/// An example.
pub struct Example {
    /// Its folder in `examples/`.
    pub name: &'static str,
    /// Whether the suite always builds it, not only with `--sites`.
    pub is_quick: bool,
    /// What builds it.
    tool: Tool,
    /// The command that builds it.
    build: &'static [&'static str],
    /// Where its author puts the package's files. Those with a `package.json` copy them in their scripts.
    place: &'static str,
    /// The folder with the built site; empty if it is the project's own.
    result: &'static str,
}

/// What builds an example.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    /// The program `podlab` alone.
    Podlab,
    /// Hugo.
    Hugo,
    /// mdBook.
    MdBook,
    /// What its `requirements.txt` names.
    Python,
    /// What its `package.json` names.
    Npm,
}

/// All examples.
pub static EXAMPLES: [Example; 8] = [
    Example {
        name: "html",
        is_quick: true,
        tool: Tool::Podlab,
        build: &["podlab", "render", "crash-loop", "--at", "60s", "-o", "crash-loop.svg"],
        place: "podlab",
        result: "",
    },
    Example {
        name: "hugo",
        is_quick: true,
        tool: Tool::Hugo,
        build: &["hugo", "--quiet"],
        place: "static/podlab",
        result: "public",
    },
    Example {
        name: "mkdocs",
        is_quick: true,
        tool: Tool::Python,
        build: &["mkdocs", "build", "--quiet", "--strict"],
        place: "docs/podlab",
        result: "site",
    },
    Example {
        name: "vitepress",
        is_quick: true,
        tool: Tool::Npm,
        build: &["npm", "run", "build"],
        place: "",
        result: "docs/.vitepress/dist",
    },
    Example {
        name: "mdbook",
        is_quick: false,
        tool: Tool::MdBook,
        build: &["mdbook", "build"],
        place: "src/podlab",
        result: "book",
    },
    Example {
        name: "docusaurus",
        is_quick: false,
        tool: Tool::Npm,
        build: &["npm", "run", "build"],
        place: "",
        result: "build",
    },
    Example {
        name: "sphinx",
        is_quick: false,
        tool: Tool::Python,
        build: &["sphinx-build", "--quiet", "--fail-on-warning", ".", "_build/html"],
        place: "_static/podlab",
        result: "_build/html",
    },
    Example {
        name: "revealjs",
        is_quick: false,
        tool: Tool::Npm,
        build: &["npm", "run", "build"],
        place: "",
        result: "public",
    },
];

/// The folder of an example that was built.
pub fn built(name: &str) -> PathBuf {
    paths::target().join("sites").join(name)
}

/// Builds the examples of these names, or all.
pub fn build_named(names: &[String]) -> Outcome {
    if let Some(unknown) =
        names.iter().find(|name| EXAMPLES.iter().all(|known| known.name != *name))
    {
        let known: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
        return Err(format!("there is no example `{unknown}`; there are: {}", known.join(", ")));
    }
    build(|example| names.is_empty() || names.iter().any(|name| name == example.name))
}

/// Builds those examples that are chosen.
pub fn build(is_chosen: impl Fn(&Example) -> bool) -> Outcome {
    if !package::dist().join("podlab.js").is_file() {
        publish::package()?;
    }
    shell::build_program()?;
    EXAMPLES.iter().filter(|example| is_chosen(example)).try_for_each(Example::build)
}

impl Example {
    fn build(&self) -> Outcome {
        let project = paths::root().join("examples").join(self.name);
        let work = paths::target().join("sites/.work").join(self.name);
        tools::remove(&work)?;
        copy_folder(&project, &work)?;
        if !self.place.is_empty() {
            copy_folder(&package::dist(), &work.join(self.place))?;
        }
        let mut path = vec![paths::target().join("debug")];
        match self.tool {
            Tool::Podlab => {}
            Tool::Hugo => tools::ensure_hugo()?,
            Tool::MdBook => tools::ensure_mdbook()?,
            Tool::Python => path.push(projects::python(self.name, &project)?),
            Tool::Npm => link(&projects::npm(self.name, &project)?, &work)?,
        }
        shell::run(&mut self.command(path, &work))?;
        let site = built(self.name);
        tools::remove(&site)?;
        let result: PathBuf = work.join(self.result).components().collect();
        fs::rename(result, &site)
            .map_err(|error| format!("{} has not become a site: {error}", self.name))
    }

    /// The command that builds it, which finds programs first in these folders.
    fn command(&self, mut path: Vec<PathBuf>, work: &Path) -> Command {
        let program =
            path.iter().map(|folder| folder.join(self.build[0])).find(|file| file.is_file());
        let mut build =
            command(&program.map_or(self.build[0].into(), |file| file.display().to_string()));
        path.extend(paths::search_path());
        build
            .args(&self.build[1..])
            .current_dir(work)
            .env("PATH", env::join_paths(path).expect("folders of PATH have no separator"))
            // Nothing is asked of other servers, and nothing is left beside the sources.
            .envs([
                ("NO_UPDATE_NOTIFIER", "1"),
                ("DO_NOT_TRACK", "1"),
                ("PYTHONDONTWRITEBYTECODE", "1"),
                ("NO_MKDOCS_2_WARNING", "1"),
            ]);
        build
    }
}

/// Gives a project the packages that are installed elsewhere, and Podlab's.
fn link(packages: &Path, work: &Path) -> Outcome {
    let folder = work.join("node_modules");
    let fail = |error| format!("cannot link the packages of {}: {error}", work.display());
    fs::create_dir_all(&folder).map_err(fail)?;
    for entry in fs::read_dir(packages).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        symlink(entry.path(), folder.join(entry.file_name())).map_err(fail)?;
    }
    symlink(paths::package(), folder.join("podlab")).map_err(fail)
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    let fail = |error| format!("{} cannot be copied: {error}", from.display());
    fs::create_dir_all(to).map_err(fail)?;
    for entry in fs::read_dir(from).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let (file, copy) = (entry.path(), to.join(entry.file_name()));
        if file.is_dir() {
            copy_folder(&file, &copy)?;
        } else {
            fs::copy(&file, &copy).map_err(fail)?;
        }
    }
    Ok(())
}
