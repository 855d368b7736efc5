// The element for modules.

import { configure } from "./element.js";

configure({ player: () => import("./player.js") });

export * from "./element.js";
