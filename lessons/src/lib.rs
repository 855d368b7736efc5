//! The scenes that come with Podlab, for the page and for the program: their files, names and order.
//!
//! ```
//! let text = podlab_lessons::find("crash-loop").unwrap();
//! assert!(text.contains("title: A container that crashes"));
//! assert!(podlab_lessons::find("example-0-Never").unwrap().contains("restartPolicy: Never"));
//! ```

pub mod examples;

use std::borrow::Cow;

/// A scene: its name, and the scenario file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The name, which is `metadata.name` of the file too.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! scene {
    ($name:literal) => {
        Scene { name: $name, text: include_str!(concat!("../scenes/", $name, ".yaml")) }
    };
}

/// The scenes, in the order of the picker.
pub const SCENES: [Scene; 46] = [
    scene!("runs"),
    scene!("crash-loop"),
    scene!("exit-0"),
    scene!("liveness"),
    scene!("liveness-http"),
    scene!("readiness"),
    scene!("startup"),
    scene!("readiness-gate"),
    scene!("init"),
    scene!("sidecar"),
    scene!("restart-all"),
    scene!("post-start"),
    scene!("pre-stop"),
    scene!("graceful"),
    scene!("ignores-sigterm"),
    scene!("force-delete"),
    scene!("image-slow"),
    scene!("image-missing"),
    scene!("unschedulable"),
    scene!("node-lost"),
    scene!("static-pod"),
    scene!("node-not-ready"),
    scene!("node-pressure"),
    scene!("deploy-rolling"),
    scene!("deploy-stuck"),
    scene!("deploy-or-set"),
    scene!("sts-ordered"),
    scene!("sts-parallel"),
    scene!("sts-web-0-fails"),
    scene!("sts-scale-down"),
    scene!("sts-scale-broken"),
    scene!("sts-scale-web-0-fails"),
    scene!("sts-rolling"),
    scene!("sts-canary"),
    scene!("sts-on-delete"),
    scene!("sts-broken-rollout"),
    scene!("sts-budget"),
    scene!("sts-node-lost"),
    scene!("sts-node-forced"),
    scene!("sts-node-shutdown"),
    scene!("sts-claims"),
    scene!("sts-retention"),
    scene!("sts-delete"),
    scene!("sts-scale-to-0"),
    scene!("sts-bootstrap"),
    scene!("sts-start"),
];

/// The text of a scene, or of a cell of the example states, by its name.
pub fn find(name: &str) -> Option<Cow<'static, str>> {
    let scene = SCENES.iter().find(|scene| scene.name == name);
    scene.map(|scene| Cow::Borrowed(scene.text)).or_else(|| {
        let (case, policy) = examples::named(name)?;
        Some(Cow::Owned(examples::text(case, policy)))
    })
}

/// All names that [`find`] knows.
pub fn names() -> Vec<String> {
    let scenes = SCENES.iter().map(|scene| scene.name.to_owned());
    let cells = examples::cells().map(|(case, policy)| examples::name(case, policy));
    scenes.chain(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn every_file_is_a_scene_under_its_own_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .expect("there are scenes")
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let known: BTreeSet<String> =
            SCENES.iter().map(|scene| format!("{}.yaml", scene.name)).collect();
        assert_eq!(files, known);
        for scene in SCENES {
            let line = format!("metadata: {{name: {}}}", scene.name);
            assert!(scene.text.lines().any(|text| text == line), "{}", scene.name);
        }
    }

    #[test]
    fn the_page_calls_the_example_states_the_same() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../messages/locales/en.txt");
        let file = fs::read_to_string(file).expect("the page has sentences");
        let cases = file.lines().filter_map(|line| line.strip_prefix("case.")?.split_once(" = "));
        let titles: Vec<&str> = cases.map(|(_, title)| title).take(examples::CASES.len()).collect();
        assert_eq!(titles, examples::CASES.map(|case| case.title));
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        let names = names();
        assert_eq!(names.len(), SCENES.len() + 21);
        for name in &names {
            let text = find(name).expect("the name is known");
            assert!(text.contains(&format!("name: {name}}}")), "{name}");
        }
        for unknown in ["", "crash", "example-0-always", "example-7-Never", "example-00-Never"] {
            assert_eq!(find(unknown), None, "{unknown}");
        }
    }
}
