// The engine for pages and workers.

import * as cluster from "./cluster.js";

/** The program from an address; from beside this file, or where a bundler has put it, without one. */
async function load(wasm) {
  if (typeof wasm === "function") return wasm();
  // Bundlers know this way of naming a file.
  const address = wasm ?? new URL("./podlab_engine_bg.wasm", import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Podlab's engine could not be fetched: ${answer.status} ${address}`);
  return answer.arrayBuffer();
}

export const open = (options) => cluster.open(load, options);
