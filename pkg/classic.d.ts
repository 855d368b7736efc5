// The types of `podlab.classic.js`, a plain script that leaves what the module exports in a global name. Said to TypeScript by
// `/// <reference types="podlab/classic" />`.

declare global {
  /** What `podlab` exports, once it has run. */
  const Podlab: typeof import("./podlab.js");
}

export {};
