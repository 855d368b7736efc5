//! What a person sees and keeps when the program panics: the page and the figures say what happened, and the page offers the run.

use js_sys::Function;
use podlab::files::run_file::RunFile;
use std::cell::RefCell;
use wasm_bindgen::JsValue;

thread_local! {
    /// Who is told: a function of `web/stopped.js` or `pkg/src/figure.js`.
    static STOPPED: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// The run after the last act. Nothing of the page itself is touched after a panic, since it may be half changed.
    static RUN: RefCell<Option<RunFile>> = const { RefCell::new(None) };
}

/// Calls a function when the program stops: with what happened, and then with the run as the text of a file, too.
pub fn call_when_stopped(stopped: Function) {
    STOPPED.set(Some(stopped));
    yew::set_custom_panic_hook(Box::new(|panic| {
        let Some(stopped) = STOPPED.take() else { return };
        let happened = JsValue::from_str(&panic.to_string());
        // In two steps, so that the first is done even if writing the run fails.
        let _ = stopped.call1(&JsValue::NULL, &happened);
        if let Some(run) = RUN.take() {
            let _ = stopped.call2(&JsValue::NULL, &happened, &JsValue::from_str(&run.write()));
        }
    }));
}

/// Keeps a run for that.
pub fn keep(run: RunFile) {
    RUN.set(Some(run));
}
