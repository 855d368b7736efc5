// Podlab's engine without a page: for Node.js, Deno, workers and pages alike.

import init, { Engine as Program } from "../wasm/podlab_engine.js";

/** Events that are handled before others get their turn. */
const SLICE = 20_000;

let starting;

/** The program from a file or from the network, whatever this place has. */
async function load(wasm) {
  if (wasm !== undefined && typeof wasm !== "string" && !(wasm instanceof URL)) return wasm;
  const address = new URL(wasm ?? "podlab_engine_bg.wasm", import.meta.url);
  if (address.protocol === "file:") {
    const files = await import("node:fs/promises");
    return files.readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Podlab's engine could not be fetched: ${answer.status} ${address}`);
  return answer.arrayBuffer();
}

const asError = (error) => (error instanceof Error ? error : new Error(String(error).trimEnd()));

/** A cluster. */
class Engine {
  #program;
  #listeners = new Set();

  constructor(program) {
    this.#program = program;
  }

  #do(deed) {
    try {
      return deed(this.#program);
    } catch (error) {
      throw asError(error);
    } finally {
      this.#tell();
    }
  }

  #tell() {
    const changes = JSON.parse(this.#program.takeChanges());
    if (changes.length === 0) return;
    // Whoever listens may stop to, and may add others.
    for (const listener of [...this.#listeners]) listener(changes);
  }

  apply(text) {
    this.#do((program) => program.apply(String(text)));
  }

  async run({ seconds, until } = {}) {
    const target = until !== undefined ? Number(until) * 1000 : this.#program.now() + Number(seconds) * 1000;
    if (!Number.isFinite(target)) throw new TypeError("Podlab: run() needs seconds or until");
    while (!this.#do((program) => program.runUntil(target, SLICE))) {
      await new Promise((go) => setTimeout(go));
    }
    return this.now;
  }

  kubectl(line, { namespace = "default" } = {}) {
    return this.#do((program) => program.kubectl(namespace, String(line)));
  }

  get(kind, name, { namespace = "default" } = {}) {
    const text = this.#program.get(kind);
    if (text === undefined) throw new TypeError(`Podlab: there is no kind ${kind}`);
    const objects = JSON.parse(text);
    if (name === undefined) return objects;
    const isIt = ({ metadata }) => metadata?.name === name && (metadata.namespace ?? namespace) === namespace;
    return objects.find(isIt);
  }

  subscribe(listener) {
    if (typeof listener !== "function") throw new TypeError("Podlab: subscribe() needs a function");
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get now() {
    return this.#program.now() / 1000;
  }

  get next() {
    const next = this.#program.next();
    return next === undefined ? undefined : next / 1000;
  }

  fingerprint() {
    return this.#program.fingerprint();
  }

  dispose() {
    this.#listeners.clear();
    this.#program.free();
  }
}

/** A new cluster. The program is loaded once. */
export async function open({ release = "", seed = 1, nodes = 3, wasm } = {}) {
  starting ??= load(wasm)
    .then((module_or_path) => init({ module_or_path }))
    .catch((error) => {
      starting = undefined;
      throw error;
    });
  await starting;
  try {
    return new Engine(new Program(String(release), seed, nodes));
  } catch (error) {
    throw asError(error);
  }
}
