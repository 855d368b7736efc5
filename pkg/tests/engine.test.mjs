// The engine as a script in Node.js or Deno uses it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { open } from "podlab/engine";

const POD = `
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  containers:
    - {name: app, image: nginx}
`;
const SET = `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  serviceName: web
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: nginx, image: nginx}
`;

test("a Pod comes to life and is told of", async () => {
  const engine = await open();
  const told = [];
  const stop = engine.subscribe((changes) => told.push(...changes));
  engine.apply(POD);
  assert.equal(await engine.run({ seconds: 60 }), 60);
  assert.equal(engine.get("Pod", "demo").status.phase, "Running");
  const phase = told.find(({ subject, new: value }) => subject === "phase" && value === "Running");
  assert.equal(phase.object, "Pod/demo");
  assert.ok(phase.time > 0 && phase.rule.length > 0 && phase.text.includes("Running"));
  stop();
  const before = told.length;
  engine.kubectl("delete pod demo --grace-period=5");
  await engine.run({ seconds: 60 });
  assert.equal(engine.get("Pod", "demo"), undefined);
  assert.equal(told.length, before);
  engine.dispose();
});

test("a manifest with generateName makes another Pod each time", async () => {
  const engine = await open();
  const unnamed = POD.replace("name: demo", "generateName: demo-");
  engine.apply(unnamed);
  engine.apply(unnamed);
  const names = engine.get("Pod").map(({ metadata }) => metadata.name);
  assert.equal(new Set(names).size, 2, names.join());
  engine.dispose();
});

test("who subscribes late hears of what comes then", async () => {
  const engine = await open();
  engine.apply(POD);
  await engine.run({ seconds: 60 });
  const told = [];
  engine.subscribe((changes) => told.push(...changes));
  engine.kubectl("delete pod demo --grace-period=5");
  await engine.run({ seconds: 60 });
  assert.ok(told.length > 0 && told.every(({ time }) => time >= 60_000), JSON.stringify(told[0]));
  assert.ok(told.some(({ subject, object }) => subject === "removed" && object === "Pod/demo"));
  engine.dispose();
});

test("a set grows in order and answers kubectl", async () => {
  const engine = await open({ release: "1.28", nodes: 2 });
  engine.apply(SET);
  await engine.run({ until: 300 });
  assert.deepEqual(engine.get("Pod").map(({ metadata }) => metadata.name), ["web-0", "web-1", "web-2"]);
  assert.equal(engine.kubectl("scale sts web --replicas=1"), "statefulset.apps/web scaled\n");
  await engine.run({ seconds: 300 });
  assert.equal(engine.get("StatefulSet", "web").status.replicas, 1);
  assert.ok(engine.get("Event").some(({ reason }) => reason === "SuccessfulDelete"));
  engine.dispose();
});

test("the same seed gives the same run", async () => {
  const runs = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const engine = await open({ seed });
      engine.apply(SET);
      await engine.run({ seconds: 120 });
      return engine.fingerprint();
    }),
  );
  assert.equal(runs[0], runs[1]);
  assert.notEqual(runs[0], runs[2]);
  assert.match(runs[0], /^[0-9a-f]{16}$/);
});

test("what is wrong is an error that says so", async () => {
  const engine = await open();
  assert.throws(() => engine.apply("apiVersion: v1\nkind: Pod\nspec: {contaners: []}"), /containers/);
  assert.throws(() => engine.kubectl("scale sts web --replicas=1"), /not found/);
  assert.throws(() => engine.get("Pood"), /Pood/);
  await assert.rejects(engine.run({}), TypeError);
  await assert.rejects(open({ release: "1.2" }), /1\.2/);
});

test("it works in a worker", async () => {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { workerData: POD });
  const phase = await new Promise((found, failed) => worker.once("message", found).once("error", failed));
  assert.equal(phase, "Running");
  await worker.terminate();
});
