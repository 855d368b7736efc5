//! The folders of a container: which of them are there, and which can be written to.

use super::images;
use crate::api::container::Container;
use crate::manifest::node::{Node, Value};
use std::collections::BTreeSet;

/// Below these folders of an image there are others, which Podlab does not list.
const TREES: [&str; 9] =
    ["/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sys", "/usr", "/var/run"];

/// What the runtime puts into each container as a file system of its own.
const WRITABLE: [&str; 4] = ["/dev", "/proc", "/sys", "/etc/hosts"];

/// The folders of a container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Folders {
    /// Those of the image; `None` when they are not known.
    image: Option<&'static [&'static str]>,
    /// The paths of volumes, and whether they can only be read.
    mounts: Vec<(String, bool)>,
    /// Whether everything outside volumes can only be read.
    is_read_only: bool,
    /// Where relative paths begin; `None` when it is not known.
    working: Option<String>,
    /// The file of the termination message, which the kubelet puts there.
    termination: String,
    /// The folders that the program has made.
    made: BTreeSet<String>,
}

/// Why a file or a folder cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Its folder is not there.
    Missing,
    /// Its file system can only be read.
    ReadOnly,
    /// It is there.
    Exists,
}

impl Refusal {
    /// Returns the error as the C library says it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Refusal::Missing => "No such file or directory",
            Refusal::ReadOnly => "Read-only file system",
            Refusal::Exists => "File exists",
        }
    }
}

impl Folders {
    /// Returns the folders of a container when its program begins.
    pub(super) fn of(container: &Container) -> Folders {
        let mut folders = Folders::later(container);
        folders.image = images::folders(&container.image);
        if folders.image.is_some() && folders.working.is_none() {
            folders.working = Some("/".to_owned());
        }
        folders
    }

    /// Returns the folders of a container while it runs. Its program may have made some.
    pub(super) fn later(container: &Container) -> Folders {
        let trimmed = |path: &str| path.trim_end_matches('/').to_owned();
        let mounts = container.volume_mounts.iter();
        let context = container.security_context.0.as_ref();
        let read_only = context.and_then(|context| context.get("readOnlyRootFilesystem"));
        let working = Some(container.working_dir.to_string()).filter(|path| !path.is_empty());
        let termination = match container.termination_message_path.as_str() {
            "" => "/dev/termination-log",
            path => path,
        };
        Folders {
            image: None,
            mounts: mounts.map(|mount| (trimmed(&mount.mount_path), mount.read_only)).collect(),
            is_read_only: matches!(read_only, Some(Node { value: Value::Bool(true), .. })),
            working,
            termination: termination.to_owned(),
            made: BTreeSet::new(),
        }
    }

    /// Returns why a file cannot be written; `None` when Podlab does not know.
    pub(super) fn write(&self, path: &str) -> Option<Result<(), Refusal>> {
        let Some(path) = self.absolute(path) else {
            return (!self.is_read_only).then_some(Ok(()));
        };
        if path == self.termination {
            return Some(Ok(()));
        }
        Some(self.put(&path, self.has(parent(&path)).unwrap_or(true)))
    }

    /// Makes a folder, and with `-p` those above it. Returns why it cannot be made; `None` when Podlab does not know.
    pub(super) fn make(&mut self, path: &str, with_parents: bool) -> Option<Result<(), Refusal>> {
        let Some(path) = self.absolute(path) else {
            return (!self.is_read_only).then_some(Ok(()));
        };
        let exists = self.has(&path);
        let is_made = match exists {
            Some(true) if with_parents => return Some(Ok(())),
            Some(true) => Err(Refusal::Exists),
            Some(false) | None => {
                let has_parent = with_parents || self.has(parent(&path)).unwrap_or(true);
                self.put(&path, has_parent)
            }
        };
        if is_made == Err(Refusal::ReadOnly) && exists.is_none() && with_parents {
            return None;
        }
        if is_made.is_ok() {
            let ends = path.match_indices('/').map(|(at, _)| at).filter(|at| *at > 0);
            self.made.extend(ends.map(|at| path[..at].to_owned()));
            self.made.insert(path);
        }
        Some(is_made)
    }

    /// Returns whether something new can be put at a path, whose folder is there or not.
    fn put(&self, path: &str, has_folder: bool) -> Result<(), Refusal> {
        let on = self.mounts.iter().filter(|(mount, _)| is_in(path, mount));
        let volume = on.max_by_key(|(mount, _)| mount.len());
        let is_read_only = match volume {
            Some((_, is_read_only)) => *is_read_only,
            None if !has_folder => return Err(Refusal::Missing),
            None => self.is_read_only && !WRITABLE.iter().any(|own| is_in(path, own)),
        };
        if is_read_only { Err(Refusal::ReadOnly) } else { Ok(()) }
    }

    /// Returns whether a folder is there; `None` when Podlab does not know. The runtime makes those that lead to volumes.
    fn has(&self, folder: &str) -> Option<bool> {
        let mut given = self.mounts.iter().map(|(mount, _)| mount).chain(&self.working);
        if given.any(|given| is_in(given, folder)) || self.made.contains(folder) {
            return Some(true);
        }
        if self.mounts.iter().any(|(mount, _)| is_in(folder, mount)) {
            return None;
        }
        let image = self.image?;
        let is_in_tree = TREES.iter().any(|tree| folder != *tree && is_in(folder, tree));
        if is_in_tree { None } else { Some(image.contains(&folder)) }
    }

    /// Returns a path from the root; `None` when Podlab does not know where it leads.
    fn absolute(&self, path: &str) -> Option<String> {
        let path = match path.strip_prefix('/') {
            Some(_) => path.to_owned(),
            None => format!("{}/{path}", self.working.as_ref()?.trim_end_matches('/')),
        };
        let path = path.trim_end_matches('/');
        let is_plain = path.split('/').skip(1).all(|part| !matches!(part, "" | "." | ".."));
        is_plain.then(|| path.to_owned())
    }
}

/// Returns the folder that a path is in.
fn parent(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(at) => &path[..at],
    }
}

/// Returns whether a path is a folder, or leads into it.
fn is_in(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
