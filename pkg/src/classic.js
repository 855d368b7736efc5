// The element for a plain tag: for pages without modules, with the package on another site that does not allow its files to be
// fetched, or in a sandbox, which has no origin and can neither fetch nor import. One more plain script holds all the rest.

import { configure } from "./element.js";

// Where this one stands; while the other runs, the document names that.
const address = new URL("podlab.classic.player.js", import.meta.url);

let coming;

/** The other script's exports, which it leaves in a global name. */
function player() {
  coming ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done(globalThis.podlabPlayer);
    script.onerror = () => {
      coming = undefined;
      failed(new Error(`Podlab cannot load ${address}`));
    };
    document.head.append(script);
  });
  return coming;
}
configure({ player });

export * from "./element.js";
