import { create } from "podlab";
import { open } from "podlab/engine";

create("main", { scene: "runs", lang: "ko" });
const engine = await open();
document.body.dataset.seconds = await engine.run({ seconds: 5 });
