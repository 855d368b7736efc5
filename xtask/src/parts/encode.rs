//! Writing the parts of a divided program.

use std::collections::BTreeMap;
use std::ops::Range;

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, ImportSection, Instruction, Module, StartSection,
    TableSection,
};
use wasmparser::{ExternalKind, FunctionBody, Operator};

use super::image::{data_of, large_enough, put};
use super::program::Program;
use super::sections::{self, Encoded};
use super::split::{PREPARE, Plan};

/// The name under which later parts import everything.
const SHARED: &str = "first";

impl Plan {
    /// What is loaded first: its functions, its stand-ins, and the memory but for what comes `later`.
    pub fn first_part(
        &self,
        program: &Program<'_>,
        memory: &[u8],
        later: &[Range<u32>],
    ) -> Encoded<Module> {
        let as_is = &mut RoundtripReencoder;
        let first = &self.parts[0];
        let mut module = Module::new();
        module.section(&sections::types(program)?);
        module.section(&sections::imports(program)?);
        let mut functions = FunctionSection::new();
        for function in first.keys().filter(|index| **index >= program.imported_functions) {
            functions.function(program.functions[*function as usize]);
        }
        let stand_ins = self.stand_ins(0);
        for function in stand_ins.keys() {
            functions.function(program.functions[*function as usize]);
        }
        module.section(&functions);
        let mut tables = TableSection::new();
        for (index, table) in program.tables.iter().enumerate() {
            let mut table = table.clone();
            if index as u32 == self.table {
                table.ty = self.grown(table.ty);
            }
            as_is.parse_table(&mut tables, table)?;
        }
        module.section(&tables);
        module.section(&sections::memories(program, memory)?);
        module.section(&sections::globals(program)?);
        let mut exports = ExportSection::new();
        for export in program.exports.iter().filter(|export| !export.name.starts_with(PREPARE)) {
            let kind = as_is.export_kind(export.kind)?;
            let is_function = export.kind == ExternalKind::Func;
            let index = if is_function { first[&export.index] } else { export.index };
            exports.export(export.name, kind, index);
        }
        for (name, kind, index) in shared(program) {
            exports.export(&name, kind, index);
        }
        module.section(&exports);
        if let Some(start) = program.start {
            module.section(&StartSection { function_index: first[&start] });
        }
        let mut elements = ElementSection::new();
        let number = |function| first.get(&function).or_else(|| stand_ins.get(&function)).copied();
        for (table, offset, functions) in &program.elements {
            if *table != self.table {
                // Nothing but the first part's own functions stands in other tables.
                fill(&mut elements, *table, *offset, functions.iter().map(|f| first[f]).collect());
            }
        }
        self.seat(&mut elements, number);
        module.section(&elements);
        let mut code = CodeSection::new();
        for (function, body) in program.own_functions() {
            if first.contains_key(&function) {
                code.function(&self.body(program, body, first)?);
            }
        }
        self.write_stand_ins(0, program, &mut code);
        module.section(&code);
        module.section(&data_of(program, memory, later));
        Ok(module)
    }

    /// What is loaded when it is called for: its functions, which take the stand-ins' seats, and its places in memory.
    pub fn later_part(
        &self,
        part: usize,
        program: &Program<'_>,
        memory: &[u8],
        places: &[Range<u32>],
    ) -> Encoded<Module> {
        let as_is = &mut RoundtripReencoder;
        let own = &self.parts[part];
        let mut module = Module::new();
        module.section(&sections::types(program)?);
        let mut imports = ImportSection::new();
        for (name, kind, index) in shared(program) {
            let index = index as usize;
            let kind = match kind {
                ExportKind::Table => {
                    let mut kind = program.tables[index].ty;
                    if index as u32 == self.table {
                        kind = self.grown(kind);
                    }
                    EntityType::Table(as_is.table_type(kind)?)
                }
                ExportKind::Memory => {
                    let kind = large_enough(program.memories[index], memory);
                    EntityType::Memory(as_is.memory_type(kind)?)
                }
                _ => EntityType::Global(as_is.global_type(program.globals[index].ty)?),
            };
            imports.import(SHARED, &name, kind);
        }
        module.section(&imports);
        let mut functions = FunctionSection::new();
        let stand_ins = self.stand_ins(part);
        for function in own.keys().chain(stand_ins.keys()) {
            functions.function(program.functions[*function as usize]);
        }
        module.section(&functions);
        let mut elements = ElementSection::new();
        let number = |function| own.get(&function).or_else(|| stand_ins.get(&function)).copied();
        self.seat(&mut elements, number);
        module.section(&elements);
        let mut code = CodeSection::new();
        for (function, body) in program.own_functions() {
            if own.contains_key(&function) {
                code.function(&self.body(program, body, own)?);
            }
        }
        self.write_stand_ins(part, program, &mut code);
        module.section(&code);
        let mut data = DataSection::new();
        for place in places {
            put(&mut data, memory, place);
        }
        module.section(&data);
        Ok(module)
    }

