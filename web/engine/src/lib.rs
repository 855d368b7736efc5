//! Podlab's engine for scripts: a cluster that is given objects and commands, lets time pass, and says what became visible.
//! `pkg/src/engine.js` and `pkg/src/engine.node.js` are what scripts import.

use podlab::api::core::Event;
use podlab::api::{KeptKind, ReadOptions, Resource, ResourceKind, write};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::{Change, ChangeRecord};
use podlab::cluster::world::Settings;
use podlab::files::scenario_file;
use podlab::files::scenario_file::script;
use podlab::manifest::node::Node;
use podlab::manifest::render;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::PlannedAct;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

/// A cluster.
#[wasm_bindgen]
pub struct Engine {
    sim: Sim,
    /// What scenarios still want to do, in the order of time.
    plan: Vec<PlannedAct>,
}

#[wasm_bindgen]
impl Engine {
    /// A cluster of so many nodes at its beginning. The release is `1.20`, `1.28`, `current`, or empty for the newest.
    ///
    /// # Errors
    ///
    /// Says so when Podlab does not know the release.
    #[wasm_bindgen(constructor)]
    pub fn new(release: &str, seed: u32, nodes: u16) -> Result<Engine, String> {
        let usual = Settings::default();
        let release = match release {
            "" => usual.release,
            _ => Release::parse(release).ok_or_else(|| format!("there is no release {release}"))?,
        };
        let settings = Settings { release, seed: seed.into(), ..usual };
        Ok(Engine { sim: Sim::with_nodes(settings, nodes), plan: Vec::new() })
    }

