//! The real date, which no run knows.

use js_sys::Date;
use podlab_messages::spoken;
use wasm_bindgen::JsValue;

/// Returns the present moment, in milliseconds since 1970.
pub fn now() -> u64 {
    Date::now() as u64
}

/// Returns the date of a moment, as people who speak the page's language write it.
pub fn date_of(milliseconds: u64) -> String {
    let date = Date::new(&JsValue::from_f64(milliseconds as f64));
    date.to_locale_date_string(spoken().code(), &JsValue::UNDEFINED).into()
}
