// The types of `podlab.classic.js` and `podlab.plain.js`, plain scripts that leave what the module exports in a global name. Said to TypeScript by
// `/// <reference types="podlab/classic" />`.

declare global {
  /** What `podlab` exports, once one of them has run. */
  const Podlab: typeof import("./podlab.js");
}

export {};