    /// Creates the objects of a text: manifests, or a scenario, whose actions follow as time passes.
    ///
    /// # Errors
    ///
    /// Says in lines what is wrong. Then nothing was done, unless the API server refused one of several objects.
    pub fn apply(&mut self, text: &str) -> Result<(), String> {
        let options = ReadOptions { release: self.sim.settings().release, file: None };
        let scenario = scenario_file::read_unnamed(text, &options).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(|problem| render(problem, text)).collect();
            lines.join("\n")
        })?;
        let now = self.sim.now();
        self.plan.extend(script(&scenario).into_iter().map(|mut act| {
            act.time = now + act.time.0;
            act
        }));
        // What was planned earlier for a moment goes before what is planned now.
        self.plan.sort_by_key(|act| act.time);
        self.follow_plan(now)
    }

    /// Lets time pass up to a moment, in milliseconds since the beginning, but handles at most `events` events. Gives whether it
    /// got there.
    ///
    /// # Errors
    ///
    /// Says what the API server refused of the planned acts of a scenario.
    #[wasm_bindgen(js_name = runUntil)]
    pub fn run_until(&mut self, milliseconds: f64, events: u32) -> Result<bool, String> {
        let until = SimTime(milliseconds.max(0.0) as u64);
        let mut left = u64::from(events);
        loop {
            let next = self.plan.first().map(|act| act.time).filter(|time| *time <= until);
            let before = self.sim.events_handled();
            if !self.sim.run_until_limited(next.unwrap_or(until), left) {
                return Ok(false);
            }
            left -= (self.sim.events_handled() - before).min(left);
            match next {
                Some(time) => self.follow_plan(time)?,
                None => return Ok(true),
            }
        }
    }

    /// Does what is planned up to a moment that has come.
    fn follow_plan(&mut self, time: SimTime) -> Result<(), String> {
        let due = self.plan.iter().take_while(|act| act.time <= time).count();
        for command in self.plan.drain(..due).flat_map(|act| act.commands) {
            self.sim.apply(command).map_err(|error| error.in_full().to_string())?;
        }
        Ok(())
    }

    /// Does what a kubectl line says, in a namespace. Gives what is printed.
    ///
    /// # Errors
    ///
    /// Gives what kubectl prints to standard error when it fails.
    pub fn kubectl(&mut self, namespace: &str, line: &str) -> Result<String, String> {
        let printed = self.sim.kubectl(&namespace.to_owned().into(), line);
        if printed.failed { Err(printed.err) } else { Ok(printed.out + &printed.err) }
    }

    /// The present moment, in milliseconds since the beginning.
    pub fn now(&self) -> f64 {
        self.sim.now().0 as f64
    }

    /// The moment of the next event, in milliseconds since the beginning; none if nothing more will happen.
    pub fn next(&self) -> Option<f64> {
        let planned = self.plan.first().map(|act| act.time);
        let next = [planned, self.sim.next_event_time()].into_iter().flatten().min();
        next.map(|time| time.0 as f64)
    }

    /// The objects of a kind such as `Pod`, as a list; none if there is no such kind.
    ///
    /// # Errors
    ///
    /// Fails only when the browser has no memory left for the list.
    pub fn get(&self, kind: &str) -> Result<Option<JsValue>, JsError> {
        let world = self.sim.world();
        let objects: Vec<Node> = match kind {
            "Pod" => nodes(world.pods().map(|(_, pod)| Resource::Pod((**pod).clone()))),
            "Node" => nodes(world.nodes().map(|node| Resource::Node((**node).clone()))),
            "Event" => {
                let events: Vec<EventRecord> = self.sim.events().iter().map(event).collect();
                return to_js(&events).map(Some);
            }
            other => match kind_named(&self.sim, other).filter(|kind| kind.has_table()) {
                Some(kind) => nodes(world.objects.resources(kind).into_iter()),
                None => return Ok(None),
            },
        };
        to_js(&objects).map(Some)
    }

    /// What became visible since the last call, as a list.
    ///
    /// # Errors
    ///
    /// Fails only when the browser has no memory left for the list.
    #[wasm_bindgen(js_name = takeChanges)]
    pub fn take_changes(&mut self) -> Result<JsValue, JsError> {
        let changes = self.sim.take_changes();
        let news = changes.iter().filter(|change| change.is_news());
        to_js(&news.map(record).collect::<Vec<ChangeRecord>>())
    }

    /// Drops the changes since the last call, because no caller has subscribed to them.
    #[wasm_bindgen(js_name = dropChanges)]
    pub fn drop_changes(&mut self) {
        self.sim.take_changes();
    }

    /// A number that is the same for two clusters in which the same is so, as 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", self.sim.fingerprint())
    }
}

/// The kind with this name: one that Podlab runs, one of the API, or one that an object of the cluster has.
fn kind_named(sim: &Sim, name: &str) -> Option<ResourceKind> {
    let custom = || {
        let mut kinds = sim.world().objects.kept.iter().map(|(_, object)| object.kind);
        kinds.find(|kind| kind.as_str() == name)
    };
    let kept = || KeptKind::named(name).or_else(custom).map(ResourceKind::Kept);
    ResourceKind::named(name).or_else(kept)
}

/// A value as plain JavaScript: maps are objects, as in JSON.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

fn nodes(objects: impl Iterator<Item = Resource>) -> Vec<Node> {
    objects.map(|object| write(&object)).collect()
}

/// A change, with a sentence that says it in English.
fn record(change: &Change) -> ChangeRecord {
    change.record(podlab_messages::change(change).replace('*', ""))
}

/// An Event of the API. Times are milliseconds since the beginning.
#[derive(Serialize)]
struct EventRecord {
    about: Text,
    namespace: Text,
    field: Text,
    r#type: &'static str,
    reason: Text,
    message: Text,
    from: &'static str,
    count: i64,
    first: SimTime,
    last: SimTime,
}

fn event(event: &Event) -> EventRecord {
    EventRecord {
        about: event.about.clone(),
        namespace: event.namespace.clone(),
        field: event.field.clone(),
        r#type: event.kind.as_str(),
        reason: event.reason.clone(),
        message: event.message.clone(),
        from: event.from,
        count: event.count,
        first: event.first,
        last: event.last,
    }
}
