//! A small program, divided, does what it did in one piece.

use std::fs;
use std::ops::Range;

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, ImportSection, Instruction, MemArg, MemArgTarget,
    MemorySection, MemoryType, Module, RefType, TableSection, TableType, TypeSection, ValType,
};

use super::program::Program;
use super::{FETCH, image, plain_name, profile, scratch, split};
use crate::shell::{self, command};

/// The functions, by their numbers.
const FETCHES: u32 = 0;
const SUM: u32 = 1;
const INNER: u32 = 2;
const DOUBLE: u32 = 3;
const THROUGH_TABLE: u32 = 4;

/// Where its two numbers are in memory.
const ONE: u32 = 1024;
const OTHER: u32 = 1032;
/// Where that is which only `inner` reads.
const LATER: Range<u32> = OTHER..OTHER + 4;

/// `sum(x) = inner(x) + one`, `inner(x) = double(x) + other`, `double(x) = x * 2`, and `through_table(x) = inner(x)` by way of
/// the table.
fn program() -> Vec<u8> {
    let mut module = Module::new();
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], []);
    types.ty().function([ValType::I32], [ValType::I32]);
    module.section(&types);
    let mut imports = ImportSection::new();
    imports.import("page", FETCH, EntityType::Function(0));
    module.section(&imports);
    let mut functions = FunctionSection::new();
    for _ in [SUM, INNER, DOUBLE, THROUGH_TABLE] {
        functions.function(1);
    }
    module.section(&functions);
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        minimum: 2,
        maximum: Some(2),
        table64: false,
        shared: false,
    });
    module.section(&tables);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    module.section(&memories);
    let mut exports = ExportSection::new();
    exports.export("sum", ExportKind::Func, SUM);
    exports.export("through_table", ExportKind::Func, THROUGH_TABLE);
    exports.export("memory", ExportKind::Memory, 0);
    module.section(&exports);
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(1), Elements::Functions((&[INNER][..]).into()));
    module.section(&elements);
    let mut code = CodeSection::new();
    let load = |address: u32| {
        let place = MemArg {
            offset: u64::from(address),
            align: 2,
            target: MemArgTarget::Memory(0),
            ordering: None,
        };
        [Instruction::I32Const(0), Instruction::I32Load(place)]
    };
    let [zero, one] = load(ONE);
    let [nought, other] = load(OTHER);
    let x = Instruction::LocalGet(0);
    let bodies = [
        vec![x.clone(), Instruction::Call(INNER), zero, one, Instruction::I32Add],
        vec![x.clone(), Instruction::Call(DOUBLE), nought, other, Instruction::I32Add],
        vec![x.clone(), Instruction::I32Const(2), Instruction::I32Mul],
        vec![
            x,
            Instruction::I32Const(1),
            Instruction::CallIndirect { type_index: 1, table_index: 0 },
        ],
    ];
    for body in bodies {
        let mut function = Function::new([]);
        for instruction in &body {
            function.instruction(instruction);
        }
        function.instruction(&Instruction::End);
        code.function(&function);
    }
    module.section(&code);
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(ONE as i32), [100, 0, 0, 0]);
    data.active(0, &ConstExpr::i32_const(OTHER as i32), [7, 0, 0, 0]);
    module.section(&data);
    module.finish()
}

/// The memory as the program begins.
fn memory() -> Vec<u8> {
    let mut memory = vec![0; 65_536];
    memory[ONE as usize] = 100;
    memory[OTHER as usize] = 7;
    memory
}

/// Runs JavaScript with these files; gives what it prints.
fn node(script: &str, files: &[(&str, &[u8])]) -> String {
    let folder = scratch().expect("a folder");
    let mut node = command("node");
    node.args(["--input-type=module", "--eval", script]);
    for (name, body) in files {
        let file = folder.join(name);
        fs::write(&file, body).expect("the folder can be written to");
        node.arg(file);
    }
    shell::quiet(&mut node).expect("Node.js runs it")
}

#[test]
fn calls_from_part_to_part_arrive_and_each_part_is_fetched_once() {
    let whole = program();
    let program = Program::read(&whole).expect("it can be read");
    // The one that is called by the second part is in the third.
    let part_of = |function| match function {
        INNER => 1,
        DOUBLE => 2,
        _ => 0,
    };
    let later = [vec![LATER], Vec::new()];
    let parts = split::split(&program, FETCHES, part_of, &memory(), &later).expect("parts");
    let script = "
        import fs from 'node:fs';
        const parts = process.argv.slice(-3).map((file) => new WebAssembly.Module(fs.readFileSync(file)));
        const fetches = [];
        const needPart = (part) => {
            fetches.push(part);
            new WebAssembly.Instance(parts[part], { first: exports });
        };
        const { exports } = new WebAssembly.Instance(parts[0], { page: { needPart } });
        const other = () => new Uint8Array(exports.memory.buffer)[1032];
        const before = other();
        const answers = [exports.through_table(1), exports.sum(5), exports.through_table(3)];
        console.log(JSON.stringify({ before, answers, after: other(), fetches }));";
    let names = ["small-0.wasm", "small-1.wasm", "small-2.wasm"];
    let files: Vec<(&str, &[u8])> =
        names.into_iter().zip(parts.iter().map(Vec::as_slice)).collect();
    let told = node(script, &files);
    assert_eq!(told, r#"{"before":0,"answers":[9,117,13],"after":7,"fetches":[1,2]}"#);
}

#[test]
fn marks_tell_which_functions_ran() {
    let whole = program();
    let program = Program::read(&whole).expect("it can be read");
    let marked = profile::instrument(&program, &memory()).expect("it can be marked");
    let script = "
        import fs from 'node:fs';
        const marked = new WebAssembly.Module(fs.readFileSync(process.argv.at(-1)));
        const { exports } = new WebAssembly.Instance(marked, { page: { needPart() {} } });
        exports.through_table(1);
        console.log([1, 2, 3, 4].map((number) => exports['ran' + number].value).join(' '));";
    assert_eq!(node(script, &[("small-marked.wasm", &marked)]), "0 1 1 1");
}

#[test]
fn what_is_exported_stays_in_the_first_part() {
    let whole = program();
    let program = Program::read(&whole).expect("it can be read");
    let fixed = split::fixed(&program).expect("its code can be read");
    assert_eq!(fixed.into_iter().collect::<Vec<_>>(), [SUM, THROUGH_TABLE]);
    let reached = split::reached(&program, [SUM].into_iter()).expect("its code can be read");
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), [SUM, INNER, DOUBLE]);
}

#[test]
fn memory_is_written_without_its_zeros_and_without_what_comes_later() {
    let whole = program();
    let program = Program::read(&whole).expect("it can be read");
    let mut memory = memory();
    memory[2000] = 1;
    memory[2006] = 2;
    let mut module = Module::new();
    module.section(&image::data_of(&program, &memory, &Vec::from([LATER])));
    let bytes = module.finish();
    let data = Program::read(&bytes).expect("it can be read").data;
    let data: Vec<(u32, Vec<u8>)> =
        data.into_iter().map(|(address, bytes)| (address, bytes.to_vec())).collect();
    assert_eq!(data, [(ONE, vec![100]), (2000, vec![1, 0, 0, 0, 0, 0, 2])]);
}

#[test]
fn names_do_not_depend_on_the_build() {
    let name = "_RNCNvNtCsd2li49HdUsR_10podlab_web4rest6expects_0.llvm.123";
    assert_eq!(plain_name(name), "podlab_web::rest::expect::{closure}");
    assert_eq!(plain_name("start.1727"), "start");
}
