//! Prints a run while it happens.

use super::Output;
use crate::trace::Trace;
use podlab::api::core::Event;
use podlab::api::pod::uid_of_events;
use podlab::apiserver::age::timestamp_age;
use podlab::apiserver::columns::Columns;
use podlab::apiserver::table::Table;
use podlab::base::duration;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::world::Watched;
use podlab::kubectl::command::command;
use podlab::kubectl::describe::describe_pod;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use serde_json::json;
use std::io::{self, Write};

/// Prints a run while it happens.
#[derive(Debug)]
pub struct Printer {
    output: Output,
    columns: Columns,
    table: Table,
    has_begun: bool,
    trace: Trace,
}

impl Printer {
    /// A printer that has printed nothing yet.
    pub fn new(output: Output, columns: Columns, release: Release, until: SimTime) -> Printer {
        let mut table = Table::default();
        // The first column is wide enough for every time from the beginning.
        table.print(&[vec![duration::tenths(until.0), String::new()]]);
        Printer { output, columns, table, has_begun: false, trace: Trace::new(release, false) }
    }

    /// Prints what stands before everything else.
    ///
    /// # Errors
    ///
    /// Fails when `out` cannot be written.
    pub fn begin(
        &mut self,
        name: &str,
        title: &str,
        until: SimTime,
        sim: &Sim,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self.output {
            Output::Json => {
                let settings = sim.settings();
                let seconds = until.0 as f64 / 1000.0;
                writeln!(
                    out,
                    "{{\"name\":{},\"title\":{},\"kubernetes\":\"{}\",\"seed\":{},\"duration\":{seconds},\"trace\":[",
                    json!(name),
                    json!(title),
                    settings.release.as_str(),
                    settings.seed,
                )
            }
            Output::Table
            | Output::Wide
            | Output::Yaml
            | Output::Events
            | Output::Describe
            | Output::Nodes => Ok(()),
        }
    }

    /// Prints what a watch has seen since the last call.
    ///
    /// # Errors
    ///
    /// Fails when `out` cannot be written.
    pub fn show(&mut self, sim: &mut Sim, out: &mut impl Write) -> io::Result<()> {
        sim.take_changes();
        match self.output {
            Output::Table | Output::Wide => self.table(sim, out),
            Output::Events => self.events(sim, out),
            Output::Json => self.json(sim, out),
            Output::Yaml | Output::Describe | Output::Nodes => {
                sim.take_watch();
                Ok(())
            }
        }
    }

    /// Prints what stands after everything else.
    ///
    /// # Errors
    ///
    /// Fails when `out` cannot be written.
    pub fn end(&mut self, sim: &Sim, out: &mut impl Write) -> io::Result<()> {
        match self.output {
            Output::Table | Output::Wide | Output::Events => Ok(()),
            Output::Yaml => yaml(sim, out),
            Output::Json => out.write_all(if self.has_begun { b"\n]}\n" } else { b"]}\n" }),
            Output::Describe => describe(sim, out),
            Output::Nodes => nodes(sim, out),
        }
    }

    fn table(&mut self, sim: &mut Sim, out: &mut impl Write) -> io::Result<()> {
        for seen in sim.take_watch() {
            let Watched::Pod(pod) = seen.object else { continue };
            let mut header = self.columns.header();
            header.insert(0, "TIME".to_owned());
            let mut cells =
                self.columns.cells(&pod, Timestamp::of(seen.time), sim.settings().release);
            cells.insert(0, duration::tenths(seen.time.0));
            self.row(header, cells, out)?;
        }
        Ok(())
    }

    fn events(&mut self, sim: &mut Sim, out: &mut impl Write) -> io::Result<()> {
        for seen in sim.take_watch() {
            let Watched::Event { index, message, .. } = seen.object else { continue };
            let header = ["TIME", "LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];
            let event = Event { message, ..sim.events()[index].clone() };
            let cells = event_cells(&event, seen.time);
            self.row(header.map(str::to_owned).to_vec(), cells, out)?;
        }
        Ok(())
    }

    fn row(
        &mut self,
        header: Vec<String>,
        cells: Vec<String>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut rows = vec![header, cells];
        if std::mem::replace(&mut self.has_begun, true) {
            rows.remove(0);
        }
        out.write_all(self.table.print(&rows).as_bytes())
    }

    fn json(&mut self, sim: &mut Sim, out: &mut impl Write) -> io::Result<()> {
        self.trace.drain(sim);
        for entry in self.trace.take() {
            let comma = if std::mem::replace(&mut self.has_begun, true) { ",\n" } else { "" };
            write!(out, "{comma}{entry}")?;
        }
        Ok(())
    }
}

/// Models kubernetes pkg/printers/internalversion printEvent.
fn event_cells(event: &Event, now: SimTime) -> Vec<String> {
    let object = match event.about.split_once('/') {
        Some((kind, name)) => format!("{}/{name}", kind.to_ascii_lowercase()),
        None => event.about.to_string(),
    };
    vec![
        duration::tenths(now.0),
        timestamp_age(Timestamp::of(event.last), now),
        event.kind.to_string(),
        event.reason.to_string(),
        object,
        event.message.trim().to_owned(),
    ]
}

/// All Pods as `kubectl get pods --all-namespaces -o yaml` prints them.
fn yaml(sim: &Sim, out: &mut impl Write) -> io::Result<()> {
    let printed = command(sim, &"default".into(), "kubectl get pods --all-namespaces -o yaml");
    out.write_all(printed.out.as_bytes())
}

/// All nodes as `kubectl get nodes` and then `kubectl describe nodes` print them, two empty lines between.
fn nodes(sim: &Sim, out: &mut impl Write) -> io::Result<()> {
    out.write_all(sim.get_nodes(false).as_bytes())?;
    for node in sim.world().nodes() {
        let text = sim.describe_node(&node.metadata.name).unwrap_or_default();
        write!(out, "\n\n{text}")?;
    }
    Ok(())
}

/// Every Pod as `kubectl describe pods` prints them: by namespace and name, two empty lines between.
fn describe(sim: &Sim, out: &mut impl Write) -> io::Result<()> {
    let mut pods: Vec<_> = sim.world().pods().map(|(_, pod)| pod).collect();
    pods.sort_by(|a, b| {
        let key = |pod: &podlab::api::pod::Pod| {
            (pod.metadata.namespace.clone(), pod.metadata.name.clone())
        };
        key(a).cmp(&key(b))
    });
    for (index, pod) in pods.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b"\n\n")?;
        }
        let events: Vec<Event> = sim.world().recorder.about(uid_of_events(pod)).cloned().collect();
        out.write_all(describe_pod(pod, &events, sim.now(), sim.settings().release).as_bytes())?;
    }
    Ok(())
}
