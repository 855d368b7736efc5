//! A Wasm program, read far enough to be divided.

use std::collections::HashMap;
use std::ops::Range;

use wasmparser::{
    ElementItems, ElementKind, FunctionBody, KnownCustom, Name, Operator, Parser, Payload, TypeRef,
};

use super::image::PAGE;
use crate::Outcome;

/// The sections of a program, with functions numbered as the file numbers them: imports first.
#[derive(Default)]
pub struct Program<'a> {
    /// The signatures.
    pub types: Vec<wasmparser::FuncType>,
    /// What it needs from outside.
    pub imports: Vec<wasmparser::Import<'a>>,
    /// How many of the functions are imports.
    pub imported_functions: u32,
    /// The type of every function.
    pub functions: Vec<u32>,
    /// Its tables.
    pub tables: Vec<wasmparser::Table<'a>>,
    /// Its memory.
    pub memories: Vec<wasmparser::MemoryType>,
    /// Its globals.
    pub globals: Vec<wasmparser::Global<'a>>,
    /// What it offers to the outside.
    pub exports: Vec<wasmparser::Export<'a>>,
    /// The function that runs by itself.
    pub start: Option<u32>,
    /// What stands in which table: the table, the first place, the functions.
    pub elements: Vec<(u32, u32, Vec<u32>)>,
    /// The functions that are no imports.
    pub bodies: Vec<FunctionBody<'a>>,
    /// What stands in memory from the start: the address and the bytes.
    pub data: Vec<(u32, &'a [u8])>,
    /// The functions' names.
    pub names: HashMap<u32, &'a str>,
}

impl<'a> Program<'a> {
    /// Reads a program.
    pub fn read(bytes: &'a [u8]) -> Outcome<Self> {
        Self::parse(bytes).map_err(|error| format!("the Wasm cannot be read: {error}"))?
    }

    fn parse(bytes: &'a [u8]) -> wasmparser::Result<Outcome<Self>> {
        let mut program = Self::default();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::TypeSection(section) => {
                    for group in section {
                        let types = group?.into_types();
                        program.types.extend(types.map(|each| each.unwrap_func().clone()));
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        let TypeRef::Func(kind) = import.ty else {
                            return Ok(Err("the Wasm imports more than functions".to_owned()));
                        };
                        program.functions.push(kind);
                        program.imports.push(import);
                    }
                    program.imported_functions = program.functions.len() as u32;
                }
                Payload::FunctionSection(section) => {
                    for kind in section {
                        program.functions.push(kind?);
                    }
                }
                Payload::TableSection(section) => program.tables = all(section)?,
                Payload::MemorySection(section) => program.memories = all(section)?,
                Payload::GlobalSection(section) => program.globals = all(section)?,
                Payload::ExportSection(section) => program.exports = all(section)?,
                Payload::StartSection { func, .. } => program.start = Some(func),
                Payload::ElementSection(section) => {
                    for element in section {
                        let Some(element) = functions_of(&element?)? else {
                            return Ok(Err("the Wasm fills a table in an unknown way".to_owned()));
                        };
                        program.elements.push(element);
                    }
                }
                Payload::CodeSectionEntry(body) => program.bodies.push(body),
                Payload::DataSection(section) => {
                    for data in section {
                        let data = data?;
                        let wasmparser::DataKind::Active { offset_expr, .. } = data.kind else {
                            return Ok(Err("the Wasm holds data without a place".to_owned()));
                        };
                        let Some(address) = constant(&offset_expr)? else {
                            return Ok(Err("the Wasm holds data at a computed place".to_owned()));
                        };
                        program.data.push((address, data.data));
                    }
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        for part in names {
                            if let Name::Function(map) = part? {
                                for name in map {
                                    let name = name?;
                                    program.names.insert(name.index, name.name);
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(Ok(program))
    }

    /// The memory as it is before anything has run.
    pub fn initial_memory(&self) -> Vec<u8> {
        let pages = self.memories.first().map_or(0, |memory| memory.initial as usize);
        let mut memory = vec![0; pages * PAGE];
        for (address, bytes) in &self.data {
            memory[*address as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        memory
    }

    /// The functions that are no imports: each number with its body.
    pub fn own_functions(&self) -> impl Iterator<Item = (u32, &FunctionBody<'a>)> {
        (self.imported_functions..).zip(&self.bodies)
    }

    /// The name of a function, empty for one without.
    pub fn name(&self, function: u32) -> &'a str {
        self.names.get(&function).copied().unwrap_or_default()
    }

    /// The signature of a function.
    pub fn signature(&self, function: u32) -> &wasmparser::FuncType {
        &self.types[self.functions[function as usize] as usize]
    }

    /// The table whose entries are functions.
    pub fn function_table(&self) -> Outcome<u32> {
        let found = self.tables.iter().position(|table| table.ty.element_type.is_func_ref());
        found.map(|index| index as u32).ok_or_else(|| "the Wasm has no table of functions".into())
    }
}

fn all<'a, T: wasmparser::FromReader<'a>>(
    section: wasmparser::SectionLimited<'a, T>,
) -> wasmparser::Result<Vec<T>> {
    section.into_iter().collect()
}

/// The functions that an element puts into a table.
fn functions_of(
    element: &wasmparser::Element<'_>,
) -> wasmparser::Result<Option<(u32, u32, Vec<u32>)>> {
    let ElementKind::Active { table_index, offset_expr } = &element.kind else {
        return Ok(None);
    };
    let (Some(offset), ElementItems::Functions(items)) =
        (constant(offset_expr)?, element.items.clone())
    else {
        return Ok(None);
    };
    let functions: Vec<u32> = all(items)?;
    Ok(Some((table_index.unwrap_or(0), offset, functions)))
}

/// The number an expression stands for.
fn constant(expression: &wasmparser::ConstExpr<'_>) -> wasmparser::Result<Option<u32>> {
    let mut operators = expression.get_operators_reader();
    Ok(match operators.read()? {
        Operator::I32Const { value } => Some(value as u32),
        _ => None,
    })
}

/// Whether two ranges share something.
pub fn overlap(a: &Range<u32>, b: &Range<u32>) -> bool {
    a.start < b.end && b.start < a.end
}
