//! The memory that a part of the program begins with.

use std::iter;
use std::ops::Range;

use wasm_encoder::{ConstExpr, DataSection};

use super::program::{Program, overlap};

/// Bytes of a page of memory.
pub const PAGE: usize = 65_536;

/// The data that makes `memory`, but for what comes `later`. What lies before the program's own data is its stack, which is empty.
pub fn data_of(program: &Program<'_>, memory: &[u8], later: &[Range<u32>]) -> DataSection {
    let mut data = DataSection::new();
    let start = program.data.iter().map(|(address, _)| *address).min().unwrap_or(0);
    for place in without(start..memory.len() as u32, later) {
        for place in written(memory, place) {
            put(&mut data, memory, &place);
        }
    }
    data
}

/// Puts a part of the memory in its place.
pub fn put(data: &mut DataSection, memory: &[u8], place: &Range<u32>) {
    let bytes = &memory[place.start as usize..place.end as usize];
    data.active(0, &ConstExpr::i32_const(place.start as i32), bytes.iter().copied());
}

/// The parts of a range where something other than zeros stands.
fn written(memory: &[u8], range: Range<u32>) -> Vec<Range<u32>> {
    parts_of(range.filter(|address| memory[*address as usize] != 0))
}

/// The parts of a memory that another does not have. What the other lacks counts as zeros.
pub fn differences(base: &[u8], memory: &[u8]) -> Vec<Range<u32>> {
    let pairs = memory.iter().zip(base.iter().chain(iter::repeat(&0)));
    parts_of((0..).zip(pairs).filter(|(_, (one, other))| one != other).map(|(address, _)| address))
}

/// The parts in which all these addresses are.
fn parts_of(addresses: impl Iterator<Item = u32>) -> Vec<Range<u32>> {
    /// As many other bytes cost no more than beginning anew.
    const GAP: u32 = 8;
    let mut parts: Vec<Range<u32>> = Vec::new();
    for address in addresses {
        match parts.last_mut() {
            Some(last) if address - last.end < GAP => last.end = address + 1,
            _ => parts.push(address..address + 1),
        }
    }
    parts
}

/// A range without the parts that are given in order.
fn without(whole: Range<u32>, holes: &[Range<u32>]) -> Vec<Range<u32>> {
    let mut left = Vec::new();
    let mut from = whole.start;
    for hole in holes.iter().filter(|hole| overlap(hole, &whole)) {
        if hole.start > from {
            left.push(from..hole.start);
        }
        from = from.max(hole.end);
    }
    if from < whole.end {
        left.push(from..whole.end);
    }
    left
}

/// The memory as large as it has become.
pub fn large_enough(kind: wasmparser::MemoryType, memory: &[u8]) -> wasmparser::MemoryType {
    let pages = (memory.len() / PAGE) as u64;
    wasmparser::MemoryType { initial: kind.initial.max(pages), ..kind }
}
