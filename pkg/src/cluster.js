// Podlab's engine without a page: for Node.js, Deno, workers and pages alike. Where its program comes from is said by who imports this.

import init, { Engine as Program } from "../wasm/podlab_engine.js";

/** Events that are handled before others get their turn. */
const SLICE = 20_000;

let starting;

const asError = (error) => (error instanceof Error ? error : new Error(String(error).trimEnd()));

/** A cluster. */
class Engine {
  #program;
  #listeners = new Set();

  constructor(program) {
    this.#program = program;
  }

  #do(action) {
    try {
      return action(this.#program);
    } catch (error) {
      throw asError(error);
    } finally {
      this.#tell();
    }
  }

  #tell() {
    if (this.#listeners.size === 0) return this.#program.dropChanges();
    const changes = this.#program.takeChanges();
    if (changes.length === 0) return;
    // A listener may unsubscribe itself or add others.
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
    const objects = this.#program.get(kind);
    if (objects === undefined) throw new TypeError(`Podlab: there is no kind ${kind}`);
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

/** A new cluster. The program is loaded once, with what `load` gives. */
export async function open(load, { release = "", seed = 1, nodes = 3, wasm } = {}) {
  starting ??= Promise.resolve(wasm instanceof URL || typeof wasm !== "object" ? load(wasm) : wasm)
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
