//! Runs as files: settings, acts with their times, and all branches, in versioned JSON. A run that is loaded replays
//! exactly.
//!
//! ```
//! use podlab::timeline::history::History;
//! use podlab::files::run_file::RunFile;
//! use podlab::sim::Sim;
//! use podlab::base::time::SimTime;
//! use podlab::cluster::world::Settings;
//!
//! let start = Sim::with_nodes(Settings::default(), 1);
//! let mut history = History::new(start, "default".into(), "demo".into(), Vec::new()).unwrap();
//! history.run_until(SimTime::from_seconds(60), u64::MAX);
//! let text = RunFile::of(&history, 1).write();
//! let loaded = RunFile::read(&text).unwrap().history().unwrap();
//! assert_eq!(loaded.sim().fingerprint(), history.sim().fingerprint());
//!
//! let newer = text.replace("\"version\": 1", "\"version\": 2");
//! assert!(RunFile::read(&newer).unwrap_err()[0].message.contains("version 2"));
//! ```
//!
//! A file looks as follows. Times are milliseconds, commands are the actions of scenarios, and settings that are left
//! out have their default values, but `programs`: a file without it is of the time before commands were read, and
//! `scripted` counts.
//!
//! ```
//! # use podlab::files::run_file::RunFile;
//! let text = r#"{
//!   "format": "podlab-run", "version": 1,
//!   "settings": {"kubernetes": "1.28", "seed": "7", "featureGates": {"MaxUnavailableStatefulSet": true}},
//!   "nodes": 1, "namespace": "default", "pod": "demo", "now": 60000, "current": 0,
//!   "branches": [{
//!     "id": 0, "fork": 1, "forkedAt": 0, "end": 60000, "leftAt": 60000, "shared": 0,
//!     "acts": [
//!       {"t": 0, "by": "script", "commands": [{"do": "create", "manifest": {
//!         "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "demo"},
//!         "spec": {"containers": [{"name": "app", "image": "nginx"}]}}}]},
//!       {"t": 40000, "by": "person", "commands": [{"do": "delete", "object": "pod/demo"}]}
//!     ]
//!   }]
//! }"#;
//! let history = RunFile::read(text).unwrap().history().unwrap();
//! assert_eq!(history.now().seconds(), 60);
//!
//! let wrong = RunFile::read(&text.replace("\"nodes\": 1", "\"nodes\": \"1\"")).unwrap_err();
//! assert_eq!(wrong[0].span.line, 4);
//! assert!(wrong[0].message.ends_with("invalid type: string \"1\", expected u16"));
//! ```

mod format;
mod read;
mod run;

pub use read::json;
pub use run::RunFile;

use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::manifest::Diagnostic;
use crate::sim::Sim;
use crate::timeline::history::History;
use crate::timeline::story::Story;
use format::Saved;
use run::FORMAT;

impl RunFile {
    /// Makes a run file of a history. `nodes` is the number of nodes at its beginning.
    pub fn of(history: &History, nodes: u16) -> RunFile {
        let story = history.story();
        RunFile {
            title: Text::default(),
            settings: history.sim().settings().clone(),
            nodes,
            pod: (story.namespace().clone(), story.chosen().clone()),
            workload: story.workload().cloned(),
            now: history.now(),
            view: Text::default(),
            current: history.branch().id,
            branches: history.saved_branches(),
        }
    }

    /// Writes the file as indented JSON.
    pub fn write(&self) -> String {
        let text = serde_json::to_string_pretty(&Saved::from(self));
        text.expect("what is saved is made of texts and finite numbers") + "\n"
    }

    /// Writes the file on one line, for places where every byte counts.
    pub fn write_compact(&self) -> String {
        let text = serde_json::to_string(&Saved::from(self));
        text.expect("what is saved is made of texts and finite numbers")
    }

    /// Returns whether a text is meant as a run, and not as manifests or as a scenario.
    ///
    /// ```
    /// use podlab::RunFile;
    ///
    /// assert!(RunFile::is_one(r#"{"format": "podlab-run", "version": 1}"#));
    /// assert!(!RunFile::is_one("apiVersion: podlab/v1\nkind: Scenario\n"));
    /// ```
    pub fn is_one(text: &str) -> bool {
        let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        start.starts_with('{') && text.contains(&format!("\"{FORMAT}\""))
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns what is wrong and where. A field that is not known counts as a mistake.
    pub fn read(text: &str) -> Result<RunFile, Vec<Diagnostic>> {
        read::read(text)
    }

    /// Returns the history at its beginning. [`History::seek`] to [`RunFile::now`] goes to the moment of saving, in
    /// slices.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal of an act at the very beginning.
    pub fn begin(&self) -> Result<History, ApiError> {
        let mut story = Story::new(self.pod.0.clone(), self.pod.1.clone());
        if let Some(workload) = &self.workload {
            story.follow(workload.clone());
        }
        let start = Sim::with_nodes(self.settings.clone(), self.nodes);
        let current = self.branches.iter().find(|branch| branch.id == self.current);
        let plan = current.map(|branch| branch.plan.clone()).unwrap_or_default();
        let mut history = History::of(start, story, plan)?;
        history.set_branches(&self.branches, self.current);
        Ok(history)
    }

    /// Returns the history at the moment at which it was saved.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal of an act at the very beginning.
    pub fn history(&self) -> Result<History, ApiError> {
        let mut history = self.begin()?;
        history.run_until(self.now, u64::MAX);
        Ok(history)
    }
}
