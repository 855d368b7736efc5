//! Dividing one Wasm program in two: what the page needs to open, and the rest.
//!
//! Both parts share the memory, the tables and the globals. A function of one part calls those of the other through the table of
//! functions. Until the rest is here, its places in the table hold stand-ins: each fetches the rest, which then puts its own
//! functions there, and goes on with the real one. So a call always arrives, whenever it is made.

use std::collections::{BTreeMap, BTreeSet};
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
use crate::Outcome;

/// The name under which the rest imports everything.
const SHARED: &str = "first";

/// The export that was run to fill the memory, and is of no use after that.
pub const PREPARE: &str = "prepare";

/// The two parts.
pub struct Parts {
    /// What is loaded first.
    pub first: Vec<u8>,
    /// What is loaded when it is called for.
    pub rest: Vec<u8>,
}

/// Where every function is.
struct Plan {
    /// The functions of the rest, with their numbers there.
    rest: BTreeMap<u32, u32>,
    /// The functions of the first part, imports among them, with their numbers there.
    first: BTreeMap<u32, u32>,
    /// The places in the table through which the parts call each other.
    places: BTreeMap<u32, u32>,
    /// Who stands where in that table: what was there, and the new places behind it.
    seats: BTreeMap<u32, u32>,
    /// How large the table is with them.
    table_size: u32,
    /// The table of functions.
    table: u32,
    /// The imported function that fetches the rest.
    fetch: u32,
}

/// Divides the program: `is_first` says which functions are needed first, `later` which statics only the rest reaches.
pub fn split(
    program: &Program<'_>,
    fetch: u32,
    is_first: impl Fn(u32) -> bool,
    memory: &[u8],
    later: &[Range<u32>],
) -> Outcome<Parts> {
    let plan = Plan::new(program, fetch, is_first)?;
    Ok(Parts {
        first: encode(|| plan.first_part(program, memory, later))?,
        rest: encode(|| plan.rest_part(program, memory, later))?,
    })
}

/// The functions that have to be in the first part because something outside the code names them.
pub fn fixed(program: &Program<'_>) -> Outcome<BTreeSet<u32>> {
    let exported = program
        .exports
        .iter()
        .filter(|export| export.kind == ExternalKind::Func && export.name != PREPARE);
    let mut fixed: BTreeSet<u32> = exported.map(|export| export.index).collect();
    fixed.extend(program.start);
    for (_, body) in program.own_functions() {
        each_operator(body, |operator| {
            if let Operator::RefFunc { function_index } = operator {
                fixed.insert(*function_index);
            }
        })?;
    }
    Ok(fixed)
}

/// What these functions reach by calls.
pub fn reached(
    program: &Program<'_>,
    functions: impl Iterator<Item = u32>,
) -> Outcome<BTreeSet<u32>> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<u32> = functions.collect();
    while let Some(function) = next.pop() {
        let own = function.checked_sub(program.imported_functions);
        if let Some(own) = own.filter(|_| reached.insert(function)) {
            each_operator(&program.bodies[own as usize], |operator| {
                if let Operator::Call { function_index } = operator {
                    next.push(*function_index);
                }
            })?;
        }
    }
    Ok(reached)
}

fn encode(part: impl FnOnce() -> Encoded<Module>) -> Outcome<Vec<u8>> {
    part().map(Module::finish).map_err(|error| format!("the Wasm cannot be divided: {error}"))
}

/// Walks through a function.
pub fn each_operator(body: &FunctionBody<'_>, mut visit: impl FnMut(&Operator<'_>)) -> Outcome {
    let mut walk = || -> wasmparser::Result<()> {
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            visit(&operators.read()?);
        }
        Ok(())
    };
    walk().map_err(|error| format!("a function cannot be read: {error}"))
}

