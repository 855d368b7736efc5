// The program comes in parts, so that it opens quickly: what shows it, what lets time pass, what acts need, and the rest. The later
// ones are fetched at the first sign of a person, one after the other. The page's <meta name="podlab-parts"> says where they are, each with its
// checksum; for figures their script says it. Otherwise the program is in one piece.

const page = document.querySelector('meta[name="podlab-parts"]');
const signs = ["pointermove", "pointerdown", "touchstart", "focusin", "keydown", "wheel", "dragenter"];
// What a person does while parts are on their way waits for them: for so many as the program says of what is pressed, or for all.
const SOON = "[data-soon]";
const acts = ["click", "change", "input", "keydown", "keyup", "focusin", "focusout"];

// As `script.lost` in locales/: where this is said, those files cannot be had either.
const WORDS = {
  en: ["Podlab could not load the rest of itself. Is there a connection? Press again to try once more."],
  id: ["Podlab tidak dapat memuat sisa dirinya. Apakah ada koneksi? Tekan lagi untuk mencoba sekali lagi."],
  ko: ["Podlab의 나머지를 불러오지 못했습니다. 연결되어 있습니까? 다시 누르면 한 번 더 시도합니다."],
};

let first;
let brought = [];
let coming;
let told;
let pointer;
// How many acts wait, and the last of them: acts are done in the order in which they were done to the page.
let held = 0;
let line;
let isDoing = false;
// What an act is done to, and keys that by themselves are none.
const PRESSED = "button, a, input, select, textarea, summary, label, [role], [tabindex='0']";
const SILENT = ["Tab", "Shift", "Control", "Alt", "Meta"];
// The parts after the first: where each is, its checksum, whether it is here, and itself on its way.
let parts = [];
const said = (page?.content ?? "").split(" ");
for (let at = 0; said[at]; at += 2) parts.push({ address: said[at], integrity: said[at + 1] });
// What brings a part where nothing can be requested. Then nothing can be waited for either, so that all is here before an act is done.
let bringer;
// Ends when all is here.
const waiting = new AbortController();

const url = (part) => new URL(part.address, document.baseURI);

/** Whether the whole program is here. */
export function isWhole() {
  return parts.every((part) => part.isHere);
}

/** Whether the first of the later parts is here: nothing was done to the program before. */
export function hasBegun() {
  return isWhole() || parts[0].isHere;
}

/** Whether acts wait; what they are done to is to stay as it is. */
export function isHolding() {
  return held > 0;
}

function put(part, module) {
  if (part.isHere) return;
  new WebAssembly.Instance(module, { first });
  part.isHere = true;
  part.arrived?.();
  if (!isWhole()) return;
  // The program may be in the middle of something, if it waited for the part.
  const tell = told;
  queueMicrotask(() => {
    waiting.abort();
    tell?.();
  });
}

/** Takes the later parts, compiled, from somebody who has them before the program starts: a page that is one file. */
export function bringParts(modules) {
  brought = modules;
}

/** Gives later parts what they share with the first, and waits for a person. */
export function shareFirst(exports) {
  if (isWhole()) return;
  first = exports;
  brought.forEach((module, index) => put(parts[index], module));
  if (page) waitFor(window, tellOfFailure);
}

/** Says where the later parts are, before the program starts, and how they come if not by a request: where there are figures. */
export function expectParts(urls, bring) {
  parts = urls.map((address) => ({ address }));
  bringer = bring;
}

/** Looks for signs of a person in a place, and keeps what one does there until what it needs is here. */
export function waitFor(place, tell) {
  if (isWhole()) return;
  const { signal } = waiting;
  for (const sign of signs) place.addEventListener(sign, come, { capture: true, passive: true, signal });
  const root = place === window ? document : place;
  for (const act of acts) place.addEventListener(act, (event) => hold(event, root, tell), { capture: true, signal });
}

/** Fetches what is not here. */
export async function whole() {
  if (!isWhole()) await fetchAll();
}

/** Does something as soon as the whole program is here. */
export function afterRest(deed) {
  if (isWhole()) deed();
  else waiting.signal.addEventListener("abort", deed);
}

/** Fetches a part while the page goes on. */
function fetchPart(part) {
  if (part.isHere) return undefined;
  const bytes = async () => {
    const answer = await fetch(url(part), { integrity: part.integrity });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.arrayBuffer();
  };
  const fetched = async () => put(part, await WebAssembly.compile(await (bringer ?? bytes)(part.address)));
  // It may also come at once meanwhile.
  part.coming ??= Promise.race([new Promise((done) => (part.arrived = done)), fetched()])
    .catch((error) => {
      part.coming = undefined;
      throw error;
    });
  return part.coming;
}

