// Everything in one module: the element, the program, the languages and the lessons.

import { configure } from "./element.js";
import { lessons } from "./whole_course.js";
import * as player from "./whole.js";

configure({ player: async () => player, lessons });

export * from "./element.js";
