// The player with the program and its languages in it, for places from which nothing can be fetched or imported.

import * as locales from "../wasm/locales.js";
import packed from "../wasm/packed.js";
import * as figure from "./figure.js";

const languages = Object.fromEntries(Object.entries(locales).map(([code, text]) => [code, async () => ({ default: text })]));

/** The bytes of what the build deflated and wrote in letters. */
function unpack() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

export function open(element, root, { wasm }, kept) {
  return figure.open(element, root, { wasm: wasm ?? unpack, locales: languages }, kept);
}
