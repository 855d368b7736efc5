// The element for pages that cannot fetch: without modules, from another site that does not allow it, or in a sandbox, which has no
// origin. All that comes later comes by plain scripts, each of which calls `podlabFile` with what it holds.

import { configure } from "./podlab.js";

// Where this one stands; each of the others says its own place anew.
const player = new URL("podlab_player.js", import.meta.url);
const waiting = new Map();
// A page may have this script twice; figures are then the first one's.
globalThis.podlabFile ??= (...held) => waiting.get(document.currentScript.src)?.(held);

/** What the script at an address holds. */
const held = (address) =>
  new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    waiting.set(script.src, done);
    // Where it has told what it holds, this comes too late to mean anything.
    script.onload = script.onerror = () => {
      script.remove();
      failed(new Error(`Podlab cannot load ${address}`));
    };
    document.head.append(script);
  });

// One program for all figures.
let coming;
configure({
  held,
  player: () =>
    (coming ??= held(player).then(
      ([it]) => it,
      (error) => {
        coming = undefined;
        throw error;
      },
    )),
});

export * from "./podlab.js";
