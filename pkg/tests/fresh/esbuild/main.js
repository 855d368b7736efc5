import { configure, create } from "podlab";
import { open } from "podlab/engine";
import engineProgram from "podlab/podlab_engine_bg.wasm";
import program from "podlab/podlab_web_bg.wasm";

// The loader `file` gives the name of a file beside this script.
const beside = (name) => new URL(name, import.meta.url);

// The pictures lie in `podlab/`, the program beside this script.
configure({ base: "podlab/", wasm: beside(program) });
create("main", { scene: "runs", lang: "ko" });
const engine = await open({ wasm: beside(engineProgram) });
document.body.dataset.seconds = await engine.run({ seconds: 5 });
