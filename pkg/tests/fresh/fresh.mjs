// Projects that install the package and import it as the documentation says: with Vite, with esbuild, and on a server.
// `cargo xtask test --only package` runs this file; the browser tests open what it builds.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = fileURLToPath(new URL("../..", import.meta.url));
// Where the projects are built.
const { PODLAB_FRESH: work } = process.env;

/** A copy of a project, in a folder of its own, with the package as npm installs it. */
function project(name, place = name) {
  const folder = join(work, place);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(here, name), folder, { recursive: true });
  const installed = join(folder, "node_modules/podlab");
  mkdirSync(installed, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  for (const file of [...files, "package.json"]) cpSync(join(source, file), join(installed, file), { recursive: true });
  return folder;
}

const run = (folder, program, ...options) => execFileSync(program, options, { cwd: folder, encoding: "utf8", stdio: "pipe" });
const program = (name) => readFileSync(join(source, "dist", `podlab_${name}_bg.wasm`));

/** All files below a folder, by their names. */
function built(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(names.map((entry) => [entry.name, readFileSync(join(entry.parentPath ?? entry.path, entry.name))]));
}

/** Makes sure that a program is there, and that a script names it as it is called there. */
function assertHasProgram(files, name) {
  const [file] = [...files].find(([, body]) => body.equals(program(name))) ?? [];
  assert.ok(file, `podlab_${name}_bg.wasm is not among ${[...files.keys()].join(", ")}`);
  assert.ok(scripts(files).some((text) => text.includes(file)), `no script names ${file}`);
}
/** Makes sure that no script imports a module of Node.js. */
function assertTakesNothingOfNode(files) {
  const imports = /\b(?:from|import|require)\s*\(?\s*["'`]node:[\w/]+/g;
  assert.deepEqual(scripts(files).flatMap((text) => text.match(imports) ?? []), []);
}
const scripts = (files) => [...files].filter(([name]) => name.endsWith(".js")).map(([, body]) => body.toString());

test("Vite finds the programs, and brings nothing of Node.js into the page", () => {
  const folder = project("vite");
  // Where a page of it says that the package's files are.
  cpSync(join(source, "dist"), join(folder, "public/podlab/dist"), { recursive: true });
  const printed = run(folder, "vite", "build", "--logLevel", "warn");
  assert.equal(printed, "");
  const files = built(join(folder, "dist/assets"));
  for (const name of ["web", "engine"]) assertHasProgram(files, name);
  assertTakesNothingOfNode(files);
});

test("esbuild takes the programs that a script imports, and brings nothing of Node.js into the page", () => {
  const folder = project("esbuild");
  run(folder, "esbuild", "main.js", "--bundle", "--splitting", "--format=esm", "--loader:.wasm=file", "--outdir=dist");
  const files = built(join(folder, "dist"));
  for (const name of ["web", "engine"]) assertHasProgram(files, name);
  assertTakesNothingOfNode(files);
  run(folder, "esbuild", "whole.js", "--bundle", "--format=esm", "--outdir=dist");
  cpSync(join(source, "dist/posters"), join(folder, "dist/podlab/posters"), { recursive: true });
  for (const page of ["index.html", "whole.html"]) cpSync(join(folder, page), join(folder, "dist", page));
});

test("the engine of a bundle for pages runs", async () => {
  const folder = project("esbuild", "engine");
  run(folder, "esbuild", "podlab/engine", "--bundle", "--format=esm", "--outfile=engine.mjs");
  const { open } = await import(pathToFileURL(join(folder, "engine.mjs")));
  const engine = await open({ wasm: program("engine") });
  assert.equal(await engine.run({ seconds: 5 }), 5);
});

test("on a server the element is imported without effect, and the engine runs", () => {
  const folder = project("vite", "server");
  const script = `
    const element = await import("podlab");
    const { create } = await import("podlab/inline");
    element.configure({ base: "/podlab/dist/" });
    const { open } = await import("podlab/engine");
    const engine = await open();
    console.log(typeof create, typeof element.PodLab, await engine.run({ seconds: 5 }));`;
  assert.equal(run(folder, process.execPath, "--input-type=module", "--eval", script), "function function 5\n");
});
