// A worker in which the engine runs a manifest and tells the phase of its Pod.

import { parentPort, workerData } from "node:worker_threads";
import { open } from "podlab/engine";

const engine = await open();
engine.apply(workerData);
await engine.run({ seconds: 30 });
parentPort.postMessage(engine.get("Pod", "demo").status.phase);
