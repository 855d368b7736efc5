// The player for modules: the program and its languages come from beside this file, or from where a bundler has put them.

import version from "../wasm/version.js";
import * as figure from "./figure.js";

const locales = {
  id: () => import("./locales/id.js"),
  ko: () => import("./locales/ko.js"),
};

/** The address of the program. */
function program(base) {
  // Bundlers know this way of naming a file.
  const address = base ? new URL("podlab_web_bg.wasm", base) : new URL("./podlab_web_bg.wasm", import.meta.url);
  // No cache gives the program of another version than this script's.
  if (/^https?:/.test(address.protocol)) address.search ||= `?v=${version}`;
  return address;
}

export function open(element, root, { base, wasm }, kept) {
  return figure.open(element, root, { wasm: wasm ?? program(base), locales }, kept);
}
