// Every kind of statement that a figure makes of a lesson is one of xAPI 1.0.3, once the page around has added its actor.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { recorder } from "../src/statements.js";

const schema = JSON.parse(readFileSync(new URL("../../tests/xapi/statement.schema.json", import.meta.url), "utf8"));

const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
const entries = (value) => (typeOf(value) === "object" ? Object.entries(value) : []);
const bad = (is, path, why) => (is ? [] : [`${path}: ${why}`]);

/** The keywords of JSON Schema that the schema uses. Each gives what is wrong with a value. */
const KEYWORDS = {
  $schema: () => [],
  $defs: () => [],
  title: () => [],
  description: () => [],
  $ref: (reference, value, path) => wrong(schema.$defs[reference.replace("#/$defs/", "")], value, path),
  type: (type, value, path) => bad(typeOf(value) === type, path, `it is no ${type}`),
  const: (only, value, path) => bad(value === only, path, `it is not ${only}`),
  enum: (known, value, path) => bad(known.includes(value), path, "it is none of the known"),
  pattern: (pattern, value, path) => bad(typeof value !== "string" || new RegExp(pattern, "u").test(value), path, `${value} has another form`),
  minimum: (least, value, path) => bad(!(value < least), path, `it is below ${least}`),
  maximum: (most, value, path) => bad(!(value > most), path, `it is above ${most}`),
  required: (names, value, path) => names.flatMap((name) => bad(Object.hasOwn(value, name), path, `it has no ${name}`)),
  properties: (known, value, path) =>
    entries(value).flatMap(([name, inner]) => (Object.hasOwn(known, name) ? wrong(known[name], inner, `${path}.${name}`) : [])),
  propertyNames: (form, value, path) => entries(value).flatMap(([name]) => wrong(form, name, `${path}.${name}`)),
  additionalProperties: (form, value, path, { properties = {} }) =>
    entries(value).flatMap(([name, inner]) => (Object.hasOwn(properties, name) ? [] : wrong(form, inner, `${path}.${name}`))),
  dependentRequired: (others, value, path) =>
    entries(others).flatMap(([name, due]) => (Object.hasOwn(value, name) ? KEYWORDS.required(due, value, path) : [])),
  items: (form, value, path) => (Array.isArray(value) ? value.flatMap((inner, index) => wrong(form, inner, `${path}[${index}]`)) : []),
  oneOf: (forms, value, path) => bad(forms.filter((form) => wrong(form, value, path).length === 0).length === 1, path, "it is not one of its forms"),
};

/** What is wrong with a value, by a schema. */
function wrong(form, value, path = "statement") {
  if (typeof form === "boolean") return bad(form, path, "it must not be there");
  return Object.entries(form).flatMap(([keyword, says]) => {
    assert.ok(Object.hasOwn(KEYWORDS, keyword), `the test does not know the keyword ${keyword}`);
    return KEYWORDS[keyword](says, value, path, form);
  });
}

const ACTOR = { objectType: "Agent", name: "Budi", account: { homePage: "https://school.example", name: "4711" } };
const PAGES = ["https://example.com/course/page.html?unit=3", "file:///home/budi/a%20page.html", "about:srcdoc"];

/** The statements of a lesson that is played through, with right and wrong answers, as they are sent. */
function statements(page, lesson, answers) {
  const statementOf = recorder(page);
  const [step, more] = [{ lesson, title: "수업 “하나”", steps: 3, over: false, commands: 0, hints: 0, par: 1 }, { lesson, step: 2 }];
  const told = [
    statementOf("step", { ...step, step: 1 }),
    statementOf("step", { ...step, step: 2 }),
    ...answers.map((right) => statementOf("prediction", { ...more, expected: right ? "web-0" : "", happened: "web-0", right })),
    statementOf("step", { ...step, step: 3 }),
    statementOf("step", { ...step, step: 3, over: true }),
  ];
  // As text, in which they leave the page.
  return told.map((statement) => JSON.parse(JSON.stringify({ actor: ACTOR, ...statement })));
}

test("every kind of statement is one of xAPI", () => {
  for (const page of PAGES) {
    for (const answers of [[], [true], [false], [true, false, true]]) {
      const all = statements(page, "exit-0", answers);
      const verbs = all.map(({ verb }) => verb.id.split("/").at(-1));
      assert.deepEqual(verbs, ["initialized", "progressed", ...answers.map(() => "answered"), "progressed", "completed"]);
      for (const statement of all) assert.deepEqual(wrong(schema, statement), [], JSON.stringify(statement));
      const { score } = all.at(-1).result;
      assert.equal(score === undefined, answers.length === 0, "what asks nothing has no score");
      if (score) {
        const { scaled, raw, min, max } = score;
        assert.ok(min < max && min <= raw && raw <= max && scaled === raw / max, JSON.stringify(score));
      }
    }
  }
});

test("a lesson that begins again has a score of its own", () => {
  const statementOf = recorder(PAGES[0]);
  const step = { lesson: "exit-0", title: "One", steps: 1, step: 1, over: false };
  const answer = { lesson: "exit-0", step: 1, expected: "a", happened: "b", right: false };
  const end = () => statementOf("step", { ...step, over: true }).result.score;
  statementOf("step", step);
  statementOf("prediction", answer);
  assert.equal(end().max, 1);
  statementOf("step", step);
  assert.equal(end(), undefined);
});

test("a name that does not stand in an address as it is makes an address", () => {
  const [first] = statements(PAGES[0], "my own/lesson “1”", []);
  assert.deepEqual(wrong(schema, first), []);
});

test("what is no lesson makes no statement", () => {
  const statementOf = recorder(PAGES[0]);
  assert.equal(statementOf("change", { now: 1 }), undefined);
  assert.equal(statementOf("prediction", { step: 1, expected: "a", happened: "b", right: false }), undefined);
});

test("the schema refuses what the specification refuses", () => {
  const [first, , answered, , completed] = statements(PAGES[0], "exit-0", [true]);
  const { actor, ...nobody } = first;
  const broken = [
    nobody,
    { ...first, actors: [actor] },
    { ...first, actor: { ...actor, mbox: "mailto:budi@example.com" } },
    { ...first, verb: { id: "initialized" } },
    { ...first, verb: { ...first.verb, display: { "": "x" } } },
    { ...first, object: { ...first.object, name: "x" } },
    { ...first, timestamp: "yesterday" },
    { ...completed, result: { ...completed.result, duration: "12s" } },
    { ...completed, result: { ...completed.result, score: { scaled: 1.5 } } },
    { ...completed, result: { ...completed.result, extensions: { progress: 3 } } },
    { ...answered, result: { ...answered.result, response: 3 } },
    { ...answered, object: { ...answered.object, definition: { correctResponsesPattern: ["a"] } } },
    { ...answered, context: { parent: [] } },
  ];
  for (const statement of broken) assert.notDeepEqual(wrong(schema, statement), [], JSON.stringify(statement));
});
