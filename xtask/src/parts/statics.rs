//! What stands in the program's memory from the start, and which functions know of it.
//!
//! The linker, asked for its relocations, names every static with its place, and every place in the code and in other statics
//! where its address is written. wasm-bindgen and wasm-opt leave the places as they are.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use wasmparser::{
    KnownCustom, Linking, Operator, Parser, Payload, RelocationEntry, RelocationType, SymbolInfo,
};

use super::program::Program;
use super::split;
use crate::Outcome;

/// The statics of a linked program.
pub struct Statics {
    /// Where each is, in order. Those that share bytes, as equal ends of texts do, count as one.
    places: Vec<Range<u32>>,
    /// The statics that functions of a name know of.
    of_function: HashMap<String, Vec<usize>>,
    /// The statics that a static knows of.
    of_static: HashMap<usize, Vec<usize>>,
}

/// What some functions may know of the statics: the functions' names, and what looks like an address in their code. wasm-bindgen renames
/// some functions, such as the one that starts the program, so that a name alone does not tell.
pub struct Known<'a> {
    names: Vec<&'a str>,
    addresses: BTreeSet<u32>,
}

impl<'a> Known<'a> {
    /// What those functions of a program know.
    pub fn by(program: &Program<'a>, is_meant: impl Fn(u32) -> bool) -> Outcome<Self> {
        let (mut names, mut addresses) = (Vec::new(), BTreeSet::new());
        for (function, body) in program.own_functions().filter(|(function, _)| is_meant(*function))
        {
            names.push(program.name(function));
            split::each_operator(body, |operator| addresses.extend(address_in(operator)))?;
        }
        Ok(Self { names, addresses })
    }
}

/// Where a section's content begins in the file, by the section's number.
type Sections = HashMap<u32, usize>;

impl Statics {
    /// Reads them from what the linker wrote.
    pub fn read(linked: &[u8]) -> Outcome<Self> {
        Self::parse(linked).map_err(|error| format!("the linker's Wasm cannot be read: {error}"))?
    }

    fn parse(linked: &[u8]) -> wasmparser::Result<Outcome<Self>> {
        let program = match Program::read(linked) {
            Ok(program) => program,
            Err(message) => return Ok(Err(message)),
        };
        let mut symbols = Vec::new();
        let mut relocations: Vec<(u32, Vec<RelocationEntry>)> = Vec::new();
        let mut sections = Sections::new();
        let mut number = 0;
        for payload in Parser::new(0).parse_all(linked) {
            let payload = payload?;
            if let Payload::CustomSection(section) = &payload {
                match section.as_known() {
                    KnownCustom::Linking(linking) => {
                        for part in linking {
                            if let Linking::SymbolTable(table) = part? {
                                symbols = table.into_iter().collect::<Result<_, _>>()?;
                            }
                        }
                    }
                    KnownCustom::Reloc(section) => {
                        let entries = section.entries().into_iter().collect::<Result<_, _>>()?;
                        relocations.push((section.section_index(), entries));
                    }
                    _ => {}
                }
            }
            if let Some((_, range)) = payload.as_section() {
                sections.insert(number, range.start as usize);
                number += 1;
            }
        }
        if symbols.is_empty() || relocations.is_empty() {
            return Ok(Err("the linker was not asked for its relocations".to_owned()));
        }
        Ok(Ok(Self::relate(linked, &program, &symbols, &relocations, &sections)))
    }

