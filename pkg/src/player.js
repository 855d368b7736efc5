// What a <pod-lab> becomes when somebody sees it: the program, drawn into its shadow tree.

import * as program from "../wasm/podlab_web.js";
import { scenes, version } from "../wasm/parts.js";
import { afterRest, expectParts, hasBegun, isWhole, waitFor, whole } from "../wasm/rest.js";
import style from "../wasm/style.css";
import { followPage, isDark } from "./theme.js";

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
// Of what comes with the rest of the program, or with panels.
const more = new CSSStyleSheet();
let dressing;
const dress = (settings) =>
  (dressing ??= (settings.more ?? (() => import("./more.js")))().then((styles) => more.replaceSync(styles.default), () => (dressing = undefined)));

let starting;

/** The program's bytes or module, from whatever somebody gave for it. */
async function wasmOf(given) {
  const source = typeof given === "function" ? await given() : await given;
  if (typeof source === "string" || source instanceof URL) return wasmOf(fetch(source));
  if (!(source instanceof Response)) return source;
  if (!source.ok) throw new Error(`Podlab's program could not be fetched: ${source.status} ${source.url}`);
  // Some servers do not know what Wasm is; then it is compiled from its bytes.
  const known = source.headers.get("content-type")?.trim().toLowerCase() === "application/wasm";
  return known ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

/** A file of the program as it comes with this script. */
const file = (name, base) => new URL(`${name}?v=${version}`, base);

async function request(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`Podlab's program could not be fetched: ${answer.status} ${answer.url}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// The scene that is open in the program's memory when it starts.
let prepared;

/** What the program needs to show figures; the rest comes when a person or a script does something. With a scene that is open in it. */
async function firstPart({ base, bring }, scene) {
  const bytesOf = bring ?? request;
  expectParts(["podlab_time.wasm", "podlab_acts.wasm", "podlab_rest.wasm"].map((name) => file(name, base).href), bring);
  const isKnown = scenes.includes(scene);
  const [code, image] = await Promise.all([
    bytesOf(file("podlab_first.wasm", base)),
    // Without it the figure opens all the same, only not so soon.
    isKnown ? bytesOf(file(`scenes/${scene}.bin`, base)).catch(() => {}) : undefined,
  ]);
  if (!image) return code;
  prepared = scene;
  // The image begins with where its beginning goes, how many bytes that replaces, and how long it is; what follows goes to the end.
  const [at, replaced, length] = new Uint32Array(image.buffer, 0, 3);
  const head = image.subarray(12, 12 + length);
  const parts = [code.subarray(0, at), head, code.subarray(at + replaced), image.subarray(12 + length)];
  return new Blob(parts).arrayBuffer();
}

/** Starts the program, once for all figures of a page. */
function start(settings, scene) {
  starting ??= (settings.wasm ? wasmOf(settings.wasm) : firstPart(settings, scene))
    .then((wasm) => program.default({ module_or_path: wasm }))
    .then(() => {
      program.locate(settings.base);
      afterRest(() => {
        dress(settings);
        for (const [code, texts] of Object.entries(settings.locales ?? {})) program.teach(code, ...texts);
      });
    })
    .catch((error) => {
      starting = undefined;
      throw error;
    });
  return starting;
}

// The scene without the name of one.
const FIRST = "liveness";
// A manifest within the element.
const OWN = "script[type='application/yaml']";

/** What the figure is to run, if not a scene. */
async function textOf(element) {
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
  if (text === "" || Number.isFinite(Number(text))) return text;
  const units = { h: 3600, m: 60, s: 1, ms: 0.001 };
  let seconds = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) seconds += Number(number) * units[unit];
  return String(seconds);
}

/** Keeps a key from the page around, but for those that lead out of a figure and those of the browser. */
function keepKey(event) {
  if (event.key !== "Escape" && event.key !== "Tab" && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

// Which goal an element has reached, whatever was put aside and opened again meanwhile.
const goals = new WeakMap();

const CONTROLS = ["none", "transport", "faults", "full"];

/** Whether a change is what a goal names, such as `status CrashLoopBackOff`, `condition Ready True` or `Pod/web-1 phase Running`. */
function isGoal({ object, subject, name, new: value }, goal) {
  const what = name === "" ? subject : `${subject} ${name}`;
  // Of `waiting: CrashLoopBackOff` the state alone is enough.
  const ends = [value, value.split(": ")[0]].map((end) => `${what} ${end}`.trim());
  return ends.some((end) => goal === end || goal === `${object} ${end}`);
}

/** Opens the figure of an element in its shadow tree; `kept` is the run it is to go on with. */
export async function open(element, root, settings, kept) {
  const value = (name, otherwise = "") => element.getAttribute(name) ?? otherwise;
  // The first scene of a page is open in the program when that starts.
  const scene = value("scene") || FIRST;
  const isOwn = kept || ["manifest", "src"].some((name) => element.hasAttribute(name)) || element.querySelector(OWN);
  const [text] = await Promise.all([kept ?? textOf(element), start(settings, isOwn ? "" : scene)]);
  const language = () => value("lang") || element.closest("[lang]")?.lang || "";
  const isEnglish = !/^(id|ko)\b/i.test(language());
  const isPlain = isEnglish && !text && !["release", "start-at", "autoplay", "quiz"].some((name) => element.hasAttribute(name));
  // What every scene was tried with. Where no call can wait for a part, anything else takes all of them first.
  const isUsual =
    value("controls", "faults") === "faults" && !element.hasAttribute("readonly") && value("panels", "tracks").trim() === "tracks";
  if (isPlain && (isUsual || !settings.bring) && scene === prepared) prepared = undefined;
  else await Promise.all([whole(), dress(settings)]);
  if (/[^\s,]/.test(value("panels").replace(/\btracks\b/g, ""))) await dress(settings);
  const ground = document.createElement("div");
  ground.className = "podlab";
  ground.part = "figure";
  let controls = value("controls", "faults");
  if (element.hasAttribute("readonly") && CONTROLS.indexOf(controls) > 1) controls = "transport";
  const follow = () => {
    const wanted = value("theme", "auto");
    ground.dataset.theme = wanted === "light" || wanted === "dark" ? wanted : isDark(element) ? "dark" : "light";
  };
  const send = (kind, detail) => {
    if (isGone) return;
    const event = new CustomEvent(`podlab-${kind}`, { detail, bubbles: true, composed: true });
    // Not while the program draws: who listens may call it.
    queueMicrotask(() => element.dispatchEvent(event));
  };
  const tell = (kind, text) => {
    const detail = JSON.parse(text);
    send(kind, detail);
    const goal = value("goal").trim().replace(/\s+/g, " ");
    if (goal === "" || goal === goals.get(element) || !detail.changes?.some((change) => isGoal(change, goal))) return;
    goals.set(element, goal);
    send("goal", { now: detail.now, goal });
  };
  const speed = () => {
    const wanted = value("speed", "1");
    return wanted === "max" ? 0xffffffff : Math.min(Math.max(Math.trunc(Number(wanted)) || 1, 1), 3600);
  };
  root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => other !== sheet && other !== more), sheet, more];
  root.append(ground);
  follow();
  let player;
  try {
    const wish = {
      scene: value("scene"),
      text,
      release: value("release"),
      controls,
      panels: value("panels", "tracks"),
      speed: String(speed()),
      // What goes on does so from where it was.
      autoplay: element.hasAttribute("autoplay") && !kept ? "yes" : "",
      "start-at": kept ? "" : secondsOf(value("start-at")),
      quiz: element.hasAttribute("quiz") ? "yes" : "",
    };
    player = program.mount(ground, Object.entries(wish).flat(), tell);
  } catch (error) {
    ground.remove();
    throw error;
  }
  waitFor(ground, (message) => send("error", { message }));
  // What is typed in a figure is no shortcut of the page around it: a letter does not search, an arrow does not turn the page.
  for (const kind of ["keydown", "keypress", "keyup"]) ground.addEventListener(kind, keepKey);
  if (isWhole()) player.speak(language());
  else ground.lang = "en";
  followPage(element, follow);
  let isGone = false;
  let rests = 0;
  // Who does something here has what that needs; before, nothing has happened.
  let isTouched = false;
  for (const act of ["click", "change", "input", "keydown"]) ground.addEventListener(act, () => (isTouched = true));
  const hasRun = () => isWhole() || (isTouched && hasBegun());
  // What was asked for and waits for the whole program.
  let asked;
  let isOver = false;
  const end = () => {
    if (!isOver) player.dispose();
    isOver = true;
  };
  afterRest(() => {
    if (isGone) end();
    else if (rests) player.act("rest", rests);
  });
  const wholly = (deed) => {
    if (isWhole()) return deed();
    asked = whole().then(() => isGone || deed());
    // Whoever asked waits for it to arrive, and hears of an error then.
    asked.catch(() => {});
  };
  /** Waits until the figure is where it is to be; in a tab that nobody sees it is on its way until somebody does. */
  const arrive = async () => {
    await whole();
    await asked;
    do await new Promise((go) => setTimeout(go, 10));
    while (!isGone && !document.hidden && player.isOnItsWay());
    if (isGone) throw new Error("the figure is gone");
  };
  return {
    act(deed, number = 0) {
      // A figure that nobody sees is no reason to fetch anything.
      if (deed === "rest") rests = number;
      if (deed !== "rest") wholly(() => player.act(deed, number));
      else if (hasRun()) player.act(deed, number);
    },
    arrive,
    isPlaying: () => player.isPlaying(),
    now: () => player.now(),
    run(line) {
      if (element.hasAttribute("readonly")) throw new Error("this figure is only to be looked at");
      return player.run(line);
    },
    export(format) {
      // Nothing has been done to it.
      if (!hasRun()) return undefined;
      const text = player.export(format);
      if (text === undefined) throw new TypeError(`Podlab cannot export ${format}`);
      return text;
    },
    focus: () => ground.querySelector(".play, .figure-body")?.focus(),
    follow(name) {
      if (name === "speed") wholly(() => player.act("speed", speed()));
      if (name === "lang") wholly(() => player.speak(language()));
      if (name === "theme") follow();
    },
    dispose() {
      isGone = true;
      followPage(element, undefined);
      if (hasRun()) end();
      ground.remove();
    },
  };
}
