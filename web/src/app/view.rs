//! What is drawn of the page.

use super::App;
use crate::act::{Dialog, Tab};
use crate::comparison::Comparison;
use crate::components::editor_dialog::EditorDialog;
use crate::components::help_dialog::HelpDialog;
use crate::components::link_dialog::LinkDialog;
use crate::components::replace_dialog::ReplaceDialog;
use crate::components::replace_set_dialog::ReplaceSetDialog;
use crate::components::top_bar::TopBar;
use crate::components::{
    answers, capsule, controls, lanes, latest_change, set_bar, share_dialog, tracks, transport,
};
use crate::lanes::SetStage;
use crate::scenes;
use std::rc::Rc;
use yew::prelude::*;

impl App {
    pub(super) fn view_lab(&self) -> Html {
        let set = SetStage::of(&self.lab);
        let set = set.as_ref();
        html! {
            <div class="lab">
                { self.view_top_bar() }
                <main class="stage" id="stage" tabindex="-1">
                    { latest_change::view(self) }
                    if let Some(set) = set {
                        { set_bar::view(self, set) }
                        { lanes::view(self, set) }
                    }
                    { capsule::view(self, set) }
                </main>
                { controls::view(self, set) }
                { tracks::view(self, set) }
                { answers::view(self) }
                { transport::view(self) }
            </div>
        }
    }

    fn view_top_bar(&self) -> Html {
        let (scene, languages) = (&self.lab.scene, &self.preferences.languages);
        html! {
            <TopBar
                cards={Rc::clone(&self.cards)}
                scene={scene.name.clone()}
                group={scene.group.clone()}
                title={scenes::title(&self.cards, scene)}
                release={self.lab.settings().release}
                language={languages.wanted}
                is_fetching={languages.wanted != languages.present}
                theme={self.preferences.saved.theme}
                on={self.on.clone()}
            />
        }
    }

    /// The dialogs, each of which is closed or open.
    pub(super) fn view_dialogs(&self) -> Html {
        let (on, open) = (&self.on, self.dialogs.open());
        let replacement = match open {
            Some(Dialog::Replace(replacement)) => Some(Rc::clone(replacement)),
            _ => None,
        };
        let set_replacement = match open {
            Some(Dialog::ReplaceSet(replacement)) => Some(Rc::clone(replacement)),
            _ => None,
        };
        let why = match open {
            Some(Dialog::Link(why)) => Some(Rc::clone(why)),
            _ => None,
        };
        html! {
            <>
                <EditorDialog
                    is_open={open == Some(&Dialog::Editor)}
                    draft={Rc::clone(&self.draft)}
                    on={on.clone()}
                />
                <ReplaceDialog {replacement} exists={self.lab.pod().is_some()} on={on.clone()} />
                <ReplaceSetDialog replacement={set_replacement} on={on.clone()} />
                <HelpDialog is_open={open == Some(&Dialog::Help)} on={on.clone()} />
                { share_dialog::view(self) }
                <LinkDialog {why} on={on.clone()} />
            </>
        }
    }

    /// Whether a tab of the answers is shown.
    pub fn shows(&self, tab: Tab) -> bool {
        self.figure.as_ref().is_none_or(|figure| figure.has(tab))
            && (self.answers.tab == tab || self.has_use_for(tab))
    }

    /// Whether a tab has something to tell: some are about sets, and claims may also be a Pod's.
    pub fn has_use_for(&self, tab: Tab) -> bool {
        let has_claims = || self.lab.sim().world().workloads.claims.iter().next().is_some();
        !tab.is_of_sets() || self.lab.scene.set.is_some() || (tab == Tab::Storage && has_claims())
    }

    /// Calls the document by what it shows.
    pub(super) fn name_page(&mut self) {
        let scene = &self.comparison.as_ref().map_or(&self.lab, Comparison::base).scene;
        let title = scenes::title(&self.cards, scene);
        self.host.set_title(&title);
    }
}
