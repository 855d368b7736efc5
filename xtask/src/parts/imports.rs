//! Short names for what the program imports from JavaScript. wasm-bindgen's say what they are for, with a checksum each; that
//! neither the program nor the script that serves it can be compressed well for, and nobody reads them in what is published.

use std::collections::BTreeMap;

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{ImportSection, Module};
use wasmparser::{ImportSectionReader, Parser};

use super::program::Program;
use super::sections::Encoded;
use crate::Outcome;

/// The module that wasm-bindgen makes: its names are nobody else's.
const BINDINGS: &str = "_bg.js";

/// The program and its script with short names for what the one imports from the other.
pub fn shorten(wasm: &[u8], script: &str) -> Outcome<(Vec<u8>, String)> {
    let program = Program::read(wasm)?;
    let mut script = script.to_owned();
    let mut names = BTreeMap::new();
    let own = program.imports.iter().filter(|import| import.module.ends_with(BINDINGS));
    for (number, import) in own.enumerate() {
        let (long, short) = (format!("{}:", import.name), format!("i{number}:"));
        let places: Vec<usize> = script
            .match_indices(&long)
            .map(|(at, _)| at)
            .filter(|at| matches!(script[..*at].chars().next_back(), Some(',' | '{' | ' ')))
            .collect();
        let [at] = places[..] else {
            return Err(format!("the script has {} functions {}", places.len(), import.name));
        };
        script.replace_range(at..at + long.len(), &short);
        names.insert(import.name, short.trim_end_matches(':').to_owned());
    }
    let wasm =
        rename(wasm, &names).map_err(|error| format!("imports keep their names: {error}"))?;
    Ok((wasm, script))
}

fn rename(wasm: &[u8], names: &BTreeMap<&str, String>) -> Encoded<Vec<u8>> {
    let mut module = Module::new();
    Rename(names).parse_core_module(&mut module, Parser::new(0), wasm)?;
    Ok(module.finish())
}

/// Copies a program with other names for its imports.
struct Rename<'a>(&'a BTreeMap<&'a str, String>);

impl Reencode for Rename<'_> {
    type Error = std::convert::Infallible;

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Encoded {
        for import in section.into_imports() {
            let import = import?;
            let name = self.0.get(import.name).map_or(import.name, String::as_str);
            imports.import(import.module, name, RoundtripReencoder.entity_type(import.ty)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{EntityType, ImportSection, Module, TypeSection};

    use super::shorten;
    use crate::parts::program::Program;

    fn program() -> Vec<u8> {
        let mut module = Module::new();
        let mut types = TypeSection::new();
        types.ty().function([], []);
        module.section(&types);
        let mut imports = ImportSection::new();
        for (from, name) in
            [("./a_bg.js", "__wbg_b_12"), ("./c.js", "d"), ("./a_bg.js", "__wbg_b_1")]
        {
            imports.import(from, name, EntityType::Function(0));
        }
        module.section(&imports);
        module.finish()
    }

    #[test]
    fn both_sides_use_the_same_short_names() {
        let script = "x={__proto__:null,__wbg_b_1:function(){},__wbg_b_12:function(){}}";
        let (wasm, script) = shorten(&program(), script).expect("both are known");
        assert_eq!(script, "x={__proto__:null,i1:function(){},i0:function(){}}");
        let program = Program::read(&wasm).expect("it is a program");
        let names: Vec<&str> = program.imports.iter().map(|import| import.name).collect();
        assert_eq!(names, ["i0", "d", "i1"]);
    }

    #[test]
    fn a_script_of_another_program_is_refused() {
        assert!(shorten(&program(), "x={__wbg_b_1:function(){}}").is_err());
    }
}
