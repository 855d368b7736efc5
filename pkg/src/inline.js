// Everything in one module: the element, the program and the languages.

import { configure } from "./element.js";
import * as player from "./whole.js";

configure({ player: async () => player });

export * from "./element.js";
