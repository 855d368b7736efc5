//! Makes a function of each sentence of `locales/en.txt`: `node.taint = The taint {taint} was added to *{name}*.` becomes
//! `node_taint(name, taint)`, with its places in the order of the alphabet.

#[path = "src/file.rs"]
mod file;

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=locales/en.txt");
    let english = fs::read_to_string("locales/en.txt").expect("locales/en.txt is there");
    let entries = file::entries(&english).expect("locales/en.txt has lines of `key = text`");
    let mut functions = String::new();
    for (place, (key, text)) in entries.iter().enumerate() {
        functions.push_str(&function(place, key, text));
    }
    let keys: Vec<&str> = entries.iter().map(|(key, _)| *key).collect();
    let keys = format!("pub(crate) const KEYS: &[&str] = &{keys:?};\n");
    let folder = env::var("OUT_DIR").expect("Cargo names a folder");
    let write = |name: &str, text: String| {
        fs::write(Path::new(&folder).join(name), text).expect("it can be written");
    };
    write("keys.rs", keys);
    write("text.rs", functions);
}

/// Returns the function that says a sentence. `place` is where the sentence stands in the file.
fn function(place: usize, key: &str, text: &str) -> String {
    let name = key.replace(['.', '-'], "_");
    let places = file::places(text);
    let head = format!("/// ``{text}``\npub fn {name}");
    if places.is_empty() {
        return format!("{head}() -> &'static str {{ sentence({place}, {text:?}) }}\n");
    }
    let parameters: String = places.iter().map(|name| format!("{name}: impl Display, ")).collect();
    let values: String = places.iter().map(|name| format!("&{name}, ")).collect();
    format!("{head}({parameters}) -> String {{ fill({place}, {text:?}, &[{values}]) }}\n")
}
