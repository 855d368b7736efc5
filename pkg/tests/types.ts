// What the hand-written types allow and forbid: `tsc --strict` reads this file, nobody runs it.

import { configure, create, type PodLab } from "podlab";
import type {} from "podlab/classic";
import { open, type Engine } from "podlab/engine";

configure({ base: "/podlab/", wasm: () => fetch("/podlab.wasm") });

const figure: PodLab = create("#place", { scene: "crash-loop", controls: "faults", startAt: 90, speed: "max", readonly: true });
const same: PodLab = document.createElement("pod-lab");
figure.addEventListener("podlab-change", ({ detail }) => {
  const texts: string[] = detail.changes.map((change) => `${change.time} ${change.text}`);
  return texts;
});
figure.addEventListener("podlab-prediction", ({ detail }) => detail.right satisfies boolean);
figure.addEventListener("click", (event) => event.clientX satisfies number);
figure.addEventListener("podlab-ready", function () {
  this.pause();
});
figure.addEventListener("podlab-step", ({ detail }) => [detail.lesson satisfies string, detail.over satisfies boolean]);
// They bubble and leave shadow trees.
for (const around of [document, window, document.body, same]) {
  around.addEventListener("podlab-goal", () => same.pause());
}
const heard = ({ detail }: CustomEvent<{ now: number }>): void => console.log(detail.now);
document.addEventListener("podlab-change", (event) => event.detail.changes.map(({ rule }) => rule satisfies string));
document.removeEventListener("podlab-ready", heard);
window.addEventListener("podlab-error", ({ detail }) => detail.message satisfies string);
document.body.addEventListener("podlab-goal", ({ detail }) => detail.goal satisfies string);
document.querySelector("svg")?.addEventListener("podlab-prediction", ({ detail }) => detail.right satisfies boolean);
document.body.attachShadow({ mode: "open" }).addEventListener("podlab-ready", heard);
// @ts-expect-error: a change has no such detail
document.addEventListener("podlab-change", ({ detail }) => detail.message);
// @ts-expect-error: a click has none
document.addEventListener("click", ({ detail }) => detail.changes);
// @ts-expect-error: there are no such controls
figure.controls = "some";
// @ts-expect-error: whether time passes is only read
figure.playing = true;
// A plain script leaves its exports in a global name.
Podlab.configure({ base: "/podlab/" });
const third: PodLab = Podlab.create("#place", { quiz: true });
third.dispose();
// @ts-expect-error: there is no such option
create(document.body, { scenes: "crash-loop" });

export async function use(): Promise<string> {
  await figure.seek(30);
  const other: PodLab = await figure.fork();
  other.remove();
  const engine: Engine = await open({ release: "1.28", nodes: 2 });
  const stop = engine.subscribe(([first]) => console.log(first?.subject === "phase"));
  stop();
  await engine.run({ until: 60 });
  // @ts-expect-error: seconds or until
  await engine.run({});
  const name: string | undefined = engine.get("Pod", "demo")?.metadata.name;
  return name ?? engine.get("Event")[0]?.reason ?? "";
}
