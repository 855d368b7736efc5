//! The sections that a part or a copy of the program takes over as they are.

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{GlobalSection, ImportSection, MemorySection, TypeSection};

use super::image::large_enough;
use super::program::Program;

/// Something encoded, or why it cannot be.
pub type Encoded<T = ()> = Result<T, wasm_encoder::reencode::Error>;

/// The signatures.
pub fn types(program: &Program<'_>) -> Encoded<TypeSection> {
    let mut types = TypeSection::new();
    for kind in &program.types {
        types.ty().func_type(&RoundtripReencoder.func_type(kind.clone())?);
    }
    Ok(types)
}

/// What it needs from outside.
pub fn imports(program: &Program<'_>) -> Encoded<ImportSection> {
    let mut imports = ImportSection::new();
    for import in &program.imports {
        RoundtripReencoder.parse_import(&mut imports, *import)?;
    }
    Ok(imports)
}

/// Its memory, as large as it has become.
pub fn memories(program: &Program<'_>, memory: &[u8]) -> Encoded<MemorySection> {
    let mut memories = MemorySection::new();
    for each in &program.memories {
        memories.memory(RoundtripReencoder.memory_type(large_enough(*each, memory))?);
    }
    Ok(memories)
}

/// Its globals.
pub fn globals(program: &Program<'_>) -> Encoded<GlobalSection> {
    let mut globals = GlobalSection::new();
    for global in &program.globals {
        RoundtripReencoder.parse_global(&mut globals, global.clone())?;
    }
    Ok(globals)
}
