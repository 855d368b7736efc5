// What a <pod-lab> becomes when somebody sees it: the program, drawn into its shadow tree. Where the program and the languages come
// from is said by who imports this.

import { showStopped } from "../../web/stopped.js";
import * as program from "../wasm/podlab_web.js";
import style from "../wasm/style.css";
import { recorder } from "./statements.js";
import { followPage, isDark } from "./theme.js";

let sheet;

let starting;

/** What to say of a file that did not come. */
const lost = (what) => new Error(`Podlab's program could not be fetched: ${what}`, { cause: "lost" });

/** The program's bytes or module, from whatever somebody gave for it. */
async function wasmOf(given) {
  const source = typeof given === "function" ? await given() : await given;
  if (typeof source === "string" || source instanceof URL) {
    const address = new URL(source, document.baseURI);
    return wasmOf(
      fetch(address).catch((error) => {
        throw lost(`${error.message} ${address}`);
      }),
    );
  }
  if (!(source instanceof Response)) return source;
  if (!source.ok) throw lost(`${source.status} ${source.url}`);
  // Some servers do not know what Wasm is; then it is compiled from its bytes.
  const known = source.headers.get("content-type")?.trim().toLowerCase() === "application/wasm";
  return known ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

// The grounds of all figures that are drawn, with what sends an event to the element.
const drawn = new Map();

// Why the program has stopped, when it has. A page has one program, which cannot start again.
let end;

/** Says in every figure that the program has stopped, since it draws none of them any more. */
function stopped(happened) {
  end = new Error(`Podlab has stopped: ${happened}`);
  for (const [ground, send] of drawn) {
    send("error", { message: end.message });
    showStopped(ground, 2, ground.lang, happened);
  }
}

/** Starts the program, once for all figures of a page. */
function start(wasm) {
  starting ??= wasmOf(wasm)
    .then((module_or_path) => program.default({ module_or_path }))
    .then(() => program.onStop(stopped))
    .catch((error) => {
      starting = undefined;
      throw error;
    });
  return starting;
}

// The languages that the program has learned, and how it goes.
const learned = new Map();

/** Gives the program the sentences of a language that it does not know yet. Returns what it can speak: English without them. */
async function learn(code, locales) {
  const language = code.toLowerCase().match(/^(id|ko)\b/)?.[0];
  if (!language) return "en";
  if (!learned.has(language)) {
    learned.set(
      language,
      locales[language]().then(({ default: text }) => program.giveFile(`locales/${language}.txt`, text)),
    );
  }
  try {
    await learned.get(language);
    return language;
  } catch {
    learned.delete(language);
    return "en";
  }
}

// A manifest within the element.
const OWN = "script[type='application/yaml']";

/** What the figure is to run, if not a scene. `lessons` gives the text of a lesson by its name. */
async function textOf(element, lessons) {
  const lesson = element.getAttribute("lesson");
  if (lesson !== null) {
    const lose = (error) => {
      throw Object.assign(error, { cause: "lost" });
    };
    const text = /^[a-z0-9-]+$/i.test(lesson) ? await lessons(lesson).catch(lose) : undefined;
    if (text === undefined) throw new Error(`there is no lesson called ${lesson}`);
    return text;
  }
  const manifest = element.getAttribute("manifest");
  if (manifest !== null) return manifest;
  const address = element.getAttribute("src");
  if (address !== null) {
    const answer = await fetch(new URL(address, element.baseURI));
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
    const text = await answer.text();
    if (text.length > 1e6) throw new Error(`${address} is larger than a million letters`);
    return text;
  }
  // Written in a list or a quote of a documentation page it may be indented.
  const nested = element.querySelector(OWN)?.textContent ?? "";
  const lines = nested.replace(/^\s*\n/, "").split("\n");
  const indent = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return Number.isFinite(indent) ? lines.map((line) => line.slice(indent)).join("\n") : "";
}

/** Seconds, from `90`, `90s` or `2m30s`; the unit `ms` is what links have for parts of a second. */
function secondsOf(text) {
  if (Number.isFinite(Number(text))) return Number(text);
  const units = { h: 3600, m: 60, s: 1, ms: 0.001 };
  let seconds = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) seconds += Number(number) * units[unit];
  return seconds;
}

