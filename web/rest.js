// The program comes in two parts, so that it opens quickly: what shows it, and the rest, which is fetched at the first sign of a
// person. The page's <meta name="podlab-rest"> says where the rest is, and its checksum; for figures their script says it. Otherwise
// the program is in one piece.

const page = document.querySelector('meta[name="podlab-rest"]');
let [address, integrity] = (page?.content ?? "").split(" ");
const signs = ["pointermove", "pointerdown", "touchstart", "focusin", "keydown", "wheel", "dragenter"];
// What a person does while the rest is on its way waits for it.
const acts = ["click", "change", "input", "keydown", "keyup", "focusin", "focusout"];

// As `script.lost` in locales/: where this is said, those files cannot be had either.
const WORDS = {
  en: ["Podlab could not load the rest of itself. Is there a connection? Press again to try once more."],
  id: ["Podlab tidak dapat memuat sisa dirinya. Apakah ada koneksi? Tekan lagi untuk mencoba sekali lagi."],
  ko: ["Podlab의 나머지를 불러오지 못했습니다. 연결되어 있습니까? 다시 누르면 한 번 더 시도합니다."],
};

let first;
let brought;
let isHere = !address;
let coming;
let told;
let pointer;
// Ends when the rest is here.
const waiting = new AbortController();

const url = () => new URL(address, document.baseURI);

function put(module) {
  if (isHere) return;
  new WebAssembly.Instance(module, { first });
  isHere = true;
  waiting.abort();
  told?.();
}

/** Takes the rest, compiled, from somebody who has it before the program starts: a page that is one file. */
export function bringRest(module) {
  brought = module;
}

/** Gives the rest what it shares with the first part, and waits for a person. */
export function shareFirst(exports) {
  if (isHere) return;
  first = exports;
  if (brought) return put(brought);
  if (page) waitFor(window, tellOfFailure);
}

/** Says where the rest is, before the program starts: where there are figures. */
export function expectRest(url) {
  address = url;
  isHere = false;
}

/** Looks for signs of a person in a place, and keeps what one does there until the rest is here. */
export function waitFor(place, tell) {
  if (isHere) return;
  const { signal } = waiting;
  for (const sign of signs) place.addEventListener(sign, come, { capture: true, passive: true, signal });
  for (const act of acts) place.addEventListener(act, (event) => hold(event, tell), { capture: true, signal });
}

/** Fetches the rest, if it is not here. */
export async function whole() {
  if (!isHere) await fetchRest();
}

/** Whether the whole program is here. */
export function isWhole() {
  return isHere;
}

/** Does something as soon as it is. */
export function afterRest(deed) {
  if (isHere) deed();
  else waiting.signal.addEventListener("abort", deed);
}

/** Fetches the rest while the page goes on. */
function fetchRest() {
  coming ??= fetch(url(), { integrity })
    .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(answer.statusText))))
    .then((bytes) => WebAssembly.compile(bytes))
    .then(put)
    .catch((error) => {
      coming = undefined;
      throw error;
    });
  return coming;
}

// Who does something hears of a failure; a hand that only passes does not.
const comeQuietly = () => void fetchRest().catch(() => {});

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

/** Keeps what a person does until the rest is here, then does it. */
function hold(event, tell) {
  if (isHere || !event.isTrusted) return;
  const { type, target } = event;
  event.stopImmediatePropagation();
  // What the browser does by itself would happen twice; a space that presses nothing scrolls.
  if (type === "click" || (event.key === " " && target === document.body)) event.preventDefault();
  fetchRest().then(
    () => target.dispatchEvent(new event.constructor(type, event)),
    () => tell(WORDS[language()][0], language()),
  );
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
  if (isHere) told?.();
  else comeQuietly();
}

/** The rest on its way, if it is; it settles when the rest is here, or cannot be had. */
export function pendingRest() {
  return coming;
}

/** Makes sure that the rest is here, at the price of waiting for it. */
export function needRest() {
  if (isHere) return;
  const request = new XMLHttpRequest();
  request.open("GET", url(), false);
  // The only way to read bytes while waiting.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status >= 400) throw new Error("the rest of Podlab could not be loaded");
  put(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255)));
}
