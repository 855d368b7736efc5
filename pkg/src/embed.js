// The page `embed.html`: one figure that fills an iframe, and what it and the page around say to each other.
//
// Its address says what it shows: by the fragment of a link to Podlab's page (`#/scene/crash-loop?at=90s`), or by a query with the
// attributes of <pod-lab> as names (`embed.html?scene=crash-loop&controls=faults`), and `origin`, the only page that may talk with it.
// It asks for nothing of its own origin, so `sandbox="allow-scripts"` is enough.

import { packRun, unpackRun } from "./link.js";

const PROTOCOL = 1;
const ATTRIBUTES = [
  "scene", "lesson", "manifest", "controls", "panels", "lang", "theme", "speed", "autoplay", "start-at", "release",
  "readonly", "quiz", "goal", "seed",
];
const LONGEST = 100_000;

const LANGUAGES = ["en", "id", "ko"];
// What the page says of broken links (`link.` in messages/locales) it says with what to do there; here the figure is all there is.
const WORDS = {
  en: {
    full: "Open in Podlab",
    damaged: "This link is damaged, or a part of it was cut off. What is shown is a fresh lab.",
    version: "This link is of another version of Podlab. What is shown is a fresh lab.",
    large: "What this link holds is larger than a link may hold. What is shown is a fresh lab.",
    long: "What is shown here is too much for a link.",
  },
  id: {
    full: "Buka di Podlab",
    damaged: "Tautan ini rusak atau sebagiannya terpotong. Yang ditampilkan adalah lab baru.",
    version: "Tautan ini berasal dari versi Podlab yang lain. Yang ditampilkan adalah lab baru.",
    large: "Isi tautan ini lebih besar daripada yang boleh dimuat sebuah tautan. Yang ditampilkan adalah lab baru.",
    long: "Yang ditampilkan di sini terlalu banyak untuk sebuah tautan.",
  },
  ko: {
    full: "Podlab에서 열기",
    damaged: "이 링크는 손상되었거나 일부가 잘렸습니다. 지금 보이는 것은 새 실험실입니다.",
    version: "이 링크는 다른 버전의 Podlab에서 만들어졌습니다. 지금 보이는 것은 새 실험실입니다.",
    large: "이 링크의 내용은 링크에 담을 수 있는 크기를 넘습니다. 지금 보이는 것은 새 실험실입니다.",
    long: "여기에 보이는 내용은 링크에 담기에 너무 많습니다.",
  },
};

const asked = new URLSearchParams(location.search);
const figure = document.createElement("pod-lab");
let isTooLong = false;
for (const name of ATTRIBUTES) {
  const value = asked.get(name);
  if (value === null || value === "false") continue;
  if (value.length > LONGEST) isTooLong = true;
  else figure.setAttribute(name, value);
}
// It is alive at once.
figure.setAttribute("poster", "");

/** The language that a code means, as the element takes codes; English where Podlab does not speak it. */
const spoken = (code) => LANGUAGES.find((each) => code?.toLowerCase().split("-")[0] === each) ?? "en";
let language;
const words = () => WORDS[language];

/** Speaks the language of a code around the figure. */
function speakAround(code) {
  document.documentElement.lang = language = spoken(code);
}
speakAround(asked.get("lang") ?? new URLSearchParams(location.hash.split("?")[1]).get("lang"));

/** The origin that may talk with it; all may unless one is named, and nobody may if that is none. */
const partner = asked.has("origin") ? (URL.canParse(asked.get("origin")) ? new URL(asked.get("origin")).origin : "") : undefined;

function say(type, detail) {
  // To everybody unless the address names who may hear it; it is about a simulation and what stands in its own address.
  if (parent !== window && partner !== "") parent.postMessage({ podlab: PROTOCOL, type, detail }, partner ?? "*");
}

/** Shows what a link, or the run in it, says of what is around the stage. */
function show(view) {
  const set = (name, value) => value !== null && figure.setAttribute(name, value);
  const unknown = [...view.keys()].filter((key) => !["at", "release", "lang", "panel", "play", "seed"].includes(key));
  // A figure is shown all the same.
  if (unknown.length > 0) say("error", { message: `Podlab cannot show this in a frame: ${unknown.join(", ").slice(0, 200)}` });
  set("start-at", view.get("at"));
  set("release", view.get("release"));
  set("seed", view.get("seed"));
  if (!asked.has("lang") && view.has("lang")) {
    speakAround(view.get("lang"));
    set("lang", view.get("lang"));
    queueMicrotask(() => name());
  }
  if (!asked.has("panels") && view.has("panel")) set("panels", `tracks ${view.get("panel")}`);
  if (view.has("play")) figure.setAttribute("autoplay", "");
  // As fast as possible is the largest number there.
  set("speed", view.get("play") === String(0xffffffff) ? "max" : view.get("play"));
}

/** What a run says of what is around it; its moment and its release are its own. */
function viewOf(run) {
  const { view } = JSON.parse(run);
  const said = new URLSearchParams(typeof view === "string" ? view : "");
  for (const name of ["at", "release"]) said.delete(name);
  return said;
}

/** Shows what the fragment of a link says. */
async function follow(fragment) {
  const [path, query = ""] = fragment.split("?");
  const [, kind, ...rest] = path.split("/");
  if (kind === "scene") figure.setAttribute("scene", rest[0] ?? "");
  if (kind === "lesson") figure.setAttribute("lesson", rest[0] ?? "");
  if (kind === "example") figure.setAttribute("scene", ["example", ...rest].join("/"));
  if (kind === "run") {
    const run = await unpackRun(rest.join("/"));
    figure.setAttribute("manifest", run);
    show(viewOf(run));
  }
  show(new URLSearchParams(query));
}

