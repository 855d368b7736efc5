// Lets the page's program make what it opens with, and writes its memory as it is then.
// node prepare.mjs PROGRAM MEMORY
import fs from "node:fs";
const [program, memory] = process.argv.slice(-2);
const compiled = new WebAssembly.Module(fs.readFileSync(program));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(compiled)) {
  (imports[module] ??= {})[name] = () => {
    throw new Error(`prepare() calls the browser: ${name}`);
  };
}
const { exports } = new WebAssembly.Instance(compiled, imports);
exports.prepare();
fs.writeFileSync(memory, new Uint8Array(exports.memory.buffer));
