//! The program of figures in four parts: what opens the figure of a scene, what it needs to let time pass, what it needs for acts, and the
//! rest.
//!
//! As the page's, but each scene has an image of the memory in which it is open already: what is different from the memory as the
//! program was linked. `pkg/src/player.js` appends one to the first part before it is compiled; without one the figure takes
//! the rest to open.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use wasm_encoder::{Module, RawSection};
use wasmparser::Parser;

use super::program::Program;
use super::{
    FIGURES, NOTHING, Prepared, divide, image, linked, mark_functions, optimise_all, prepared,
    read, scratch, statics, write,
};
use crate::{Outcome, checksum};

/// The file of the first part.
pub const FIRST: &str = "podlab_first.wasm";
/// Those of what comes later.
pub const LATER: [&str; 3] = ["podlab_time.wasm", "podlab_acts.wasm", "podlab_rest.wasm"];

/// The number of a data section.
const DATA: u8 = 11;
/// The number of the section that says how many pieces of data there are.
const DATA_COUNT: u8 = 12;

/// The program with its names, bound to JavaScript, and its memory with each scene.
struct Figures {
    bound: Vec<u8>,
    linked: Vec<u8>,
    prepared: Prepared,
}

/// Divides the program into `folder`, and makes the images of the scenes. Gives a JavaScript module that says what there is.
pub fn build(folder: &Path) -> Outcome<String> {
    let figures = Figures::read()?;
    let program = Program::read(&figures.bound)?;
    let base = figures.base(&program);
    let statics = statics::Statics::read(&figures.linked)?;
    let parts = divide(&program, &statics, &FIGURES, &base, &figures.prepared)?;
    eprintln!("Making the parts of the figures' program small");
    let [one, later @ ..] = optimise_all("figures", parts)?;
    let one = without_data_count(&one)?;
    write(&folder.join(FIRST), &one)?;
    for (name, part) in LATER.iter().zip(&later) {
        write(&folder.join(name), part)?;
    }
    figures.write_images(&one, &base, folder)?;
    Ok(module(&checksum::short(&[one, later.concat()].concat())))
}

/// Puts the program into `folder`, undivided, in such a way that it notes which functions run. Gives their names by number.
pub fn mark(folder: &Path) -> Outcome<BTreeMap<u32, String>> {
    let figures = Figures::read()?;
    let program = Program::read(&figures.bound)?;
    let base = figures.base(&program);
    let (marked, names) = mark_functions(&program, &base)?;
    write(&folder.join(FIRST), &marked)?;
    for name in LATER {
        write(&folder.join(name), NOTHING)?;
    }
    figures.write_images(&marked, &base, folder)?;
    Ok(names)
}

/// Where the program is kept as wasm-pack bound it, with the names of its functions.
pub fn bound() -> Outcome<PathBuf> {
    Ok(scratch()?.join("figures.wasm"))
}

impl Figures {
    fn read() -> Outcome<Self> {
        let bound = read(&bound()?)?;
        let program = Program::read(&bound)?;
        let prepared =
            prepared(&program, &scratch()?.join("memory"), podlab_lessons::SCENES.len())?;
        Ok(Self { linked: read(&linked())?, bound, prepared })
    }

    /// The memory as it was linked, large enough for every scene.
    fn base(&self, program: &Program<'_>) -> Vec<u8> {
        let mut base = program.initial_memory();
        let largest = self.prepared.memories.iter().map(Vec::len).max().unwrap_or(0);
        base.resize(base.len().max(largest), 0);
        base
    }

    /// Writes what turns the memory of `first` into that of each scene.
    fn write_images(&self, first: &[u8], base: &[u8], folder: &Path) -> Outcome {
        let folder = folder.join("scenes");
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let data = DataSection::find(first)?;
        for (scene, memory) in podlab_lessons::SCENES.iter().zip(&self.prepared.memories) {
            let pieces = image::differences(base, memory);
            write(&folder.join(format!("{}.bin", scene.name)), &data.with(memory, &pieces))?;
        }
        Ok(())
    }
}

/// A program without the section that says how many pieces of data there are before they come. Only programs that move their data
/// themselves must have one, and it would have to change with the data.
fn without_data_count(program: &[u8]) -> Outcome<Vec<u8>> {
    let mut module = Module::new();
    for payload in Parser::new(0).parse_all(program) {
        let payload = payload.map_err(|error| format!("the Wasm cannot be read: {error}"))?;
        if let Some((id, range)) = payload.as_section().filter(|(id, _)| *id != DATA_COUNT) {
            let data = &program[range.start as usize..range.end as usize];
            module.section(&RawSection { id, data });
        }
    }
    Ok(module.finish())
}

