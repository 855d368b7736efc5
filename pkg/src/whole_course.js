// The lessons, for places from which nothing can be fetched or imported.

import { unpack } from "../../web/unpack.js";
import packed from "../wasm/lessons.deflated";

let texts;

/** Gives the text of a lesson by its name; none when there is no such lesson. */
export async function lessons(name) {
  texts ??= await unpack(packed).json();
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
