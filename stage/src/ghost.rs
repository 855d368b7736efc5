//! What a container does on its node, beside what the API says, while both differ.

use crate::lab::Lab;
use crate::tone::{self, Tone};
use crate::words::precise;
use podlab::api::pod::Pod;
use podlab::cluster::fact::StateSummary;
use podlab::questions::unreported::{self, Report, Unreported};
use podlab_messages::text;

/// A container whose state on the node is not what the API says.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// How it looks on the node, and its state there in words.
    pub on_node: (Tone, String),
    /// How the API shows it, and its state there in words.
    pub in_api: (Tone, String),
    /// When the API hears of it.
    pub when: String,
    /// All of that in one line, with the name of the container.
    pub title: String,
}

/// Returns the ghost of a container of a Pod; `None` while the API says what is so.
pub fn of_container(lab: &Lab, pod: &Pod, container: &str) -> Option<Ghost> {
    let found = of_pod(lab, pod).into_iter().find(|found| found.container == *container)?;
    Some(ghost(lab, &found))
}

/// Returns the ghosts of a Pod in one line; `None` while the API says what is so.
pub fn of_pod_in_words(lab: &Lab, pod: &Pod) -> Option<String> {
    let titles: Vec<String> =
        of_pod(lab, pod).iter().map(|found| ghost(lab, found).title).collect();
    (!titles.is_empty()).then(|| titles.join("\n"))
}

fn of_pod(lab: &Lab, pod: &Pod) -> Vec<Unreported> {
    let found = lab.sim().pod(&pod.metadata.namespace, &pod.metadata.name);
    found.map(|(id, _)| unreported::of_pod(lab.sim(), id)).unwrap_or_default()
}

fn ghost(lab: &Lab, found: &Unreported) -> Ghost {
    let node = text::ghost_node(word(Some(&found.on_node)));
    let api = text::ghost_api(word(found.in_api.as_ref()));
    let when = match found.report {
        Report::At(at) => text::ghost_sync(precise(at.since(lab.now()))),
        Report::Later => text::ghost_later().to_owned(),
        Report::NotHeard => text::ghost_unheard().to_owned(),
    };
    let title = text::ghost_all(&api, &found.container, &node, &when);
    let look = |state: Option<&StateSummary>| state.map_or(Tone::Waiting, tone::of_state);
    Ghost {
        on_node: (look(Some(&found.on_node)), node),
        in_api: (look(found.in_api.as_ref()), api),
        when,
        title,
    }
}

/// The state of a container in the word that its card has for it.
fn word(state: Option<&StateSummary>) -> &'static str {
    match state {
        Some(StateSummary::Running) => "Running",
        Some(StateSummary::Terminated(_)) => "Terminated",
        Some(StateSummary::Waiting(_)) => "Waiting",
        None => text::card_no_status(),
    }
}