/// Where a program has its data, which is what stands last in it.
struct DataSection {
    /// Where the section begins.
    at: usize,
    /// Where its pieces begin.
    pieces: usize,
    /// How many there are.
    count: u32,
    /// How many bytes they are.
    length: usize,
}

impl DataSection {
    fn find(program: &[u8]) -> Outcome<Self> {
        let mut at = 8;
        while at < program.len() {
            let id = program[at];
            let (size, start) = number(program, at + 1);
            let end = start + size as usize;
            match id {
                DATA if end == program.len() => {
                    let (count, pieces) = number(program, start);
                    return Ok(Self { at, pieces, count, length: end - pieces });
                }
                DATA | DATA_COUNT => break,
                _ => at = end,
            }
        }
        Err("the data of the first part does not stand last".to_owned())
    }

    /// What makes of the program one whose memory has these pieces of another: where a new beginning of its data goes, how many
    /// bytes that replaces, how long it is, as three numbers; it; and what follows the program.
    fn with(&self, memory: &[u8], pieces: &[Range<u32>]) -> Vec<u8> {
        let mut more = Vec::new();
        for piece in pieces {
            // In memory 0, at a constant.
            more.extend([0, 0x41]);
            signed(&mut more, piece.start as i32);
            more.push(0x0b);
            unsigned(&mut more, piece.end - piece.start);
            more.extend(&memory[piece.start as usize..piece.end as usize]);
        }
        let mut count = Vec::new();
        unsigned(&mut count, self.count + pieces.len() as u32);
        let mut head = vec![DATA];
        unsigned(&mut head, (count.len() + self.length + more.len()) as u32);
        head.extend(count);
        let mut image = Vec::new();
        for number in [self.at, self.pieces - self.at, head.len()] {
            image.extend((number as u32).to_le_bytes());
        }
        [image, head, more].concat()
    }
}

/// The number that begins there, and where it ends.
fn number(bytes: &[u8], mut at: usize) -> (u32, usize) {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[at];
        number |= u32::from(byte & 0x7f) << shift;
        at += 1;
        shift += 7;
        if byte & 0x80 == 0 {
            return (number, at);
        }
    }
}

fn unsigned(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn signed(bytes: &mut Vec<u8>, mut number: i32) {
    while !(-0x40..0x40).contains(&number) {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8 & 0x7f);
}

/// The JavaScript module that says what there is: the scenes with an image, and the version of the files.
fn module(version: &str) -> String {
    let scenes: Vec<&str> = podlab_lessons::SCENES.iter().map(|scene| scene.name).collect();
    format!(
        "export const version = \"{version}\";\nexport const scenes = \"{}\".split(\" \");\n",
        scenes.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{ConstExpr, MemorySection, MemoryType, Module};

    use super::{DataSection, number, signed, unsigned};
    use crate::parts::image::differences;
    use crate::parts::program::Program;

    fn program(memory: &[u8]) -> Vec<u8> {
        let mut module = Module::new();
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        module.section(&memories);
        let mut data = wasm_encoder::DataSection::new();
        data.active(0, &ConstExpr::i32_const(0), memory.iter().copied());
        module.section(&data);
        module.finish()
    }

    #[test]
    fn a_program_with_an_image_has_the_memory_of_the_image() {
        let mut base = vec![7; 200];
        base.resize(65_536, 0);
        let mut scene = base.clone();
        scene[100] = 0;
        scene[150..170].fill(9);
        scene[60_000..60_300].fill(1);
        let first = program(&base[..200]);
        let pieces = differences(&base, &scene);
        assert_eq!(pieces, [100..101, 150..170, 60_000..60_300]);
        let image = DataSection::find(&first).expect("its data").with(&scene, &pieces);
        // As player.js does it.
        let at = |index: usize| {
            let bytes: [u8; 4] = image[index * 4..][..4].try_into().expect("four bytes");
            u32::from_le_bytes(bytes) as usize
        };
        let (head, more) = image[12..].split_at(at(2));
        let whole = [&first[..at(0)], head, &first[at(0) + at(1)..], more].concat();
        let whole = Program::read(&whole).expect("it is a program");
        assert!(whole.initial_memory() == scene);
    }

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for value in [0, 1, 127, 128, 300, 65_535, 1 << 21, u32::MAX] {
            let mut bytes = Vec::new();
            unsigned(&mut bytes, value);
            assert_eq!(number(&bytes, 0), (value, bytes.len()));
        }
        let mut bytes = Vec::new();
        signed(&mut bytes, 64);
        signed(&mut bytes, -1);
        assert_eq!(bytes, [0xc0, 0x00, 0x7f]);
    }
}
