//! The scenes a learner can open with: those that come with Podlab, and what people paste.

use crate::editor::Templates;
use crate::example_states::CASES;
use podlab::api::ReadOptions;
use podlab::base::text::Text;
use podlab::files::scenario_file::{self, Source};
use podlab::manifest::{Code, Diagnostic, Wrong, node::Span};
use podlab::rules::release::Release;
use podlab_lessons::{Level, SCENES, examples};

pub use podlab_stage::Scene;

/// The scene the page opens with.
pub const FIRST: usize = 0;

/// What the picker shows of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Its name.
    pub name: Text,
    /// Its group.
    pub group: Text,
    /// Its title.
    pub title: Text,
    /// One line about it.
    pub summary: Text,
    /// How much it asks of its reader.
    pub level: Level,
    /// How many minutes it lasts in real time.
    pub minutes: u32,
    /// The kinds of its objects.
    pub kinds: String,
    index: usize,
}

/// All scenes for the picker, in order. Read once.
pub fn cards() -> Vec<Card> {
    let read = |(index, scene): (usize, &podlab_lessons::Scene)| {
        let line = |key: &str| -> Text { scene.field(key).unwrap_or_default().to_owned().into() };
        let (group, title, summary) = (line("group"), line("title"), line("summary"));
        let level = scene.level().unwrap_or(Level::Beginner);
        let minutes = scene.minutes().unwrap_or(1);
        let kinds = scene.kinds().collect::<Vec<_>>().join(" ");
        // A copy: what the page opens with is not to hold on to the files.
        let name = scene.name.to_owned().into();
        Card { name, group, title, summary, level, minutes, kinds, index }
    };
    SCENES.iter().enumerate().map(read).collect()
}

/// The scene of a card.
pub fn scene(card: &Card) -> Scene {
    // Of a copy, for the same reason.
    let text = String::from(SCENES[card.index].text);
    from_text(&text, Release::Current).expect("the scenes in this program are right")
}

/// The card of a scene. A run that was shared has the title of its scene, and no name.
fn card_of<'a>(cards: &'a [Card], name: &str, title: &str) -> Option<&'a Card> {
    let is_it = |card: &&Card| card.name == name || name.is_empty() && card.title == title;
    cards.iter().find(is_it)
}

/// The title of a scene in the page's language, with what varies in it.
pub fn title(cards: &[Card], scene: &Scene) -> String {
    title_of(cards, &scene.name, &scene.title)
}

/// The title in the page's language, from the name and the English title of a scene; the name is empty for a run from a file.
pub fn title_of(cards: &[Card], name: &str, title: &str) -> String {
    let has_no_name = name.is_empty();
    let card = card_of(cards, name, title);
    let titles = CASES.iter().zip(examples::CASES).map(|(case, known)| (case.title, known.title));
    let mut titles = titles.filter(|_| has_no_name || name.starts_with("example-"));
    let case = titles.find(|(_, english)| title.starts_with(english));
    let (english, said) = match (card, case) {
        (Some(card), _) => {
            let said = podlab_messages::scene_title(&card.name, &card.title);
            (&*card.title, said)
        }
        (None, Some((said, english))) => (english, said()),
        (None, None) => {
            return podlab_messages::run_title(title).to_owned();
        }
    };
    let more = title.strip_prefix(english).unwrap_or_default();
    format!("{said}{more}")
}

/// What a scene that comes with Podlab is about, in one line.
pub fn about(cards: &[Card], scene: &Scene) -> Option<String> {
    let card = card_of(cards, &scene.name, &scene.title)?;
    Some(podlab_messages::scene_summary(&card.name, &card.summary).to_owned())
}

/// The scene of a cell of the example states.
pub fn example(case: usize, policy: usize) -> Scene {
    let mut scene = from_text(&examples::text(case, policy), Release::Current)
        .expect("the example states in this program are right");
    scene.group = "Example states".into();
    scene
}

/// The case and the policy of a scene that is a cell of the example states.
pub fn cell(scene: &Scene) -> Option<(usize, usize)> {
    examples::named(&scene.name)
}

/// The scene in a text: a scenario, or manifests with a Pod or a workload among them.
///
/// # Errors
///
/// Returns what is wrong with the text.
pub fn from_text(text: &str, release: Release) -> Result<Scene, Vec<Diagnostic>> {
    read(text, Templates::Kept, release).map(|(scene, _)| scene)
}

/// The scene in a text, and the warnings about it.
///
/// # Errors
///
/// Returns what is wrong with the text.
pub fn read(
    text: &str,
    templates: Templates,
    release: Release,
) -> Result<(Scene, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut scenario = scenario_file::read(text, &ReadOptions { release, file: None })?;
    if templates == Templates::Run {
        scenario.run_pod_templates(&[Source { file: None, text }])?;
    }
    let Some(mut scene) = Scene::of(&scenario) else {
        let mut diagnostic = Diagnostic::new(Code::UnknownKind, Span::default(), Wrong::NoPods);
        if !scenario.has_pod_templates() {
            diagnostic = diagnostic.help(Wrong::BeginsPod);
        }
        return Err([diagnostic].into_iter().chain(scenario.warnings).collect());
    };
    let kind = scene.workload.as_ref().map_or("Pod", |workload| workload.kind.as_str());
    if scene.title.is_empty() {
        scene.title = format!("Your {kind}").into();
    }
    if scene.group.is_empty() {
        scene.group = "Yours".into();
    }
    Ok((scene, scenario.warnings))
}
