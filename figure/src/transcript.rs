//! The transcript: what `kubectl get pods -w` printed, then the stage in words.

use crate::card::Card;
use crate::facts::{Facts, PodFacts, SetFacts};
use crate::lab::Figure;
use crate::words::harmless;
use podlab::base::duration::tenths;
use podlab::base::time::SimTime;
use podlab_messages::text;

impl Figure {
    /// The transcript up to this moment.
    pub fn txt(&self) -> String {
        let facts = Facts::of(self);
        let mut text = format!(
            "{}\n{} {}, {} {}\n\n",
            facts.title,
            text::top_release(),
            facts.release.number(),
            text::time_simulated(),
            facts.clock()
        );
        for line in card(&facts) {
            text.push_str(&format!("{line}\n"));
        }
        if facts.card.is_some() {
            text.push('\n');
        }
        text.push_str("$ kubectl get pods -w\n");
        for (index, (time, line)) in self.watch_times().into_iter().enumerate() {
            let time = if index == 0 { String::new() } else { tenths(time.0) };
            text.push_str(&format!("{time:>9}  {line}"));
        }
        text.push('\n');
        for line in stage(&facts) {
            text.push_str(&line);
            text.push('\n');
        }
        text.chars().map(|c| if c == '\n' { c } else { harmless(c) }).collect()
    }

    /// The lines of the watch; the header first, with the time of the first line.
    pub(crate) fn watch_times(&self) -> Vec<(SimTime, String)> {
        let name = self.lab.scene.workload.is_none().then_some(self.lab.scene.pod.as_str());
        let lines = self.lab.story().watch_lines(name).into_iter();
        let harmless = |line: String| line.trim_end().chars().map(harmless).collect::<String>();
        lines.map(|(time, line)| (time, harmless(line) + "\n")).collect()
    }
}

/// What a lesson tells, each a line.
pub fn card(facts: &Facts) -> Vec<String> {
    facts.card.as_ref().map(Card::lines).unwrap_or_default()
}

/// The stage in sentences, each a line.
pub fn stage(facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(set) = &facts.set {
        of_set(set, &mut lines);
    }
    match &facts.pod {
        Some(pod) => of_pod(pod, &mut lines),
        None if facts.set.is_none() => lines.push(format!("{}.", text::pod_none())),
        None => {}
    }
    lines
}

fn of_pod(pod: &PodFacts, lines: &mut Vec<String>) {
    if pod.exists {
        lines.push(format!(
            "Pod {}: phase {}, STATUS {}, READY {}, {} {}, {}.",
            pod.name,
            pod.phase.text,
            pod.status.text,
            pod.ready,
            text::card_restarts(),
            pod.restarts,
            pod.place
        ));
        let conditions = pod.conditions.iter().map(|[kind, status, reason]| {
            if reason.is_empty() {
                format!("{kind} {status}")
            } else {
                format!("{kind} {status} ({reason})")
            }
        });
        let conditions: Vec<String> = conditions.collect();
        if !conditions.is_empty() {
            lines.push(format!("{}.", conditions.join(", ")));
        }
    } else {
        lines.push(format!("Pod {}: {}.", pod.name, pod.place));
    }
    for init in &pod.init_containers {
        lines.push(format!("{} ({}): {}.", init.name, text::card_init(), init.word.text));
    }
    for container in &pod.containers {
        let ready = if container.is_ready { text::card_ready() } else { text::card_not_ready() };
        let mut line = format!("{} ({}): {}", container.name, container.kind, container.state.text);
        if !container.reason.is_empty() {
            line.push_str(&format!(" {}", container.reason));
        }
        line.push_str(&format!(", {ready}, {} {}", text::card_restarts(), container.restarts));
        if let Some(code) = container.exit_code {
            line.push_str(&format!(", {} {code}", text::card_exit_code()));
        }
        if let Some((reason, code)) = &container.last {
            line.push_str(&format!(", {} {reason} ({code})", text::card_last()));
        }
        line.push_str(&format!(", {} {}.", container.ring.number, container.ring.caption));
        lines.push(line);
        for probe in &container.probes {
            lines.push(format!(
                "{} {}: {}, {}/{}, {}.",
                container.name,
                probe.kind,
                probe.answer.text,
                probe.so_far,
                probe.threshold,
                probe.next
            ));
        }
    }
    for step in &pod.ending {
        lines.push(format!("{}: {}.", step.name, step.words));
    }
}

fn of_set(set: &SetFacts, lines: &mut Vec<String>) {
    let figures = set.figures.iter().map(|(label, count)| format!("{label} {count}"));
    lines.push(format!("StatefulSet {}: {}.", set.name, figures.collect::<Vec<_>>().join(", ")));
    if !set.intention.is_empty() {
        lines.push(set.intention.clone());
    }
    for lane in &set.lanes {
        let mut line = match &lane.pod {
            Some((status, ready, node)) => {
                format!("{}: {}, {ready}, {node}", lane.name, status.text)
            }
            None => format!("{}: {}", lane.name, text::lane_no_pod()),
        };
        if let Some((revision, _)) = &lane.revision {
            line.push_str(&format!(", {revision}"));
        }
        for (claim, word) in &lane.claims {
            line.push_str(&format!(", {claim} {}", word.text));
        }
        if !lane.wait.0.is_empty() {
            line.push_str(&format!(", {}", lane.wait.0));
        }
        line.push('.');
        lines.push(line);
    }
}