    /// A part's stand-ins with their numbers there: they come last.
    fn stand_ins(&self, part: usize) -> BTreeMap<u32, u32> {
        let start = self.parts[part].len() as u32;
        self.stand_ins[part].iter().copied().zip(start..).collect()
    }

    fn write_stand_ins(&self, part: usize, program: &Program<'_>, code: &mut CodeSection) {
        for function in &self.stand_ins[part] {
            let mut body = Function::new([]);
            body.instruction(&Instruction::I32Const(self.part_of(*function) as i32));
            if part == 0 {
                body.instruction(&Instruction::Call(self.fetch));
            } else {
                self.call_through_table(program, self.fetch, &mut body);
            }
            for index in 0..program.signature(*function).params().len() {
                body.instruction(&Instruction::LocalGet(index as u32));
            }
            self.call_through_table(program, *function, &mut body);
            body.instruction(&Instruction::End);
            code.function(&body);
        }
    }

    /// Puts functions into the table of functions, those that the part has a number for.
    fn seat(&self, elements: &mut ElementSection, number: impl Fn(u32) -> Option<u32>) {
        let seated =
            self.seats.iter().filter_map(|(seat, function)| Some((*seat, number(*function)?)));
        let seated: Vec<(u32, u32)> = seated.collect();
        for run in seated.chunk_by(|a, b| a.0 + 1 == b.0) {
            let functions = run.iter().map(|(_, function)| *function).collect();
            fill(elements, self.table, run[0].0, functions);
        }
    }

    /// A function in the part whose functions are numbered as given.
    fn body(
        &self,
        program: &Program<'_>,
        body: &FunctionBody<'_>,
        numbers: &BTreeMap<u32, u32>,
    ) -> Encoded<Function> {
        let mut renumber = Renumber(numbers);
        let mut function = renumber.new_function_with_parsed_locals(body)?;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            match operators.clone().read()? {
                Operator::Call { function_index } if !numbers.contains_key(&function_index) => {
                    operators.read()?;
                    self.call_through_table(program, function_index, &mut function);
                }
                _ => {
                    function.instruction(&renumber.parse_instruction(&mut operators)?);
                }
            }
        }
        Ok(function)
    }

    fn call_through_table(&self, program: &Program<'_>, function: u32, body: &mut Function) {
        body.instruction(&Instruction::I32Const(self.places[&function] as i32));
        body.instruction(&Instruction::CallIndirect {
            type_index: program.functions[function as usize],
            table_index: self.table,
        });
    }

    fn grown(&self, table: wasmparser::TableType) -> wasmparser::TableType {
        let more = u64::from(self.table_size) - table.initial;
        wasmparser::TableType {
            initial: table.initial + more,
            maximum: table.maximum.map(|maximum| maximum + more),
            ..table
        }
    }
}

/// Numbers functions anew.
struct Renumber<'a>(&'a BTreeMap<u32, u32>);

impl Reencode for Renumber<'_> {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Encoded<u32> {
        Ok(self.0[&function])
    }
}

/// What the first part shares with the others: a name for each, what it is, and its number in all.
fn shared(program: &Program<'_>) -> Vec<(String, ExportKind, u32)> {
    let mut shared = Vec::new();
    let mut add = |letter: &str, kind, count: usize| {
        shared.extend((0..count as u32).map(|index| (format!("{letter}{index}"), kind, index)));
    };
    add("m", ExportKind::Memory, program.memories.len());
    add("t", ExportKind::Table, program.tables.len());
    add("g", ExportKind::Global, program.globals.len());
    shared
}

fn fill(elements: &mut ElementSection, table: u32, place: u32, functions: Vec<u32>) {
    if !functions.is_empty() {
        let place = ConstExpr::i32_const(place as i32);
        elements.active(Some(table), &place, Elements::Functions(functions.into()));
    }
}
