//! The recorded runs of this folder: one compressed archive for each release and group, one run a line.
use crate::compare::{Facet, Verdict};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The releases that were recorded, as their folders are named.
pub const RELEASES: [&str; 2] = ["v1.20", "v1.28"];

/// A recorded run.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Group and name, `A-one-Never-exit0`.
    pub name: String,
    /// Objects, actions and trace.
    pub document: Value,
}

impl Recorded {
    /// The release as the document names it, `v1.28.0`.
    #[must_use]
    pub fn release(&self) -> &str {
        self.document["kubernetes"].as_str().unwrap_or_default()
    }

    /// What a simulation may know: the document without what was recorded.
    #[must_use]
    pub fn script(&self) -> Value {
        let mut script = self.document.clone();
        if let Value::Object(fields) = &mut script {
            fields.remove("trace");
        }
        script
    }
}

/// The folder of this crate.
#[must_use]
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn release_folder(release: &str) -> PathBuf {
    folder().join("recorded").join(release)
}

/// Groups of a release, in order.
#[must_use]
pub fn groups(release: &str) -> Vec<String> {
    let entries =
        fs::read_dir(release_folder(release)).expect("the recorded runs are in the repository");
    let names = entries.map(|entry| entry.expect("a folder can be read").file_name());
    let names =
        names.filter_map(|name| Some(name.to_str()?.strip_suffix(".ndjson.gz")?.to_owned()));
    let mut groups: Vec<String> = names.collect();
    groups.sort();
    groups
}

/// Every run of a group, in order of their names.
#[must_use]
pub fn runs(release: &str, group: &str) -> Vec<Recorded> {
    let lines =
        BufReader::new(opened(&release_folder(release).join(format!("{group}.ndjson.gz")))).lines();
    lines
        .map(|line| {
            let document: Value =
                serde_json::from_str(&line.expect("the archive is whole")).expect("a run a line");
            let name = document["name"].as_str().expect("a run has a name");
            Recorded { name: format!("{group}-{name}"), document }
        })
        .collect()
}

/// One run: `run("v1.28", "A-one-Never-exit0")`.
#[must_use]
pub fn run(release: &str, name: &str) -> Recorded {
    let group = name.split('-').next().unwrap_or_default();
    let found = runs(release, group).into_iter().find(|run| run.name == name);
    found.unwrap_or_else(|| panic!("{release} has no run {name}"))
}

/// What the API server and `kubectl` said to good and bad manifests, with their texts.
#[must_use]
pub fn validation(release: &str) -> Value {
    let mut text = String::new();
    let mut file = opened(&release_folder(release).join("validation.json.gz"));
    file.read_to_string(&mut text).expect("the archive is whole");
    serde_json::from_str(&text).expect("validation answers are JSON")
}

fn opened(path: &Path) -> GzDecoder<File> {
    GzDecoder::new(File::open(path).unwrap_or_else(|why| panic!("{}: {why}", path.display())))
}

/// The facets in which two recordings of one scenario differ already, and which are therefore not judged.
#[derive(Clone, Debug)]
pub struct Unstable(Value);

impl Unstable {
    /// Reads `recorded/unstable.json`.
    #[must_use]
    pub fn load() -> Self {
        let text = fs::read_to_string(folder().join("recorded/unstable.json"))
            .expect("unstable.json is there");
        Self(serde_json::from_str(&text).expect("unstable.json is JSON"))
    }

    /// Takes the facets that are not judged out of a verdict.
    pub fn leave_out(&self, run: &Recorded, verdict: &mut Verdict) {
        let facets = self.0[run.release()][&run.name].as_array();
        for facet in facets.into_iter().flatten().filter_map(Value::as_str) {
            if let Some(facet) = Facet::named(facet) {
                verdict.remove(&facet);
            }
        }
    }
}