/** Keeps a key from the page around, but for those that lead out of a figure and those of the browser. */
function keepKey(event) {
  if (event.key !== "Escape" && event.key !== "Tab" && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

// Which goal an element has reached, whatever was put aside and opened again meanwhile.
const goals = new WeakMap();

/** Whether a change is what a goal names, such as `status CrashLoopBackOff`, `condition Ready True` or `Pod/web-1 phase Running`. */
function isGoal({ object, subject, name, new: value }, goal) {
  const what = name === "" ? subject : `${subject} ${name}`;
  // Of `waiting: CrashLoopBackOff` the state alone is enough.
  const ends = [value, value.split(": ")[0]].map((end) => `${what} ${end}`.trim());
  return ends.some((end) => goal === end || goal === `${object} ${end}`);
}

/**
 * Opens the figure of an element in its shadow tree. `wasm` is the program, `locales` has a function for each language that gives a
 * module of its sentences, `lessons` gives the text of a lesson by its name, and `kept` is a saved run
 * from which the figure continues. Without `kept.text` the attributes of the element say what it shows.
 */
export async function open(element, root, { wasm, locales, lessons }, kept) {
  const value = (name, otherwise = "") => element.getAttribute(name) ?? otherwise;
  const [text] = await Promise.all([kept?.text ?? textOf(element, lessons), start(wasm)]);
  if (end) throw end;
  const language = () => value("lang") || element.closest("[lang]")?.lang || "";
  const spoken = await learn(language(), locales);
  const ground = document.createElement("div");
  ground.className = "podlab";
  ground.part = "figure";
  const follow = () => {
    const wanted = value("theme", "auto");
    ground.dataset.theme = wanted === "light" || wanted === "dark" ? wanted : isDark(element) ? "dark" : "light";
  };
  // The program may speak before everything below is there: a timer can come after it has drawn.
  let isGone = false;
  const send = (kind, detail) => {
    if (isGone) return;
    const event = new CustomEvent(`podlab-${kind}`, { detail, bubbles: true, composed: true });
    // Not while the program draws: who listens may call it.
    queueMicrotask(() => element.dispatchEvent(event));
  };
  const statementOf = recorder(document.baseURI);
  const tell = ({ kind, detail }) => {
    send(kind, detail);
    const statement = statementOf(kind, detail);
    if (statement) send("statement", statement);
    const goal = value("goal").trim().replace(/\s+/g, " ");
    if (goal === "" || goal === goals.get(element) || !detail.changes?.some((change) => isGoal(change, goal))) return;
    goals.set(element, goal);
    send("goal", { now: detail.now, goal });
  };
  const speed = () => {
    const wanted = value("speed", "1");
    return wanted === "max" ? 0xffffffff : Math.min(Math.max(Math.trunc(Number(wanted)) || 1, 1), 3600);
  };
  if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(style);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => other !== sheet), sheet];
  root.append(ground);
  follow();
  let player;
  try {
    const options = {
      scene: value("scene"),
      text,
      kept: kept?.run ?? "",
      release: value("release") || undefined,
      controls: value("controls") || undefined,
      readonly: element.hasAttribute("readonly"),
      panels: value("panels", "tracks"),
      speed: speed(),
      // What goes on does so from where it was.
      autoplay: element.hasAttribute("autoplay") && !kept,
      startAt: kept ? 0 : secondsOf(value("start-at")),
      quiz: element.hasAttribute("quiz"),
      // What is no seed chooses nothing.
      seed: /^\d{1,15}$/.test(value("seed")) ? Number(value("seed")) : undefined,
    };
    player = program.mount(ground, options, tell);
  } catch (error) {
    ground.remove();
    throw error;
  }
  // What is typed in a figure is no shortcut of the page around it: a letter does not search, an arrow does not turn the page.
  for (const kind of ["keydown", "keypress", "keyup"]) ground.addEventListener(kind, keepKey);
  drawn.set(ground, send);
  player.speak(spoken);
  // Drawn by then.
  await new Promise((go) => setTimeout(go));
  followPage(element, follow);
  /** Waits until the figure is where it is to be; in a tab that nobody sees it is on its way until somebody does. */
  const arrive = async () => {
    do await new Promise((go) => setTimeout(go, 10));
    while (!end && !isGone && !document.hidden && player.isOnItsWay());
    if (end) throw end;
    if (isGone) throw new Error("the figure is gone");
  };
  return {
    act(action, number = 0) {
      if (end) throw end;
      player.act(action, number);
    },
    arrive,
    isPlaying: () => player.isPlaying(),
    now: () => player.now(),
    run(line) {
      if (end) throw end;
      if (element.hasAttribute("readonly")) throw new Error("this figure is only to be looked at");
      return player.run(line);
    },
    export(format) {
      if (end) throw end;
      const text = player.export(format);
      if (text === undefined) throw new TypeError(`Podlab cannot export ${format}`);
      return text;
    },
    /** What a figure needs to go on from here at another time. */
    keep: () => ({ text, run: player.keep() }),
    focus: () => ground.querySelector(".play, .figure-body")?.focus(),
    follow(name) {
      if (name === "speed") player.act("speed", speed());
      if (name === "lang") learn(language(), locales).then((code) => isGone || player.speak(code));
      if (name === "theme") follow();
    },
    dispose() {
      isGone = true;
      drawn.delete(ground);
      followPage(element, undefined);
      // A program that has stopped takes nothing away any more.
      if (!end) player.dispose();
      ground.remove();
    },
  };
}