impl Plan {
    fn new(program: &Program<'_>, fetch: u32, is_first: impl Fn(u32) -> bool) -> Outcome<Self> {
        let table = program.function_table()?;
        let fixed = fixed(program)?;
        let mut plan = Self {
            rest: BTreeMap::new(),
            first: (0..program.imported_functions).map(|index| (index, index)).collect(),
            places: BTreeMap::new(),
            seats: BTreeMap::new(),
            table_size: program.tables[table as usize].ty.initial as u32,
            table,
            fetch,
        };
        for (function, _) in program.own_functions() {
            if fixed.contains(&function) || is_first(function) {
                plan.first.insert(function, plan.first.len() as u32);
            } else {
                plan.rest.insert(function, plan.rest.len() as u32);
            }
        }
        // Places that are there already, then new ones for the calls from part to part.
        for (at, offset, functions) in &program.elements {
            if *at == table {
                for (place, function) in (*offset..).zip(functions) {
                    plan.places.entry(*function).or_insert(place);
                    plan.seats.insert(place, *function);
                }
            }
        }
        for (caller, body) in program.own_functions() {
            let from_rest = plan.rest.contains_key(&caller);
            let mut called = Vec::new();
            each_operator(body, |operator| {
                if let Operator::Call { function_index } = operator {
                    called.push(*function_index);
                }
            })?;
            for function in called {
                if plan.rest.contains_key(&function) != from_rest
                    && !plan.places.contains_key(&function)
                {
                    plan.places.insert(function, plan.table_size);
                    plan.seats.insert(plan.table_size, function);
                    plan.table_size += 1;
                }
            }
        }
        Ok(plan)
    }

    /// The functions of the rest that the first part can call.
    fn doors(&self) -> impl Iterator<Item = u32> {
        self.places.keys().copied().filter(|function| self.rest.contains_key(function))
    }

    fn first_part(
        &self,
        program: &Program<'_>,
        memory: &[u8],
        later: &[Range<u32>],
    ) -> Encoded<Module> {
        let as_is = &mut RoundtripReencoder;
        let mut module = Module::new();
        module.section(&sections::types(program)?);
        module.section(&sections::imports(program)?);
        let mut functions = FunctionSection::new();
        for function in self.first.keys().filter(|index| **index >= program.imported_functions) {
            functions.function(program.functions[*function as usize]);
        }
        // The stand-ins come last.
        let stand_ins: BTreeMap<u32, u32> = self
            .doors()
            .enumerate()
            .map(|(index, function)| (function, (self.first.len() + index) as u32))
            .collect();
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
        for export in program.exports.iter().filter(|export| export.name != PREPARE) {
            let kind = as_is.export_kind(export.kind)?;
            let is_function = export.kind == ExternalKind::Func;
            let index = if is_function { self.first[&export.index] } else { export.index };
            exports.export(export.name, kind, index);
        }
        for (name, kind, index) in shared(program) {
            exports.export(&name, kind, index);
        }
        module.section(&exports);
        if let Some(start) = program.start {
            module.section(&StartSection { function_index: self.first[&start] });
        }
        let mut elements = ElementSection::new();
        let number =
            |function: &u32| *self.first.get(function).unwrap_or_else(|| &stand_ins[function]);
        for (table, offset, functions) in &program.elements {
            if *table != self.table {
                fill(&mut elements, *table, *offset, functions.iter().map(number).collect());
            }
        }
        self.seat(&mut elements, |function| Some(number(&function)));
        module.section(&elements);
        let mut code = CodeSection::new();
        for (function, body) in program.own_functions() {
            if self.first.contains_key(&function) {
                code.function(&self.body(program, body, &self.first)?);
            }
        }
        for function in stand_ins.keys() {
            let mut body = Function::new([]);
            body.instruction(&Instruction::Call(self.fetch));
            for index in 0..program.signature(*function).params().len() {
                body.instruction(&Instruction::LocalGet(index as u32));
            }
            self.call_through_table(program, *function, &mut body);
            body.instruction(&Instruction::End);
            code.function(&body);
        }
        module.section(&code);
        module.section(&data_of(program, memory, later));
        Ok(module)
    }

    fn rest_part(
        &self,
        program: &Program<'_>,
        memory: &[u8],
        later: &[Range<u32>],
    ) -> Encoded<Module> {
        let as_is = &mut RoundtripReencoder;
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
        for function in self.rest.keys() {
            functions.function(program.functions[*function as usize]);
        }
        module.section(&functions);
        let mut elements = ElementSection::new();
        self.seat(&mut elements, |function| self.rest.get(&function).copied());
        module.section(&elements);
        let mut code = CodeSection::new();
        for (function, body) in program.own_functions() {
            if self.rest.contains_key(&function) {
                code.function(&self.body(program, body, &self.rest)?);
            }
        }
        module.section(&code);
        let mut data = DataSection::new();
        for place in later {
            put(&mut data, memory, place);
        }
        module.section(&data);
        Ok(module)
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

/// What the first part shares with the rest: a name for each, what it is, and its number in both.
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
