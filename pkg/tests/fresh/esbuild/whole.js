import { create } from "podlab/inline";

create("main", { scene: "runs", lang: "ko" });
