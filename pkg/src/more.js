// The styles of what a figure shows only once somebody does something: dialogs, and runs side by side.
export { default } from "../wasm/more-style.js";
