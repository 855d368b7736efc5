// The types of the element <pod-lab>. Checked with `tsc --strict` by the project's tests.

/** What a person can do to a figure: nothing, move through time, also break things, also change what the Pod is to be. */
export type Controls = "none" | "transport" | "faults" | "full";
/** A panel of a figure. */
export type Panel =
  | "tracks" | "why" | "events" | "watch" | "describe" | "yaml" | "explore" | "dns" | "storage" | "revisions";
/** The languages a figure speaks. */
export type Language = "en" | "id" | "ko";
/** The colours of a figure; `auto` follows the page around it. */
export type Theme = "auto" | "light" | "dark";
/** A Kubernetes release. */
export type Release = "1.20" | "1.28" | "current";
/** What a figure can be exported as. */
export type Format = "run" | "yaml" | "txt";

/** What a figure shows and how; every name is also an attribute, with dashes for capitals. */
export interface Options {
  /** The name of a scene. */
  scene?: string | null;
  /** The name of a lesson that comes with Podlab; it goes before the scene. */
  lesson?: string | null;
  /** The address of a manifest, a scenario, a saved run or a lesson. */
  src?: string | null;
  /** A manifest, a scenario, a saved run or a lesson. */
  manifest?: string | null;
  /** What a person can do; `faults` unless something else is said, and `full` in a lesson. */
  controls?: Controls | null;
  /** Panels, separated by spaces or commas; `tracks` unless something else is said. */
  panels?: string | null;
  /** The language; that of the page around unless something else is said. */
  lang?: Language | "";
  /** The colours; `auto` unless something else is said. */
  theme?: Theme | null;
  /** How much faster than real time: 1 to 3600, or `max`. */
  speed?: number | string | null;
  /** Whether time passes as soon as the figure is seen. */
  autoplay?: boolean;
  /** The moment it opens at, in seconds since the beginning. */
  startAt?: number | string | null;
  /** The Kubernetes release; the newest that Podlab knows unless something else is said. */
  release?: Release | null;
  /** Whether nothing can be done to what it shows. */
  readonly?: boolean;
  /** Whether it asks what comes next before it shows it. */
  quiz?: boolean;
  /** What is to be reached, as a subject, a name where there is one, and a value: `status CrashLoopBackOff`. */
  goal?: string | null;
  /** The seed that chooses the variant of a lesson, a whole number from 0; the first variant unless something else is said. */
  seed?: number | string | null;
  /** The address of a picture that is shown until the figure is alive. */
  poster?: string | null;
}

/** Something that became visible. */
export interface Change {
  /** When, in milliseconds since the beginning. */
  time: number;
  /** Kind and name of the object, such as `Pod/demo`. */
  object: string;
  /** What of the object. */
  subject:
    | "created" | "removed" | "deletion" | "eviction" | "node" | "phase" | "reason" | "condition" | "state" | "ready" | "started"
    | "restartCount" | "status" | "spec" | "field" | "decision" | "probe" | "hook" | "signal" | "program" | "endpoints" | "world" | "machine" | "taint" | "drain";
  /** The container, condition or field it is about; empty for others. */
  name: string;
  /** What it was. */
  old: string;
  /** What it is. */
  new: string;
  /** The rule by which it changed. */
  rule: string;
  /** What happened, in a sentence in the figure's language. */
  text: string;
}

