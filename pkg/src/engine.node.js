// The engine for Node.js and Deno, where its program is a file.

import { readFile } from "node:fs/promises";
import * as cluster from "./cluster.js";

/** The program from a file or from the network; from beside this file without an address. */
async function load(wasm) {
  if (typeof wasm === "function") return wasm();
  const address = new URL(wasm ?? "./podlab_engine_bg.wasm", import.meta.url);
  if (address.protocol === "file:") return readFile(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Podlab's engine could not be fetched: ${answer.status} ${address}`);
  return answer.arrayBuffer();
}

export const open = (options) => cluster.open(load, options);
