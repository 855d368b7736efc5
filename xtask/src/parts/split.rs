//! Dividing one Wasm program in two: what the page needs to open, and the rest.
//!
//! Both parts share the memory, the tables and the globals. A function of one part calls those of the other through the table of
//! functions. Until the rest is here, its places in the table hold stand-ins: each fetches the rest, which then puts its own
//! functions there, and goes on with the real one. So a call always arrives, whenever it is made.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wasm_encoder::Module;
use wasmparser::{ExternalKind, FunctionBody, Operator};

use super::program::Program;
use super::sections::Encoded;
use crate::Outcome;

/// What the exports are called that were run to fill the memory, and are of no use after that: so, or so and more.
pub const PREPARE: &str = "prepare";

/// The two parts.
pub struct Parts {
    /// What is loaded first.
    pub first: Vec<u8>,
    /// What is loaded when it is called for.
    pub rest: Vec<u8>,
}

/// Where every function is.
pub struct Plan {
    /// The functions of the rest, with their numbers there.
    pub(super) rest: BTreeMap<u32, u32>,
    /// The functions of the first part, imports among them, with their numbers there.
    pub(super) first: BTreeMap<u32, u32>,
    /// The places in the table through which the parts call each other.
    pub(super) places: BTreeMap<u32, u32>,
    /// Who stands where in that table: what was there, and the new places behind it.
    pub(super) seats: BTreeMap<u32, u32>,
    /// How large the table is with them.
    pub(super) table_size: u32,
    /// The table of functions.
    pub(super) table: u32,
    /// The imported function that fetches the rest.
    pub(super) fetch: u32,
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
        .filter(|export| export.kind == ExternalKind::Func && !export.name.starts_with(PREPARE));
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
}
