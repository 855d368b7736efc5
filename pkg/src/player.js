// The player for modules: the program and its languages come from beside this file, or from where a bundler has put them.

import version from "../wasm/version.js";
import * as figure from "./figure.js";

const locales = {
  id: () => import("./locales/id.js"),
  ko: () => import("./locales/ko.js"),
};

// A bundler replaces what is written as `new URL("...", import.meta.url)`; here the folder of this file is meant.
const own = import.meta.url;

/** The address of the program. */
function program(base) {
  // Bundlers know this way of naming a file.
  const address = base ? new URL("podlab_web_bg.wasm", base) : new URL("./podlab_web_bg.wasm", import.meta.url);
  // No cache gives the program of another version than this script's.
  if (/^https?:/.test(address.protocol)) address.search ||= `?v=${version}`;
  return address;
}

/** Gives the text of a lesson, which lies beside the program. */
async function lesson(base, name) {
  const answer = await fetch(new URL(`lessons/${name}.yaml?v=${version}`, base ?? own));
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  return answer.text();
}

export function open(element, root, { base, wasm }, kept) {
  const lessons = (name) => lesson(base, name);
  return figure.open(element, root, { wasm: wasm ?? program(base), locales, lessons }, kept);
}
