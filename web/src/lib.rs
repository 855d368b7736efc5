//! Podlab's page.

use wasm_bindgen::prelude::wasm_bindgen;
use yew::prelude::*;

/// The page's outermost component.
#[component]
pub fn App() -> Html {
    let clicks = use_state(|| 0_u32);
    let onclick = {
        let clicks = clicks.clone();
        Callback::from(move |_: MouseEvent| clicks.set(*clicks + 1))
    };
    html! {
        <main>
            <h1>{ "Podlab" }</h1>
            <button {onclick}>{ "Step" }</button>
            <output aria-label="Steps">{ *clicks }</output>
        </main>
    }
}

/// Puts the page into the document.
#[wasm_bindgen(start)]
pub fn start() {
    yew::Renderer::<App>::new().render();
}
