//! What is drawn of the page.

use super::App;
use crate::act::Tab;
use crate::components::{
    answers, capsule, controls, editor_dialog, help_dialog, lanes, link_dialog, replace_card,
    replace_set, say, set_bar, share_dialog, top_bar, tracks, transport,
};
use crate::lanes::SetStage;
use crate::scenes;
use crate::versus::Versus;
use yew::prelude::*;

impl App {
    pub(super) fn view_lab(&self) -> Html {
        let set = SetStage::of(&self.lab);
        let set = set.as_ref();
        html! {
            <div class="lab">
                { top_bar::view(self) }
                <main class="stage" id="stage" tabindex="-1">
                    { say::view(self) }
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

    /// The dialogs, each of which is closed or open.
    pub(super) fn view_dialogs(&self) -> Html {
        html! {
            <>
                { editor_dialog::view(self) }
                { replace_card::view(self) }
                { replace_set::view(self) }
                { help_dialog::view(self) }
                { share_dialog::view(self) }
                { link_dialog::view(self) }
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
        let scene = &self.versus.as_ref().map_or(&self.lab, Versus::base).scene;
        let title = scenes::title(&self.cards, scene);
        self.host.set_title(&title);
    }
}
