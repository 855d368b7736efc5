//! The document or the element that the app is drawn in, and what it set up there.

use crate::act::Act;
use crate::keys::Listeners;
use crate::mount::Mount;
use std::cell::Cell;
use std::rc::Rc;
use yew::Callback;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The lab, or a figure.
    Lab,
    /// Runs that are compared.
    Comparison,
    /// The stage, for a room.
    Presented,
    /// What covers it.
    Covered,
}

/// Where the app is drawn, and what it set up there.
pub struct Host {
    /// The page's document, or the element of another page in which a figure is drawn.
    pub mount: Mount,
    /// Whether it was wide when the app was opened.
    pub is_wide: bool,
    /// Whether anything was done since then.
    pub is_used: bool,
    /// What gets the focus once it is drawn.
    pub focus_next: Option<&'static str>,
    /// What is brought into sight once it is drawn.
    pub show_next: Option<&'static str>,
    /// What the document is called by itself, and now.
    title: Option<(String, String)>,
    /// What was drawn last.
    drawn: Drawn,
    listeners: Option<Listeners>,
    /// Whether it is shown to a room: then other keys mean something.
    is_presenting: Rc<Cell<bool>>,
}

impl Host {
    /// The host at that mount, to which nothing was done yet.
    pub fn new(mount: Mount) -> Host {
        Host {
            is_wide: mount.is_wide(),
            mount,
            is_used: false,
            focus_next: None,
            show_next: None,
            title: None,
            drawn: Drawn::Lab,
            listeners: None,
            is_presenting: Rc::default(),
        }
    }

    /// Whether the document is ours.
    pub fn is_page(&self) -> bool {
        self.mount.is_page()
    }

    /// Listens to keys and dropped files from now on.
    pub fn listen(&mut self, on: &Callback<Act>) {
        self.listeners = Some(Listeners::new(&self.mount, on, Rc::clone(&self.is_presenting)));
    }

    /// Calls the document by what it shows.
    pub fn set_title(&mut self, shown: &str) {
        let document = gloo::utils::document();
        let (own, now) = self.title.get_or_insert_with(|| (document.title(), String::new()));
        let title = format!("{shown} – {own}");
        if title != *now {
            document.set_title(&title);
            *now = title;
        }
    }

    /// Gives the focus to what is drawn now, or back to the button that led away from the lab. A room sees everything in large type, and
    /// other keys mean something then.
    pub fn follow(&mut self, drawn: Drawn) {
        let before = std::mem::replace(&mut self.drawn, drawn);
        if before == drawn {
            return;
        }
        let presents = matches!(drawn, Drawn::Presented | Drawn::Covered);
        self.is_presenting.set(presents);
        if let Some(root) = self.mount.root() {
            // The document has the attribute, or has it no more.
            let _ = root.toggle_attribute_with_force("data-presents", presents);
        }
        self.mount.focus(match (drawn, before) {
            (Drawn::Comparison, _) => "#comparison-title",
            (Drawn::Presented, _) => "#stage",
            (Drawn::Covered, _) => ".presented-cover",
            (Drawn::Lab, Drawn::Comparison) => "#compare, #more",
            (Drawn::Lab, Drawn::Lab | Drawn::Presented | Drawn::Covered) => "#present, #more",
        });
    }
}