/** The figure is alive. */
export type ReadyEvent = CustomEvent<{ now: number }>;
/** Something became visible; at most the latest 200 changes of a frame. */
export type ChangeEvent = CustomEvent<{ now: number; changes: Change[] }>;
/** Somebody said what comes next; `lesson` and `step` are there when a lesson asked. */
export type PredictionEvent = CustomEvent<{ now: number; expected: string; happened: string; right: boolean; lesson?: string; step?: number }>;
/** What the attribute `goal` names was reached, or a goal of a step of a lesson, for the first time. */
export type GoalEvent = CustomEvent<{ now: number; goal: string; lesson?: string; step?: number }>;
/** A step of a lesson begins; or the lesson is over, with `over`. */
export type StepEvent = CustomEvent<{ now: number; lesson: string; title: string; step: number; steps: number; over: boolean; commands: number; par: number }>;
/** A statement of xAPI about the learner of a lesson. It says no actor: add who the learner is before you send it to a learning record store. */
export type StatementEvent = CustomEvent<Statement>;
/** A statement of xAPI: a lesson is `initialized`, `progressed` or `completed`, or one of its questions `answered`. */
export interface Statement {
  verb: { id: string; display: Record<string, string> };
  object: { objectType: "Activity"; id: string; definition: Record<string, unknown> };
  /** When, in ISO 8601. */
  timestamp: string;
  result?: {
    success?: boolean;
    completion?: boolean;
    response?: string;
    duration?: string;
    score?: { scaled: number; raw: number; min: number; max: number };
    extensions?: Record<string, unknown>;
  };
  context?: { contextActivities: { parent: Statement["object"][] } };
}
/** Something could not be shown or done. */
export type ErrorEvent = CustomEvent<{ message: string }>;

/** The events of the element. All bubble and leave shadow trees. */
export interface PodLabEventMap {
  "podlab-ready": ReadyEvent;
  "podlab-change": ChangeEvent;
  "podlab-prediction": PredictionEvent;
  "podlab-goal": GoalEvent;
  "podlab-step": StepEvent;
  "podlab-statement": StatementEvent;
  "podlab-error": ErrorEvent;
}

/** The element `<pod-lab>`. Methods wait until the figure is alive, and fetch the program if they must. */
export class PodLab extends HTMLElement implements Options {
  scene: string | null;
  lesson: string | null;
  src: string | null;
  manifest: string | null;
  controls: Controls | null;
  panels: string | null;
  lang: Language | "";
  theme: Theme | null;
  speed: number | string | null;
  autoplay: boolean;
  startAt: number | string | null;
  release: Release | null;
  readonly: boolean;
  quiz: boolean;
  goal: string | null;
  seed: number | string | null;
  poster: string | null;
  /** The present moment, in seconds since the beginning. */
  currentTime: number;
  /** Whether time passes. */
  readonly playing: boolean;
  /** Lets time pass. */
  play(): Promise<void>;
  /** Lets time stand still. */
  pause(): Promise<void>;
  /** Goes to the next visible change. */
  step(): Promise<void>;
  /** Goes to the visible change before. */
  stepBack(): Promise<void>;
  /** Goes to a moment, in seconds since the beginning. */
  seek(seconds: number): Promise<void>;
  /** Goes back to the beginning, as it was opened. */
  reset(): Promise<void>;
  /** Does what a kubectl line says, and gives what it prints. Fails with what kubectl would complain. */
  run(command: string): Promise<string>;
  /** Returns a text from which `restore` can continue at another visit; null before the figure is alive. */
  save(): string | null;
  /** Continues from a text that `save` returned. A lesson starts from the beginning if the text is of another lesson or version; a figure without a lesson fails. */
  restore(saved: string): Promise<void>;
  /** A figure of its own that goes on from here, in no page yet. */
  fork(): Promise<PodLab>;
  /** The run as a file, the objects as YAML, or what `kubectl get pods --watch` printed. */
  export(format?: Format): Promise<string>;
  /** Takes the figure away and frees what it holds; the element shows its picture again. */
  dispose(): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: PodLab, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: PodLab, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Wasm, or where it is. */
export type Wasm = string | URL | Response | BufferSource | WebAssembly.Module;

/** Says where the program is; to be called before the first figure is seen. */
export function configure(settings: {
  /** The program, or a function that gives it. */
  wasm?: Wasm | Promise<Wasm> | (() => Wasm | Promise<Wasm>);
  /** The folder of the package's files: an address, or a path of the page. */
  base?: string;
}): void;

/** Makes a figure at the end of an element, or of the first one that a selector matches. */
export function create(target: Element | string, options?: Options): PodLab;

declare global {
  interface HTMLElementTagNameMap {
    "pod-lab": PodLab;
  }
  // They bubble and leave shadow trees: elements around this one hear them too.
  interface GlobalEventHandlersEventMap extends PodLabEventMap {}
  interface ShadowRootEventMap extends PodLabEventMap {}
}
