//! The document or the element that the app is drawn in, and what it set up there.

use crate::act::Act;
use crate::keys::Listeners;
use crate::mount::Mount;
use yew::Callback;

/// Where the app is drawn, and what it set up there.
pub struct Host {
    /// The page's document, or the element of another page in which a figure is drawn.
    pub mount: Mount,
    /// Whether it was wide when the app was opened.
    pub is_wide: bool,
    /// Whether anything was done since then.
    pub is_used: bool,
    /// What the document is called by itself, and now.
    title: Option<(String, String)>,
    /// Whether runs were compared when it was drawn last.
    was_comparing: bool,
    listeners: Option<Listeners>,
}

impl Host {
    /// The host at that mount, to which nothing was done yet.
    pub fn new(mount: Mount) -> Host {
        Host {
            is_wide: mount.is_wide(),
            mount,
            is_used: false,
            title: None,
            was_comparing: false,
            listeners: None,
        }
    }

    /// Whether the document is ours.
    pub fn is_page(&self) -> bool {
        self.mount.is_page()
    }

    /// Listens to keys and dropped files from now on.
    pub fn listen(&mut self, on: &Callback<Act>) {
        self.listeners = Some(Listeners::new(&self.mount, on));
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

    /// Gives the focus to the comparison when it was opened, and back to the button that opens it when it was closed.
    pub fn follow_comparison(&mut self, is_comparing: bool) {
        if std::mem::replace(&mut self.was_comparing, is_comparing) != is_comparing {
            self.mount.focus(if is_comparing { "#comparison-title" } else { "#compare" });
        }
    }
}
