// Everything in one script: the element, the program and the languages. For a plain tag without modules, and for places from
// which nothing more can be fetched.

import { configure } from "./podlab.js";
import * as player from "./player.js";
import { unpack } from "./unpack.js";
import packed from "../wasm/packed.js";
import locales from "../wasm/locales.js";

configure({ player: async () => player, wasm: () => unpack(packed), locales });

export * from "./podlab.js";
