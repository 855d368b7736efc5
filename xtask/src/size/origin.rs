//! Where the bytes of a program come from: its functions by crate and by module, read from the names that the linker leaves.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_demangle::demangle;
use wasmparser::{BinaryReaderError, KnownCustom, Name, Parser, Payload};

/// How many bytes of a program come from where.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// Code by crate. Functions whose names say no crate are those of `other`.
    pub crates: BTreeMap<String, usize>,
    /// Code of the project's own crates by module.
    pub modules: BTreeMap<String, usize>,
    /// Texts, tables and other data.
    pub data: usize,
}

/// Functions of no crate: of the allocator, of the C library, made by the linker.
const OTHER: &str = "other";

/// Adds up the bytes of a program that has the names of its functions.
///
/// # Errors
///
/// Returns where the bytes are no Wasm program.
pub fn read(wasm: &[u8]) -> Result<Origins, BinaryReaderError> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    let mut names = BTreeMap::new();
    let mut origins = Origins::default();
    for payload in Parser::new(0).parse_all(wasm) {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "a reader of Wasm, whose other parts do not count"
        )]
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(size(body.range())),
            Payload::DataSection(section) => origins.data = size(section.range()),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(subsections) = section.as_known() {
                    for subsection in subsections {
                        if let Name::Function(functions) = subsection? {
                            for naming in functions {
                                let naming = naming?;
                                names.insert(naming.index, naming.name);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for (index, bytes) in (imported..).zip(bodies) {
        let name = names.get(&index).map(|name| format!("{:#}", demangle(name)));
        let module = module(name.as_deref().unwrap_or_default());
        let of_crate = module.split("::").next().unwrap_or(OTHER);
        *origins.crates.entry(of_crate.to_owned()).or_default() += bytes;
        if of_crate.starts_with("podlab") {
            *origins.modules.entry(module).or_default() += bytes;
        }
    }
    Ok(origins)
}

/// How many bytes a range of the program has.
fn size(range: Range<u64>) -> usize {
    (range.end - range.start) as usize
}

/// The crate of a function, and its module if it has one: `podlab::why` for `<podlab::why::Why as Clone>::clone`.
fn module(function: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    // Of `<&str as podlab::Text>::said` what is known is the crate of the trait.
    let paths = function.split(|letter| !is_word(letter)).map(|path| path.trim_matches(':'));
    let Some(path) = paths.clone().find(|path| path.contains("::")) else {
        return OTHER.to_owned();
    };
    let mut parts = path.split("::");
    let of_crate = parts.next().unwrap_or(OTHER);
    match (parts.next(), parts.next()) {
        (Some(module), Some(_)) if module.starts_with(char::is_lowercase) => {
            format!("{of_crate}::{module}")
        }
        _ => of_crate.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Origins, module, read};

    #[test]
    fn a_function_belongs_to_the_module_of_its_path() {
        for (function, expected) in [
            ("podlab::why::reason::explain", "podlab::why"),
            ("podlab::parse", "podlab"),
            ("podlab::sim::step::{{closure}}", "podlab::sim"),
            ("<podlab::why::Why as core::clone::Clone>::clone", "podlab::why"),
            ("<podlab::Pod as core::fmt::Debug>::fmt", "podlab"),
            ("<&str as podlab_messages::text::Text>::said", "podlab_messages::text"),
            ("<alloc::vec::Vec<podlab::Pod> as core::ops::Drop>::drop", "alloc::vec"),
            ("core::ptr::drop_in_place::<podlab::sim::Sim>", "core::ptr"),
            ("memcpy", "other"),
            ("", "other"),
        ] {
            assert_eq!(module(function), expected, "{function}");
        }
    }

    #[test]
    fn the_bytes_of_each_function_are_counted_once() {
        // (module (func $podlab::why::explain nop) (func $memcpy nop nop)), with a data segment of three bytes.
        let mut wasm = b"\0asm\x01\0\0\0".to_vec();
        let mut section = |id: u8, body: &[u8]| {
            wasm.push(id);
            wasm.push(u8::try_from(body.len()).expect("it is short"));
            wasm.extend(body);
        };
        section(1, b"\x01\x60\0\0");
        section(3, b"\x02\0\0");
        section(5, b"\x01\0\x01");
        section(10, b"\x02\x03\0\x01\x0b\x04\0\x01\x01\x0b");
        section(11, b"\x01\0\x41\0\x0b\x03abc");
        section(0, b"\x04name\x01\x1f\x02\0\x14podlab::why::explain\x01\x06memcpy");
        let origins = read(&wasm).expect("it is a program");
        let crates = [("other".to_owned(), 4), ("podlab".to_owned(), 3)];
        let modules = [("podlab::why".to_owned(), 3)];
        assert_eq!(origins, Origins { crates: crates.into(), modules: modules.into(), data: 9 });
    }
}
