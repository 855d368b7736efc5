// The player with the program and its languages in it, for places from which nothing can be fetched or imported.

import { unpack } from "../../web/unpack.js";
import * as locales from "../wasm/locales.js";
import packed from "../wasm/program.deflated";
import * as figure from "./figure.js";

const languages = Object.fromEntries(Object.entries(locales).map(([code, text]) => [code, async () => ({ default: text })]));

export function open(element, root, { wasm, lessons }, kept) {
  const program = wasm ?? (() => unpack(packed).arrayBuffer());
  return figure.open(element, root, { wasm: program, locales: languages, lessons }, kept);
}
