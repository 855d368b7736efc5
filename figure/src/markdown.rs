//! The table: states and what kubectl prints, in Markdown.

use crate::card::Card;
use crate::facts::{Facts, PodFacts, SetFacts};
use crate::lab::Figure;
use crate::words::harmless;
use podlab::apiserver::table::Table;
use podlab::lesson::Progress;
use podlab_messages::text;

impl Figure {
    /// The table of this moment.
    pub fn markdown(&self) -> String {
        let facts = Facts::of(self);
        let mut text = format!(
            "**{}**, {} {}, {} {}\n\n",
            plain(&facts.title),
            text::time_simulated(),
            facts.clock(),
            text::top_release(),
            facts.release.number()
        );
        if let Some(card) = &facts.card {
            of_card(card, &mut text);
        }
        if let Some(set) = &facts.set {
            of_set(set, &mut text);
        }
        match &facts.pod {
            Some(pod) => of_pod(pod, &mut text),
            None if facts.set.is_none() => text.push_str(&format!("{}.\n\n", text::pod_none())),
            None => {}
        }
        let printed = if facts.table.len() > 1 {
            Table::default().print(&facts.table)
        } else {
            facts.nothing() + "\n"
        };
        let more =
            if facts.more_pods > 0 { format!("… +{}\n", facts.more_pods) } else { String::new() };
        // A fence is longer than every row of backticks in it.
        let mut fence = "```".to_owned();
        while printed.contains(&fence) {
            fence.push('`');
        }
        text.push_str(&format!("{fence}console\n$ {}\n{printed}{more}{fence}\n", facts.command()));
        text
    }
}

fn of_card(card: &Card, text: &mut String) {
    text.push_str(&format!("*{}*\n\n{}\n\n", plain(&card.place()), plain(&card.says)));
    if let Some((asks, choices)) = &card.question {
        text.push_str(&format!("{}\n\n", plain(asks)));
        for choice in choices {
            text.push_str(&format!("- [ ] {}\n", plain(choice)));
        }
        text.push('\n');
    }
    if card.goals.is_empty() {
        return;
    }
    text.push_str(&format!("{}:\n\n", text::lesson_goals()));
    for goal in &card.goals {
        let mark = if goal.progress == Progress::Reached { 'x' } else { ' ' };
        text.push_str(&format!("- [{mark}] {}\n", plain(&goal.line())));
    }
    text.push('\n');
}

fn of_pod(pod: &PodFacts, text: &mut String) {
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push(vec![name.to_owned(), value]);
    if pod.exists {
        row("phase", pod.phase.text.clone());
        row("STATUS", pod.status.text.clone());
        row("READY", pod.ready.clone());
        for [kind, status, reason] in &pod.conditions {
            row(
                kind,
                if reason.is_empty() { status.clone() } else { format!("{status} ({reason})") },
            );
        }
    }
    for init in &pod.init_containers {
        row(&init.name, format!("{}: {}", text::card_init(), init.word.text));
    }
    for container in &pod.containers {
        let ready = if container.is_ready { text::card_ready() } else { text::card_not_ready() };
        let state = format!("{} {}", container.state.text, container.reason);
        let restarts = format!("{} {}", text::card_restarts(), container.restarts);
        row(&container.name, format!("{}, {ready}, {restarts}", state.trim_end()));
    }
    table(&["Pod", &format!("{}, {}", pod.name, pod.place)], &rows, text);
}

fn of_set(set: &SetFacts, text: &mut String) {
    if !set.intention.is_empty() {
        text.push_str(&format!("{}\n\n", plain(&set.intention)));
    }
    let rows = set.lanes.iter().map(|lane| {
        let (status, ready) = match &lane.pod {
            Some((status, ready, _)) => (status.text.clone(), ready.clone()),
            None => (text::lane_no_pod().to_owned(), String::new()),
        };
        let claims = lane.claims.iter().map(|(name, word)| format!("{name} {}", word.text));
        vec![
            lane.name.clone(),
            status,
            ready,
            lane.revision.as_ref().map(|(text, _)| text.clone()).unwrap_or_default(),
            claims.collect::<Vec<_>>().join(", "),
            lane.wait.0.clone(),
        ]
    });
    let head = ["Pod", "STATUS", "READY", "revision", "claims", text::why_not_yet()];
    table(&head, &rows.collect::<Vec<_>>(), text);
}

fn table(head: &[&str], rows: &[Vec<String>], text: &mut String) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text.push_str(&line(head.iter().map(|cell| plain(cell)).collect()));
    text.push_str(&line(head.iter().map(|_| "---".to_owned()).collect()));
    for row in rows {
        text.push_str(&line(row.iter().map(|cell| plain(cell)).collect()));
    }
    text.push('\n');
}

/// A text that means itself in Markdown: no markup, no HTML, one line.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '!' | '#' | '~' | '$' => {
                plain.push('\\');
                plain.push(c);
            }
            '\n' => plain.push(' '),
            _ => plain.push(harmless(c)),
        }
    }
    plain
}
