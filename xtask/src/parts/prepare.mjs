// Lets the program make what the page opens with, or a figure of each of so many scenes, and writes its memory as it is then, and
// into a file beside it which functions ran, by the marks that begin so.
// node prepare.mjs PROGRAM MEMORY MARK [SCENES]
import fs from "node:fs";
const [program, memory, mark, scenes] = process.argv.slice(2);
const compiled = new WebAssembly.Module(fs.readFileSync(program));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(compiled)) {
  (imports[module] ??= {})[name] = () => {
    throw new Error(`what prepares calls the browser: ${name}`);
  };
}
const ran = new Set();
function keep(file, prepare) {
  const { exports } = new WebAssembly.Instance(compiled, imports);
  prepare(exports);
  fs.writeFileSync(file, new Uint8Array(exports.memory.buffer));
  for (const [name, { value }] of Object.entries(exports)) {
    if (name.startsWith(mark) && value === 1) ran.add(name.slice(mark.length));
  }
}
if (!scenes) keep(memory, (exports) => exports.prepare());
for (let scene = 0; scene < Number(scenes ?? 0); scene += 1) keep(`${memory}-${scene}`, (exports) => exports.prepare_figure(scene));
fs.writeFileSync(`${memory}-ran`, [...ran].join("\n"));