/** Fetches one part after the other, so that none makes an earlier one late. */
function fetchAll() {
  coming ??= parts
    .reduce((before, part) => before.then(() => fetchPart(part)), Promise.resolve())
    .catch((error) => {
      coming = undefined;
      throw error;
    });
  return coming;
}

// Who does something hears of a failure; a hand that only passes does not.
const comeQuietly = () => void fetchAll().catch(() => {});

/** The last of the parts that an act needs. Keys that nothing in particular hears let time pass. */
function lastFor({ type, target, key = "" }, root) {
  const goesOn = [" ", "ArrowRight"].includes(key) && !target.closest?.("[role], a, button, input, select, textarea");
  const marked = type.startsWith("key") && goesOn ? root.querySelector(`.transport${SOON}`) : target.closest?.(SOON);
  const count = bringer ? undefined : marked?.dataset.soon;
  return parts[(count ?? parts.length) - 1] ?? parts.at(-1);
}

/** Fetches one part after the other until that one, and does not wait for those behind it. */
async function until(last) {
  comeQuietly();
  for (const part of parts.slice(0, parts.indexOf(last) + 1)) await fetchPart(part);
}

const come = (event) => {
  // A browser also tells of a pointer that only lies there.
  if (event.type === "pointermove") {
    const place = `${event.clientX} ${event.clientY}`;
    const moves = pointer !== undefined && pointer !== place;
    pointer = place;
    if (!moves) return;
  }
  comeQuietly();
};

/** The language that was chosen, or else the first that the browser asks for. */
function language() {
  let chosen;
  try {
    chosen = localStorage.getItem("podlab-language");
  } catch {
    // Where nothing is kept nothing was chosen.
  }
  const codes = [chosen ?? "", ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase());
  return codes.find((code) => code in WORDS) ?? "en";
}

function tellOfFailure(words, spoken) {
  // Several acts may wait, a press and its focus; one message is enough.
  if (document.querySelector('.toast[role="alert"]')) return;
  const message = document.createElement("p");
  message.className = "toast";
  message.setAttribute("role", "alert");
  message.lang = spoken;
  message.textContent = words;
  document.body.append(message);
  setTimeout(() => message.remove(), 8000);
}

/** Keeps what a person does until what it needs is here, then does it. */
function hold(event, root, tell) {
  // What an act sets off belongs to it.
  if (!event.isTrusted || isDoing) return;
  const { type, target } = event;
  const last = lastFor(event, root);
  // Where the focus is has no order with acts, and a press on nothing is none.
  const isAct = !(type.startsWith("focus") || SILENT.includes(event.key) || (type === "click" && !target.closest?.(PRESSED)));
  if (last.isHere && !(isAct && held)) return;
  event.stopImmediatePropagation();
  // What the browser does by itself would happen twice; a space that presses nothing scrolls.
  if (type === "click" || (event.key === " " && target === document.body)) event.preventDefault();
  const done = Promise.all([until(last), isAct && line]).then(
    () => {
      isDoing = true;
      target.dispatchEvent(new event.constructor(type, event));
      isDoing = false;
    },
    () => tell(WORDS[language()][0], language()),
  );
  if (!isAct) return;
  held += 1;
  line = done.finally(() => (held -= 1));
}

/** Whether the document is Podlab's page, and not one that shows figures. */
export function isPage() {
  return page !== null;
}

/** Tells once when the whole program is here; nobody, if it is already. */
export function whenRestIsHere(tell) {
  told = tell;
}

/** Lets the rest come now, and tells when it is here, even if it was here before. */
export function wantRest() {
  if (isWhole()) told?.();
  else comeQuietly();
}

/** The rest on its way, if it is; it settles when the rest is here, or cannot be had. */
export function pendingRest() {
  return coming;
}

/** Makes sure that the later parts up to the one of this number are here, at the price of waiting for them. */
export function needPart(number) {
  for (const part of parts.slice(0, number)) if (!part.isHere) fetchAtOnce(part);
}

/** The same, and whether they are here now. */
export function hasParts(number) {
  try {
    needPart(number);
  } catch {
    return false;
  }
  return true;
}

function fetchAtOnce(part) {
  const request = new XMLHttpRequest();
  request.open("GET", url(part), false);
  // The only way to read bytes while waiting.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status >= 400) throw new Error("the rest of Podlab could not be loaded");
  put(part, new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255)));
}
