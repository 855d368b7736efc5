// The element for a plain tag: for pages without modules, with the package on another site that does not allow its files to be
// fetched, or in a sandbox, which has no origin and can neither fetch nor import. Two more plain scripts hold the rest: one the program and
// its languages, and one the lessons.

import { configure } from "./element.js";

// Where this one stands; while the others run, the document names those.
const address = (name) => new URL(`podlab.classic.${name}.js`, import.meta.url);
const scripts = { player: [address("player"), "podlabPlayer"], lessons: [address("lessons"), "podlabLessons"] };

const coming = new Map();

/** Another script's exports, which it leaves in a global name. */
function load(name) {
  if (!coming.has(name)) {
    const [source, exported] = scripts[name];
    const loading = new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => done(globalThis[exported]);
      script.onerror = () => {
        coming.delete(name);
        failed(new Error(`Podlab cannot load ${source}`));
      };
      document.head.append(script);
    });
    coming.set(name, loading);
  }
  return coming.get(name);
}
configure({ player: () => load("player"), lessons: async (name) => (await load("lessons")).lessons(name) });

export * from "./element.js";
