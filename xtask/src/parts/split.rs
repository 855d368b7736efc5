//! Dividing one Wasm program: what the page needs to open, and parts that come later.
//!
//! All parts share the memory, the tables and the globals. A function of one part calls those of another through the table of
//! functions. Until a later part is here, its places in the table hold stand-ins: each fetches that part, which then puts its own
//! functions there, and goes on with the real one. So a call always arrives, whenever it is made. Parts come in order: each brings
//! stand-ins for what it calls of those after it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wasm_encoder::Module;
use wasmparser::{ExternalKind, FunctionBody, Operator};

use super::program::Program;
use super::sections::Encoded;
use crate::Outcome;

/// What the exports are called that were run to fill the memory, and are of no use after that: so, or so and more.
pub const PREPARE: &str = "prepare";

/// Where every function is.
pub struct Plan {
    /// The functions of each part with their numbers there; imports are functions of the first.
    pub(super) parts: Vec<BTreeMap<u32, u32>>,
    /// The places in the table through which the parts call each other.
    pub(super) places: BTreeMap<u32, u32>,
    /// Who stands where in that table: what was there, and the new places behind it.
    pub(super) seats: BTreeMap<u32, u32>,
    /// How large the table is with them.
    pub(super) table_size: u32,
    /// The table of functions.
    pub(super) table: u32,
    /// The imported function that fetches the part of a number, and those before it.
    pub(super) fetch: u32,
    /// The functions for which each part has stand-ins.
    pub(super) stand_ins: Vec<BTreeSet<u32>>,
}

/// Divides the program: `part_of` says which functions are in which part, and `later` which statics come with each part but the
/// first, in order.
pub fn split(
    program: &Program<'_>,
    fetch: u32,
    part_of: impl Fn(u32) -> usize,
    memory: &[u8],
    later: &[Vec<Range<u32>>],
) -> Outcome<Vec<Vec<u8>>> {
    let plan = Plan::new(program, fetch, 1 + later.len(), part_of)?;
    let mut holes = later.concat();
    holes.sort_by_key(|place| place.start);
    let mut parts = vec![encode(|| plan.first_part(program, memory, &holes))?];
    for (part, places) in (1..).zip(later) {
        parts.push(encode(|| plan.later_part(part, program, memory, places))?);
    }
    Ok(parts)
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
    fn new(
        program: &Program<'_>,
        fetch: u32,
        parts: usize,
        part_of: impl Fn(u32) -> usize,
    ) -> Outcome<Self> {
        let table = program.function_table()?;
        let fixed = fixed(program)?;
        let mut plan = Self {
            parts: vec![BTreeMap::new(); parts],
            places: BTreeMap::new(),
            seats: BTreeMap::new(),
            table_size: program.tables[table as usize].ty.initial as u32,
            table,
            fetch,
            stand_ins: vec![BTreeSet::new(); parts],
        };
        plan.parts[0].extend((0..program.imported_functions).map(|index| (index, index)));
        for (function, _) in program.own_functions() {
            let part = if fixed.contains(&function) { 0 } else { part_of(function) };
            let number = plan.parts[part].len() as u32;
            plan.parts[part].insert(function, number);
        }
        // Places that are there already, which the first part fills, then new ones for the calls from part to part.
        for (at, offset, functions) in &program.elements {
            if *at == table {
                for (place, function) in (*offset..).zip(functions) {
                    plan.places.entry(*function).or_insert(place);
                    plan.seats.insert(place, *function);
                }
            }
        }
        // Each function with the earliest part that has to know its place.
        let mut known: BTreeMap<u32, usize> =
            plan.places.keys().map(|function| (*function, 0)).collect();
        for (caller, body) in program.own_functions() {
            let from = plan.part_of(caller);
            let mut called = Vec::new();
            each_operator(body, |operator| {
                if let Operator::Call { function_index } = operator {
                    called.push(*function_index);
                }
            })?;
            // Stand-ins of later parts call what fetches.
            called.extend((from > 0).then_some(fetch));
            for function in called {
                if plan.part_of(function) == from {
                    continue;
                }
                let earliest = known.entry(function).or_insert(from);
                *earliest = from.min(*earliest);
            }
        }
        // New places of functions that the same part fills lie side by side.
        let mut known: Vec<(usize, usize, u32)> = known
            .into_iter()
            .map(|(function, earliest)| (plan.part_of(function), earliest, function))
            .collect();
        known.sort_unstable();
        for (part, earliest, function) in known {
            if earliest < part {
                plan.stand_ins[earliest].insert(function);
            }
            if let Entry::Vacant(place) = plan.places.entry(function) {
                plan.seats.insert(*place.insert(plan.table_size), function);
                plan.table_size += 1;
            }
        }
        Ok(plan)
    }

    /// The part that has a function.
    pub(super) fn part_of(&self, function: u32) -> usize {
        self.parts.iter().position(|part| part.contains_key(&function)).unwrap_or_default()
    }
}
