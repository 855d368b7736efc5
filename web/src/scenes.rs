//! The scenes a learner can open with: those that come with Podlab, and what people paste.

use crate::example_states::CASES;
use podlab::api::ReadOptions;
use podlab::base::language::Language;
use podlab::base::text::Text;
use podlab::files::scenario_file;
use podlab::manifest::{Code, Diagnostic, node::Span};
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
    /// How much it asks of its reader.
    pub level: Level,
    /// How many minutes it lasts in real time.
    pub minutes: u32,
    /// The kinds of its objects.
    pub kinds: String,
    index: usize,
}

impl Card {
    /// Its title in the page's language.
    pub fn title(&self) -> &'static str {
        self.text("title")
    }

    /// One line about it in the page's language.
    pub fn summary(&self) -> &'static str {
        self.text("summary")
    }

    /// What it asks in the page's language.
    pub fn question(&self) -> &'static str {
        self.text("question")
    }

    fn text(&self, key: &str) -> &'static str {
        SCENES[self.index].text(key, podlab_messages::spoken().code()).unwrap_or_default()
    }

    fn english_title(&self) -> &'static str {
        SCENES[self.index].text("title", Language::English.code()).unwrap_or_default()
    }
}

/// All scenes for the picker, in order. Read once.
pub fn cards() -> Vec<Card> {
    let read = |(index, scene): (usize, &podlab_lessons::Scene)| {
        // Copies: what the page opens with is not to hold on to the files.
        let copy = |text: &str| -> Text { text.to_owned().into() };
        let (name, group) = (copy(scene.name), copy(scene.field("group").unwrap_or_default()));
        let level = scene.level().unwrap_or(Level::Beginner);
        let minutes = scene.minutes().unwrap_or(1);
        let kinds = scene.kinds().collect::<Vec<_>>().join(" ");
        Card { name, group, level, minutes, kinds, index }
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
    let is_it =
        |card: &&Card| card.name == name || name.is_empty() && card.english_title() == title;
    cards.iter().find(is_it)
}

/// The title of a scene in the page's language, with what varies in it.
pub fn title(cards: &[Card], scene: &Scene) -> String {
    let (english, said) = (scene.english_title(), podlab_messages::local(&scene.title));
    if said == english.as_str() { title_of(cards, &scene.name, english) } else { said.to_owned() }
}

/// The title in the page's language, from the name and the English title of a scene; the name is empty for a run from a file.
pub fn title_of(cards: &[Card], name: &str, title: &str) -> String {
    let has_no_name = name.is_empty();
    let card = card_of(cards, name, title);
    let titles = CASES.iter().zip(examples::CASES).map(|(case, known)| (case.title, known.title));
    let mut titles = titles.filter(|_| has_no_name || name.starts_with("example-"));
    let case = titles.find(|(_, english)| title.starts_with(english));
    let (english, said) = match (card, case) {
        (Some(card), _) => (card.english_title(), card.title()),
        (None, Some((said, english))) => (english, said()),
        (None, None) => {
            return podlab_messages::run_title(title).to_owned();
        }
    };
    let more = title.strip_prefix(english).unwrap_or_default();
    format!("{said}{more}")
}

/// What a scene asks its reader. A run that was shared asks what its scene asks.
pub fn question(cards: &[Card], scene: &Scene) -> Option<String> {
    let of_card = || card_of(cards, &scene.name, scene.english_title()).map(Card::question);
    let own = Some(podlab_messages::local(&scene.question)).filter(|own| !own.is_empty());
    own.or_else(of_card).map(str::to_owned)
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
    read(text, release).map(|(scene, _)| scene)
}

/// Returns the scene in a text, and the warnings about it.
///
/// # Errors
///
/// Returns what is wrong with the text.
pub fn read(text: &str, release: Release) -> Result<(Scene, Vec<Diagnostic>), Vec<Diagnostic>> {
    let scenario = scenario_file::read(text, &ReadOptions { release, file: None })?;
    let Some(mut scene) = Scene::of(&scenario) else {
        let message = "there is no Pod in it, and no StatefulSet, Deployment or ReplicaSet";
        let diagnostic = Diagnostic::new(Code::UnknownKind, Span::default(), message);
        let diagnostic = diagnostic.help("a Pod starts with \"apiVersion: v1\" and \"kind: Pod\"");
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
