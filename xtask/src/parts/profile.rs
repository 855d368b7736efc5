//! Programs whose functions do something more when they are called: set a mark, so that one sees which functions a page runs; or
//! leave no trace in the memory they give back, so that what is kept of it is small.

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, FunctionSection,
    GlobalType, Instruction, MemArg, MemArgTarget, Module, StartSection, TableSection, ValType,
};

use super::image::data_of;
use super::program::Program;
use super::sections::{self, Encoded};
use crate::Outcome;

/// What the marks are called: this, and the function's number.
pub const MARK: &str = "ran";

/// The allocator's function that takes memory back: parts of its name in the program.
const FREE: [&str; 2] = ["8Dlmalloc", "4free"];

/// The program with its marks, each an exported global that is 1 once its function has run.
pub fn instrument(program: &Program<'_>, memory: &[u8]) -> Outcome<Vec<u8>> {
    rewrite(program, memory, |mark, _| set(mark))
}

fn set(mark: u32) -> Vec<Instruction<'static>> {
    vec![Instruction::I32Const(1), Instruction::GlobalSet(mark)]
}

/// The program with its marks, in which memory that is given back is filled with zeros.
pub fn without_traces(program: &Program<'_>) -> Outcome<Vec<u8>> {
    let memory = program.initial_memory();
    let is_free = |function| FREE.iter().all(|part| program.name(function).contains(part));
    if !program.own_functions().any(|(function, _)| is_free(function)) {
        return Err("the program has no function that takes memory back".to_owned());
    }
    rewrite(program, &memory, |mark, function| {
        let mut first = set(mark);
        if is_free(function) {
            first.extend(fill_with_zeros());
        }
        first
    })
}

/// Fills what the first parameter points to. The allocator notes the length before it, in whole eights, itself included.
fn fill_with_zeros() -> Vec<Instruction<'static>> {
    let head = MemArg { offset: 0, align: 2, target: MemArgTarget::Memory(0), ordering: None };
    vec![
        Instruction::LocalGet(0),
        Instruction::I32Const(0),
        Instruction::LocalGet(0),
        Instruction::I32Const(4),
        Instruction::I32Sub,
        Instruction::I32Load(head),
        Instruction::I32Const(-8),
        Instruction::I32And,
        Instruction::I32Const(8),
        Instruction::I32Sub,
        Instruction::MemoryFill(0),
    ]
}

/// The program with something before each function: `add` is given the number of its mark and its own.
fn rewrite(
    program: &Program<'_>,
    memory: &[u8],
    add: impl Fn(u32, u32) -> Vec<Instruction<'static>>,
) -> Outcome<Vec<u8>> {
    rewritten(program, memory, add)
        .map(Module::finish)
        .map_err(|error| format!("the Wasm cannot be rewritten: {error}"))
}

fn rewritten(
    program: &Program<'_>,
    memory: &[u8],
    add: impl Fn(u32, u32) -> Vec<Instruction<'static>>,
) -> Encoded<Module> {
    let as_is = &mut RoundtripReencoder;
    let mut module = Module::new();
    module.section(&sections::types(program)?);
    module.section(&sections::imports(program)?);
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
    module.section(&sections::memories(program, memory)?);
    let mut globals = sections::globals(program)?;
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
    for (mark, (number, body)) in (marks..).zip(program.own_functions()) {
        let mut function = as_is.new_function_with_parsed_locals(body)?;
        for instruction in add(mark, number) {
            function.instruction(&instruction);
        }
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
