// The styles of what a figure shows only once somebody does something, or where its author wants it: panels, dialogs, runs side by side.
export { default } from "../wasm/more-style.js";