const message = document.createElement("p");
message.setAttribute("role", "alert");

/** Says it above the figure, and to the page around. */
function tell(text) {
  message.textContent = text;
  document.body.prepend(message);
  say("error", { message: text });
}

/** Shows a figure as if nothing but what is around the stage had been asked for, and says why. */
function showAfresh(text) {
  for (const name of ["scene", "lesson", "manifest", "start-at", "release", "autoplay", "speed"]) figure.removeAttribute(name);
  // Put into the page once more it opens.
  document.body.prepend(figure);
  tell(text);
}

let isOpen = false;
let isLost = false;
figure.addEventListener("podlab-ready", () => (isOpen = true));
addEventListener("error", ({ target }) => (isLost = target instanceof HTMLScriptElement), true);
// What cannot be opened leaves a fresh lab and not a gap; if that cannot be opened either, there is nothing to show. Where a file could
// not be had, pressing the picture asks for it again.
figure.addEventListener("podlab-error", ({ detail }) => {
  if (isOpen || isLost) say("error", detail);
  else showAfresh(detail.message);
  isOpen ||= !isLost;
  isLost = false;
});

if (isTooLong) showAfresh(words().large);
else if (/^#\/(scene|lesson|example|run)\//.test(location.hash)) {
  follow(location.hash).then(
    () => document.body.prepend(figure),
    ({ cause }) => showAfresh(words()[cause] ?? words().damaged),
  );
} else {
  document.body.prepend(figure);
}

// Another link in the same frame is another beginning.
addEventListener("hashchange", () => location.reload());

/** The address of Podlab's page with what is shown here: a lesson from its beginning, and all else as it is now. */
async function full() {
  const own = location.href.split(/[?#]/)[0];
  if (figure.lesson) return new URL(`./#/lesson/${figure.lesson}?lang=${language}`, own).href;
  const run = await packRun(await figure.export("run")).catch((error) => {
    throw error.cause === "long" ? new Error(words().long, { cause: "long" }) : error;
  });
  return new URL(`./#/run/${run}?lang=${language}`, own).href;
}

// Pressed it is told to the page around, which can open what a sandbox without `allow-popups` cannot.
const foot = document.createElement("footer");
const link = document.createElement("a");
const name = () => (link.textContent = words().full);
link.target = "_blank";
link.rel = "noopener";
link.href = "./";
name();
// Before the press is over the link leads to what is shown.
let reason;
for (const sign of ["pointerdown", "focus", "pointerenter"]) {
  link.addEventListener(sign, () => {
    reason = undefined;
    full().then(
      (address) => (link.href = address),
      ({ cause, message }) => (reason = cause === "long" ? message : undefined),
    );
  });
}
link.addEventListener("click", (event) => {
  if (reason === undefined) return say("open", { address: link.href });
  event.preventDefault();
  tell(reason);
  measure();
});
foot.append(link);
document.body.append(foot);

for (const kind of ["ready", "change", "goal", "prediction", "step", "statement"]) {
  figure.addEventListener(`podlab-${kind}`, (event) => say(kind, event.detail));
}

function speak(code) {
  speakAround(code);
  figure.setAttribute("lang", code);
  name();
}

/** What the figure would need to show everything without scrolling. */
let height = 0;
function measure() {
  const root = figure.shadowRoot;
  const [body, whole] = [root.querySelector(".figure-body"), root.querySelector(".figure")];
  if (!body) return;
  const wanted = whole.offsetHeight - body.clientHeight + body.scrollHeight + document.body.clientHeight - figure.offsetHeight;
  if (wanted !== height) say("height", { height: (height = wanted) });
}
for (const kind of ["ready", "change"]) figure.addEventListener(`podlab-${kind}`, () => requestAnimationFrame(measure));
addEventListener("resize", measure);

/** The value, if it is as it must be. */
function checked(value, isRight) {
  if (!isRight) throw new TypeError("Podlab cannot use the value of this message");
  return value;
}
const number = (value) => checked(value, typeof value === "number" && Number.isFinite(value));
const word = (value) => checked(value, typeof value === "string" && value.length <= LONGEST);
const oneOf = (value, words) => checked(value, words.includes(value));
/** What the page around may ask for. The value is the only thing of a message that is used. */
const actions = new Map([
  ["play", () => figure.play()],
  ["pause", () => figure.pause()],
  ["step", () => figure.step()],
  ["stepBack", () => figure.stepBack()],
  ["reset", () => figure.reset()],
  ["seek", (value) => figure.seek(number(value))],
  ["speed", (value) => figure.setAttribute("speed", number(value))],
  ["theme", (value) => figure.setAttribute("theme", oneOf(value, ["auto", "light", "dark"]))],
  ["language", (value) => speak(oneOf(value, LANGUAGES))],
  ["run", async (value) => say("printed", { text: await figure.run(word(value)) })],
  ["export", async (value) => say("exported", { format: value, text: await figure.export(word(value)) })],
  ["height", () => ((height = 0), measure())],
  ["open", async () => say("opened", { address: await full() })],
]);

addEventListener("message", (event) => {
  if (event.source !== parent || (partner !== undefined && event.origin !== partner)) return;
  const message = event.data;
  if (typeof message !== "object" || message === null || !Object.hasOwn(message, "podlab") || message.podlab !== PROTOCOL) return;
  const action = Object.hasOwn(message, "type") && actions.get(message.type);
  const value = Object.hasOwn(message, "value") ? message.value : undefined;
  if (!action) return say("error", { message: "Podlab does not know this message" });
  new Promise((done) => done(action(value))).catch((error) => say("error", { message: String(error?.message ?? error) }));
});
