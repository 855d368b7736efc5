//! What is shared of the page: a link, and what else shows the same elsewhere.

use crate::act::{Form, Start};
use crate::lab::Lab;
use crate::scenes::{self, Card, Scene};
use podlab::base::time::SimTime;
use podlab::files::run_file::RunFile;
use podlab_lessons::examples;
use podlab_link::snippets::Shared;
use podlab_link::{LinkError, LinkTarget, Packed, Permalink, View, read_run};

/// Most characters of a link that is offered, or put into the address; what is longer is better saved to a file.
pub const MOST_CHARS: usize = 8 << 10;

/// What is shared.
#[derive(Debug, Default)]
pub struct Share {
    /// The form that is chosen.
    pub form: Form,
    /// Where it begins.
    pub start: Start,
    /// Whether time passes when it is opened.
    pub plays: bool,
    /// Whether it was copied, or could not be.
    pub copied: Option<bool>,
    /// The number of what was made last.
    pub number: u32,
    /// The moment that was shown when the dialog was opened.
    pub at: SimTime,
    /// The run in one line, where the link holds one.
    pub run: String,
    /// What keeps the run from being a link.
    pub refusal: Option<LinkError>,
    /// The link; none while it is packed.
    pub link: Option<Permalink>,
}

impl Share {
    /// Forgets what was made, before something else is. Gives the number of that.
    pub fn make_anew(&mut self) -> u32 {
        self.number += 1;
        self.copied = None;
        self.link = None;
        self.refusal = None;
        self.run.clear();
        self.number
    }

    /// The moment at which what is shared begins.
    pub fn moment(&self) -> SimTime {
        match self.start {
            Start::Moment => self.at,
            Start::Beginning => SimTime::ZERO,
        }
    }

    /// What is pasted elsewhere, under a title and beside a page of these addresses.
    pub fn text(&self, title: &str, (page, base): &(String, String)) -> String {
        let Some(link) = &self.link else { return String::new() };
        let shared = Shared { base, page, title, link, run: &self.run };
        match self.form {
            Form::Link | Form::Code => shared.address(),
            Form::Frame => shared.frame(),
            Form::Element => shared.element(),
            Form::Markdown => shared.markdown(),
            Form::Block => shared.block(),
        }
    }
}

/// The link to a scene or an example as it begins; nothing if more was done to it than a short link can say.
pub fn short_link(cards: &[Card], lab: &Lab) -> Option<Permalink> {
    let history = lab.history();
    let own = lab.scene.release.unwrap_or_default();
    let view = View::of_settings(lab.sim().settings(), Some(own))?;
    let is_same = |scene: &Scene| {
        scene.script == history.plan()
            && scene.nodes == lab.scene.nodes
            && scene.workload == lab.scene.workload
    };
    if history.branches().len() > 1 {
        return None;
    }
    let (target, scene) = if let Some((case, policy)) = scenes::cell(&lab.scene) {
        let target = LinkTarget::Example(
            examples::CASES[case].name.to_owned(),
            examples::POLICIES[policy].to_owned(),
        );
        (target, scenes::example(case, policy))
    } else {
        let card = cards.iter().find(|card| card.name == lab.scene.name)?;
        (LinkTarget::Scene(card.name.to_string()), scenes::scene(card))
    };
    let pod = Some(lab.scene.pod.to_string()).filter(|pod| *scene.pod != **pod);
    is_same(&scene).then_some(Permalink { target, view: View { pod, ..view } })
}

/// Returns the fragment of the link to the present moment of a lab, with the question what comes next; none where it would be too long.
pub fn link_to_question(cards: &[Card], lab: &Lab) -> Option<String> {
    let view = View { at: Some(lab.now()), quizzes: true, ..View::default() };
    let link = if let Some(link) = short_link(cards, lab) {
        Permalink { view: view.or(link.view), ..link }
    } else {
        let text = text_of(&lab.save()).ok()?;
        Permalink { target: LinkTarget::Run(Packed::plain(&text)), view }
    };
    Some(link.fragment()).filter(|link| link.len() <= MOST_CHARS)
}

/// A run as it stands in a link; what the page would refuse is not made.
///
/// # Errors
///
/// Returns what the page would refuse of the run when it opens the link.
pub fn text_of(run: &RunFile) -> Result<String, LinkError> {
    let text = run.write_compact();
    read_run(&text)?;
    Ok(text)
}
