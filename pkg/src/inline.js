// Everything in one script: the element, the program and the languages. For a plain tag without modules, and for places from
// which nothing more can be fetched.

import { configure } from "./podlab.js";
import * as player from "./player.js";
import packed from "../wasm/packed.js";
import locales from "../wasm/locales.js";

async function unpack() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

configure({ player: async () => player, wasm: unpack, locales });

export * from "./podlab.js";
