//! Pages with figures, as the element `<pod-lab>` puts them there.

use crate::Page;

impl Page {
    /// Opens a page with so many figures and waits until they are alive.
    pub fn open_figures(path: &str, figures: usize) -> Self {
        let page = Self::open(path);
        page.wait_until("the figures", |page| page.live_figures() == figures);
        page
    }

    /// How many figures are alive.
    pub fn live_figures(&self) -> usize {
        let count = self.js(
            "return [...document.querySelectorAll('pod-lab')]
               .filter((figure) => figure.shadowRoot?.querySelector('.figure')).length",
            &[],
        );
        count.as_u64().unwrap_or(0) as usize
    }

    /// What a figure shows of something, by the selector of the figure and the one within it; empty when there is no such thing.
    pub fn in_figure(&self, figure: &str, css: &str) -> String {
        let text = self.js(
            "return document.querySelector(arguments[0]).shadowRoot.querySelector(arguments[1])?.textContent.trim() ?? ''",
            &[figure.into(), css.into()],
        );
        text.as_str().unwrap_or_default().to_owned()
    }
}
