// The types of `podlab/engine`. Checked with `tsc --strict` by the project's tests.

import type { Change, Release, Wasm } from "./podlab.js";

export type { Change, Release, Wasm };

/** An object as the API has it. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** An Event of the API. Times are milliseconds since the beginning. */
export interface Event {
  about: string;
  namespace: string;
  field: string;
  type: "Normal" | "Warning";
  reason: string;
  message: string;
  from: string;
  count: number;
  first: number;
  last: number;
}

/** The kinds of objects there are. */
export type Kind =
  | "Pod" | "Node" | "Service" | "StatefulSet" | "ReplicaSet" | "PersistentVolumeClaim" | "PersistentVolume" | "PodDisruptionBudget";

/** A cluster: a simulation that moves only when it is told to. */
export interface Engine {
  /** Creates the objects of manifests, or of a scenario, whose actions follow as time passes. Throws what is wrong with them. */
  apply(text: string): void;
  /** Lets time pass, in seconds from now or up to a moment since the beginning, in slices. Gives the moment it is then. */
  run(options: { seconds: number } | { until: number }): Promise<number>;
  /** Does what a kubectl line says and gives what it prints. Throws what goes to standard error. */
  kubectl(line: string, options?: { namespace?: string }): string;
  /** All objects of a kind. */
  get(kind: Kind): KubernetesObject[];
  get(kind: "Event"): Event[];
  /** The object of that name. */
  get(kind: Kind, name: string, options?: { namespace?: string }): KubernetesObject | undefined;
  /** Calls a function with what became visible. Gives a function that ends it. */
  subscribe(listener: (changes: Change[]) => void): () => void;
  /** The present moment, in seconds since the beginning. */
  readonly now: number;
  /** The moment of the next event, in seconds since the beginning; none if nothing more will happen. */
  readonly next: number | undefined;
  /** The same for two clusters in which the same is so: 16 hexadecimal digits. */
  fingerprint(): string;
  /** Frees what it holds. */
  dispose(): void;
}

/** A new cluster at its beginning. */
export function open(options?: {
  /** The Kubernetes release; the newest that Podlab knows unless something else is said. */
  release?: Release;
  /** The seed of all chance, from 0 to 4294967295; 1 unless something else is said. */
  seed?: number;
  /** How many nodes there are; 3 unless something else is said. */
  nodes?: number;
  /** The program or its address; of the package's own files unless something else is said. Only the first call may choose. */
  wasm?: Wasm;
}): Promise<Engine>;