    fn relate(
        linked: &[u8],
        program: &Program<'_>,
        symbols: &[SymbolInfo<'_>],
        relocations: &[(u32, Vec<RelocationEntry>)],
        sections: &Sections,
    ) -> Self {
        let mut statics =
            Self { places: Vec::new(), of_function: HashMap::new(), of_static: HashMap::new() };
        // The symbols by their numbers; several may name one place.
        let mut symbols: Vec<(u32, Range<u32>)> = (0..)
            .zip(symbols)
            .filter_map(|(index, symbol)| {
                let SymbolInfo::Data { symbol: Some(data), .. } = symbol else { return None };
                let (base, _) = program.data.get(data.index as usize)?;
                let start = base + data.offset;
                Some((index, start..start + data.size))
            })
            .collect();
        symbols.sort_by_key(|(_, place)| (place.start, place.end));
        let mut by_symbol: HashMap<u32, usize> = HashMap::new();
        for (symbol, place) in symbols {
            match statics.places.last_mut() {
                Some(last) if last.end > place.start => last.end = last.end.max(place.end),
                _ => statics.places.push(place),
            }
            by_symbol.insert(symbol, statics.places.len() - 1);
        }
        let body_ranges: Vec<(usize, usize, u32)> = program
            .own_functions()
            .map(|(function, body)| {
                let range = body.range();
                (range.start as usize, range.end as usize, function)
            })
            .collect();
        for (section, entries) in relocations {
            let Some(begin) = sections.get(section) else { continue };
            for entry in entries {
                let Some(target) = by_symbol.get(&entry.index).filter(|_| is_address(entry.ty))
                else {
                    continue;
                };
                let at = begin + entry.offset as usize;
                let body = body_ranges.partition_point(|(_, end, _)| *end <= at);
                if let Some((_, _, function)) =
                    body_ranges.get(body).filter(|(start, _, _)| *start <= at)
                {
                    let name = program.names.get(function).copied().unwrap_or_default();
                    let of = statics.of_function.entry(name.to_owned()).or_default();
                    of.push(*target);
                } else if let Some(holder) =
                    address_of(linked, program, at).and_then(|address| statics.at(address))
                {
                    statics.of_static.entry(holder).or_default().push(*target);
                }
            }
        }
        statics
    }

    /// The places that the functions of the first of some `parts` cannot reach, in any of the memories that others have worked `then`
    /// since they were `loaded`: those that each next part reaches before others, and those that no part does.
    ///
    /// What was made then may know statics that the linker knows nothing of, so whatever looks like the address of one counts, if
    /// those who worked could know it.
    pub fn beyond(
        &self,
        parts: &[Known<'_>],
        then: &Known<'_>,
        loaded: &[(u32, &[u8])],
        memories: &[Vec<u8>],
    ) -> Vec<Vec<Range<u32>>> {
        let Some((first, next)) = parts.split_first() else { return Vec::new() };
        let mut known = self.known_by(first);
        let could_be = self.reached(self.known_by(then));
        for memory in memories {
            self.known_in(loaded, memory, &could_be, &mut known);
        }
        let mut reached = self.reached(known);
        let mut beyond = Vec::new();
        for part in next {
            let own: HashSet<usize> = &self.reached(self.known_by(part)) - &reached;
            beyond.push(self.ranges(|index| own.contains(&index)));
            reached.extend(own);
        }
        beyond.push(self.ranges(|index| !reached.contains(&index)));
        beyond
    }

    /// The places of some statics.
    fn ranges(&self, is_meant: impl Fn(usize) -> bool) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = Vec::new();
        let mut follows = false;
        for (index, place) in self.places.iter().enumerate() {
            let is_meant = is_meant(index);
            match ranges.last_mut() {
                // Nothing lies between neighbours but what aligns them.
                Some(last) if is_meant && follows => last.end = place.end,
                _ if is_meant => ranges.push(place.clone()),
                _ => {}
            }
            follows = is_meant;
        }
        ranges
    }

    /// The places that a memory knows by what was written there since it was `loaded`, and those that were written to.
    fn known_in(
        &self,
        loaded: &[(u32, &[u8])],
        memory: &[u8],
        could_be: &HashSet<usize>,
        known: &mut Vec<usize>,
    ) {
        let as_loaded: Vec<bool> =
            self.places.iter().map(|place| is_as_loaded(place, loaded, memory)).collect();
        known.extend((0..self.places.len()).filter(|index| !as_loaded[*index]));
        let start = loaded.iter().map(|(address, _)| *address).min().unwrap_or(0);
        for address in (start.next_multiple_of(4)..memory.len() as u32 - 3).step_by(4) {
            if !self.at(address).is_some_and(|index| as_loaded[index]) {
                let word = &memory[address as usize..][..4];
                let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                // An end is an address too, of something empty or of an iterator.
                let found = [self.at(word), self.at(word.wrapping_sub(1))].into_iter().flatten();
                known.extend(found.filter(|index| could_be.contains(index)));
            }
        }
    }

    /// The places that functions know by themselves.
    fn known_by(&self, functions: &Known<'_>) -> Vec<usize> {
        let names = functions.names.iter().filter_map(|name| self.of_function.get(*name));
        let addresses = functions.addresses.iter().filter_map(|address| self.at(*address));
        names.flatten().copied().chain(addresses).collect()
    }

    /// The places that can be reached from these, themselves among them.
    fn reached(&self, mut next: Vec<usize>) -> HashSet<usize> {
        let mut reached = HashSet::new();
        while let Some(index) = next.pop() {
            if reached.insert(index) {
                next.extend(self.of_static.get(&index).into_iter().flatten());
            }
        }
        reached
    }

    /// The static that holds an address.
    fn at(&self, address: u32) -> Option<usize> {
        let index = self.places.partition_point(|place| place.end <= address);
        self.places.get(index).filter(|place| place.contains(&address)).map(|_| index)
    }
}

/// Whether nobody has written there since the memory was loaded.
fn is_as_loaded(place: &Range<u32>, loaded: &[(u32, &[u8])], memory: &[u8]) -> bool {
    loaded.iter().any(|(address, bytes)| {
        let end = address + bytes.len() as u32;
        let within = *address <= place.start && place.end <= end;
        within
            && bytes[(place.start - address) as usize..(place.end - address) as usize]
                == memory[place.start as usize..place.end as usize]
    })
}

/// Whether the relocation writes an address in memory.
fn is_address(kind: RelocationType) -> bool {
    matches!(
        kind,
        RelocationType::MemoryAddrLeb
            | RelocationType::MemoryAddrSleb
            | RelocationType::MemoryAddrI32
            | RelocationType::MemoryAddrRelSleb
    )
}

/// The address that a place in the file's data section has in memory.
fn address_of(linked: &[u8], program: &Program<'_>, at: usize) -> Option<u32> {
    program.data.iter().find_map(|(address, bytes)| {
        let start = bytes.as_ptr() as usize - linked.as_ptr() as usize;
        (start..start + bytes.len()).contains(&at).then(|| address + (at - start) as u32)
    })
}

/// The number in an operator that may be the address of a static.
fn address_in(operator: &Operator<'_>) -> Option<u32> {
    match operator {
        Operator::I32Const { value } => Some(*value as u32),
        Operator::I32Load { memarg }
        | Operator::I32Load8U { memarg }
        | Operator::I32Load8S { memarg }
        | Operator::I32Load16U { memarg }
        | Operator::I32Load16S { memarg }
        | Operator::I64Load { memarg }
        | Operator::I32Store { memarg }
        | Operator::I32Store8 { memarg }
        | Operator::I32Store16 { memarg }
        | Operator::I64Store { memarg } => Some(memarg.offset as u32),
        _ => None,
    }
}
