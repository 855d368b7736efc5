//! The later parts of the program, which are fetched when a person first does something. `cargo xtask build` divides the
//! program; before that it is in one piece, and nothing here has an effect.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use yew::Callback;

#[wasm_bindgen(module = "/rest.js")]
extern "C" {
    #[wasm_bindgen(js_name = shareFirst)]
    fn share_first(exports: JsValue);
    #[wasm_bindgen(js_name = whenRestIsHere)]
    fn when_rest_is_here(tell: JsValue);
    /// Lets it come now; it tells that it is here even if it was here before.
    #[wasm_bindgen(js_name = wantRest)]
    pub fn want();
    /// Whether the document is Podlab's page.
    #[wasm_bindgen(js_name = isPage)]
    pub fn is_page() -> bool;
    /// Makes sure that a part is here, at the price of waiting for it. The stand-ins for functions call it as it is, so that wasm-bindgen
    /// may not have to convert the number.
    #[wasm_bindgen(js_name = needPart)]
    fn need_part(number: i32);
    /// Makes sure that so many later parts are here, at the price of waiting for them. Gives whether they are.
    #[wasm_bindgen(js_name = hasParts)]
    pub fn has(number: u32) -> bool;
    /// Whether something that a person did waits for a part; until it is done all is to stay as it is.
    #[wasm_bindgen(js_name = isHolding)]
    pub fn is_holding() -> bool;
}

/// Lets the rest come when a person is there. To be called before anything else; what it calls is always in the first part.
#[inline(never)]
pub fn expect() {
    share_first(wasm_bindgen::exports());
    // So that the program has this import.
    need_part(0);
}

/// Tells once when the rest has come.
pub fn when_here(tell: Callback<()>) {
    when_rest_is_here(Closure::once_into_js(move || tell.emit(())));
}
