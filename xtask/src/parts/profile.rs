//! Which functions a page runs: every function of the program gets a mark that it sets when it is called.

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, FunctionSection,
    GlobalSection, GlobalType, ImportSection, Instruction, MemorySection, Module, StartSection,
    TableSection, TypeSection, ValType,
};

use super::image::{data_of, large_enough};
use super::program::Program;
use crate::Outcome;

/// What the marks are called: this, and the function's number.
pub const MARK: &str = "ran";

/// The program with its marks, each an exported global that is 1 once its function has run.
pub fn instrument(program: &Program<'_>, memory: &[u8]) -> Outcome<Vec<u8>> {
    marked(program, memory)
        .map(Module::finish)
        .map_err(|error| format!("the Wasm cannot be marked: {error}"))
}

fn marked(program: &Program<'_>, memory: &[u8]) -> Result<Module, wasm_encoder::reencode::Error> {
    let as_is = &mut RoundtripReencoder;
    let mut module = Module::new();
    let mut types = TypeSection::new();
    for kind in &program.types {
        types.ty().func_type(&as_is.func_type(kind.clone())?);
    }
    module.section(&types);
    let mut imports = ImportSection::new();
    for import in &program.imports {
        as_is.parse_import(&mut imports, *import)?;
    }
    module.section(&imports);
    let mut functions = FunctionSection::new();
    for kind in &program.functions[program.imported_functions as usize..] {
        functions.function(*kind);
    }
    module.section(&functions);
    let mut tables = TableSection::new();
    for table in &program.tables {
        as_is.parse_table(&mut tables, table.clone())?;
    }
    module.section(&tables);
    let mut memories = MemorySection::new();
    for each in &program.memories {
        memories.memory(as_is.memory_type(large_enough(*each, memory))?);
    }
    module.section(&memories);
    let mut globals = GlobalSection::new();
    for global in &program.globals {
        as_is.parse_global(&mut globals, global.clone())?;
    }
    for _ in &program.bodies {
        let flag = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(flag, &ConstExpr::i32_const(0));
    }
    module.section(&globals);
    let marks = program.globals.len() as u32;
    let mut exports = ExportSection::new();
    for export in &program.exports {
        as_is.parse_export(&mut exports, *export)?;
    }
    for (mark, (function, _)) in (marks..).zip(program.own_functions()) {
        exports.export(&format!("{MARK}{function}"), ExportKind::Global, mark);
    }
    module.section(&exports);
    if let Some(function_index) = program.start {
        module.section(&StartSection { function_index });
    }
    let mut elements = ElementSection::new();
    for (table, offset, functions) in &program.elements {
        let place = ConstExpr::i32_const(*offset as i32);
        elements.active(Some(*table), &place, Elements::Functions(functions.into()));
    }
    module.section(&elements);
    let mut code = CodeSection::new();
    for (mark, (_, body)) in (marks..).zip(program.own_functions()) {
        let mut function = as_is.new_function_with_parsed_locals(body)?;
        function.instruction(&Instruction::I32Const(1));
        function.instruction(&Instruction::GlobalSet(mark));
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            function.instruction(&as_is.parse_instruction(&mut operators)?);
        }
        code.function(&function);
    }
    module.section(&code);
    module.section(&data_of(program, memory, &[]));
    Ok(module)
}
