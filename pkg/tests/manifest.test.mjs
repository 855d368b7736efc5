// What is said of the element is the same everywhere: in custom-elements.json, in its script, in its types, in the documentation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
/** What stands between two texts, of which the first is there. */
function between(text, start, end) {
  const at = text.indexOf(start);
  assert.notEqual(at, -1, `there is no ${start}`);
  return text.slice(at + start.length, text.indexOf(end, at + start.length));
}
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
const names = (list) => list.map(({ name }) => name);
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const plain = (type) => type.replace(/\s+/g, " ").trim();

const manifest = JSON.parse(read("../custom-elements.json"));
const [{ declarations, exports }] = manifest.modules;
const element = declarations.find(({ customElement }) => customElement);
const fields = element.members.filter(({ kind }) => kind === "field");
const methods = element.members.filter(({ kind }) => kind === "method");

const script = read("../src/element.js");
const NAMES = all(between(script, "const NAMES = [", "];"), /"([^"]+)"/g);
const FLAGS = all(between(script, "const FLAGS = new Set([", "])"), /"([^"]+)"/g);

const types = read("../podlab.d.ts");
const typed = between(types, "export class PodLab", "\n}");
const typedFields = [...typed.matchAll(/^ {2}(readonly )?(\w+): (.*);$/gm)].map(([, fixed, name, type]) => ({ name, type, fixed }));
// `addEventListener` and its like are every element's.
const typedMethods = [...typed.matchAll(/^ {2}(\w+)\((.*)\): (.*);$/gm)].map(([, name, parameters, type]) => ({ name, parameters, type }));

const documentation = read("../../docs/EMBEDDING.md").replace(/\r/g, "");
const figure = between(documentation, "## A figure in a page", "\n## ");
/** The rows of a table: the code in the first cell, and the whole second one. */
const rows = (head) => between(figure, head, "\n\n").matchAll(/^\| `([^`]+)` \| (.*)$/gm);

test("attributes are the same everywhere", () => {
  assert.deepEqual(names(element.attributes), NAMES);
  const said = [...rows("| attribute |")].map(([, name]) => name);
  assert.deepEqual([...said].sort(), [...NAMES].sort());
  const options = between(types, "export interface Options", "\n}");
  assert.deepEqual(all(options, /^ {2}(\w+)\?:/gm), NAMES.map(camel));
  for (const { name, fieldName, type } of element.attributes) {
    assert.equal(fieldName, camel(name));
    assert.equal(type.text === "boolean", FLAGS.includes(name), name);
  }
});

test("properties are those of the types, and every attribute is one", () => {
  const said = fields.map(({ name, type, readonly }) => [name, type.text, Boolean(readonly)]);
  assert.deepEqual(said, typedFields.map(({ name, type, fixed }) => [name, type, Boolean(fixed)]));
  assert.deepEqual(fields.filter(({ attribute }) => attribute).map(({ attribute }) => attribute), NAMES);
  const others = fields.filter(({ attribute }) => !attribute);
  const properties = [...script.matchAll(/^ {2}get (\w+)\(\)/gm)].map(([, name]) => name);
  assert.deepEqual(names(others), properties);
  for (const { name, readonly } of others) {
    assert.equal(script.includes(`\n  set ${name}(`), !readonly, name);
    assert.ok(figure.includes(`\`${name}\``), `${name} is not in the documentation`);
  }
});

test("methods are those of the script and the types, with their parameters", () => {
  const body = between(script, "export class PodLab", "\n}\n");
  const own = [...body.matchAll(/^ {2}(?:async )?([a-z]\w*)\((.*)\) \{$/gm)].filter(([, name]) => {
    return !/^(constructor|connectedCallback|disconnectedCallback|attributeChangedCallback|isSeen)$/.test(name);
  });
  assert.deepEqual(names(methods), own.map(([, name]) => name));
  const parameters = (text) => text.split(/,\s*/).filter(Boolean);
  assert.deepEqual(
    methods.map(({ parameters: list = [] }) => names(list)),
    own.map(([, , text]) => parameters(text).map((one) => one.split(" = ")[0])),
  );
  const said = methods.map(({ name, parameters: list = [], return: { type } }) => {
    return { name, parameters: list.map((one) => `${one.name}${one.optional ? "?" : ""}: ${one.type.text}`).join(", "), type: type.text };
  });
  assert.deepEqual(said, typedMethods);
  for (const name of names(methods)) assert.match(figure, new RegExp(`\`${name}\\(`), `${name} is not in the documentation`);
});

test("events have the types and the details that are documented", () => {
  const map = [...between(types, "export interface PodLabEventMap {", "\n}").matchAll(/"([^"]+)": (\w+);/g)];
  const typeOf = (alias) => plain(between(types, `export type ${alias} = `, ";\n"));
  assert.deepEqual(
    element.events.map(({ name, type }) => [name, type.text]),
    map.map(([, name, alias]) => [name, typeOf(alias)]),
  );
  const documented = new Map([...rows("| event |")].map(([, name, detail]) => [name, detail]));
  assert.deepEqual([...documented.keys()].sort(), names(element.events).sort());
  for (const { name, type } of element.events) {
    const detail = all(type.text, /(\w+): /g);
    assert.deepEqual(all(documented.get(name), /`(\w+)`/g).slice(0, detail.length), detail, name);
  }
  // What is told of a change.
  const change = all(between(types, "export interface Change {", "\n}"), /^ {2}(\w+):/gm);
  assert.deepEqual(all(documented.get("podlab-change"), /`(\w+)`/g).slice(2), change);
});

test("parts are those that are drawn and documented", () => {
  const drawn = [
    ...all(script + read("../src/figure.js"), /\.part = "(\w+)"/g),
    ...all(read("../../web/src/app/panels.rs") + read("../../web/src/components/quiz_card.rs"), / part="(\w+)"/g),
  ];
  const parts = names(element.cssParts);
  assert.deepEqual([...parts].sort(), [...drawn].sort());
  const said = between(figure, "there are the parts", ", and each design token");
  assert.deepEqual(all(said, /`(\w+)`/g).sort(), [...parts].sort());
});

test("custom properties are those of the element and every design token", () => {
  const tokens = all(between(read("../../styles/tokens.css"), ":root, .podlab {", "}"), /^ +--([a-z0-9-]+):/gm);
  const own = all(script, /var\(--podlab-([a-z-]+)/g);
  const properties = names(element.cssProperties);
  assert.deepEqual([...properties].sort(), [...new Set([...own, ...tokens])].map((name) => `--podlab-${name}`).sort());
  const said = new Set(all(figure, /`(--podlab-[a-z0-9-]+)`/g));
  for (const name of said) assert.ok(properties.includes(name), `${name} is documented and is none`);
  for (const name of ["--podlab-height", "--podlab-rem"]) assert.ok(said.has(name), `${name} is not in the documentation`);
});

test("the module exports what the manifest says", () => {
  const said = exports.filter(({ kind }) => kind === "js").map(({ name }) => name);
  assert.deepEqual([...said].sort(), all(script, /^export (?:class|function) (\w+)/gm).sort());
  for (const { declaration } of exports) {
    assert.ok(declarations.some(({ name }) => name === declaration.name), declaration.name);
  }
  assert.deepEqual(all(types, /^export (?:class|function) (\w+)/gm).sort(), [...said].sort());
});
