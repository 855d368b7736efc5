//! The scenes in `lessons/scenes/` are right: each can be read, and does all it plans.

use podlab::controller::stateful_set::identity::pod_name;
use podlab::history::{History, script};
use podlab::manifest::{ReadOptions, Resource};
use podlab::scenario_file::read;
use podlab::sim::Sim;
use podlab::time::SimTime;
use podlab::world::Settings;
use std::fs;

#[test]
fn every_scene_plays() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/scenes");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the entry can be read").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("the scene can be read");
        let scenario = read(&text, &ReadOptions::default())
            .unwrap_or_else(|mistakes| panic!("{name}: {}", mistakes[0]));
        assert_eq!(scenario.name, name.as_str());
        assert!(!scenario.title.is_empty() && !scenario.summary.is_empty(), "{name}");
        let mut pods = scenario.objects.iter().filter_map(|object| match object {
            Resource::Pod(pod) => Some(scenario.name_of(pod)),
            Resource::StatefulSet(set) => Some(pod_name(set, set.spec.start())),
            _ => None,
        });
        let pod = pods.next_back().unwrap_or_else(|| panic!("{name} has no Pod"));
        let start = Sim::with_nodes(Settings::default(), scenario.nodes.unwrap_or(3));
        let acts = script(&scenario);
        let mut history = History::new(start, "default".into(), pod, acts)
            .unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
        let until = scenario.until.unwrap_or_else(|| panic!("{name} has no end"));
        assert!(until >= SimTime::from_seconds(30), "{name} ends too soon");
        assert!(history.run_until(until, 100_000), "{name} does not end");
        assert_eq!(history.done(), history.plan().len(), "{name} does not do all it plans");
        let shown = podlab::kubectl::columns::get_pods(
            history.sim().world().pods().map(|(_, pod)| pod.as_ref()),
            podlab::kubectl::columns::Columns::default(),
            podlab::time::Timestamp::of(until),
            podlab::release::Release::Current,
        );
        println!("{name}\n{shown}");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} scenes");
}
