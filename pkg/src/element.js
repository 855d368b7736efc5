// <pod-lab>: a Pod or a StatefulSet that lives, inside any page. This file, with the one that imports it, is all a page pays until a figure comes into view and
// the page is idle, or somebody moves there: until then there is a still picture. player.js and the program come after that.

const NAMES = [
  "scene", "lesson", "src", "manifest", "controls", "panels", "lang", "theme", "speed", "autoplay", "start-at", "release",
  "readonly", "quiz", "goal", "seed", "poster",
];
// Changing one of these opens the figure again; the others take effect while it runs.
const OPENING = new Set(["scene", "lesson", "src", "manifest", "controls", "panels", "start-at", "release", "readonly", "quiz", "seed"]);

const settings = {};

/**
 * Says where the program is: `wasm` (an address, a Response, bytes, or a function that gives one) and `base`, the folder of the
 * package's files, as an address or a path of the page.
 */
export function configure(more) {
  Object.assign(settings, more);
}

// A bundler replaces what is written as `new URL("...", import.meta.url)`; here the folder of this file is meant.
const own = import.meta.url;
/** The folder of the package's files. */
const folder = () => (settings.base ? new URL(settings.base.replace(/\/?$/, "/"), document.baseURI) : new URL(".", own));

// What is said before the program, which knows the languages, is here.
const WORDS = {
  en: ["Starting…", "Try again", "Podlab did not load."],
  id: ["Memulai…", "Coba lagi", "Podlab gagal dimuat."],
  ko: ["시작하는 중…", "다시 시도", "Podlab을 불러오지 못했습니다."],
};

// The style sheet of every element until it is alive.
const STYLE =
  // As high as what it shows, and with room for that from the beginning; or as high as the page around says.
  ":host{display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);position:relative;contain:content;block-size:var(--podlab-height,auto);min-block-size:var(--podlab-height,560px)}" +
  // A lesson has its text above the stage.
  ":host([lesson]){min-block-size:var(--podlab-height,720px)}" +
  ":host([hidden]),.poster p:empty{display:none}" +
  ".poster,.poster img{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:contain}" +
  ".poster{padding:0;border:1px solid #8886;border-radius:1em;overflow:hidden;background:none;color:inherit;" +
  "font:600 15px system-ui;letter-spacing:0;cursor:pointer}" +
  ".poster:focus-visible{border:3px solid #326ce5}" +
  ".poster :is(b,p){position:absolute;inset:auto 16px 16px auto;margin:0;padding:8px 16px;border-radius:1em;background:#326ce5;color:#fff}" +
  ".poster p{inset:auto 16px 64px;background:#930}";

let sheet;
let observer;
/** Tells figures whether they are seen. */
const sight = () =>
  (observer ??= new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => target.isSeen(isIntersecting)),
    { rootMargin: "200px" },
  ));

// What this needs when a server imports it, where it has no effect.
const Base = globalThis.HTMLElement ?? class {};

export class PodLab extends Base {
  static observedAttributes = NAMES;
  #root = this.attachShadow({ mode: "open" });
  #button;
  #coming;
  #player;
  #seen = false;
  #kept;
  #wasPlaying;
  #isPressed = false;
  #failure;
  #turn = 0;
  #isDisposed = false;

  constructor() {
    super();
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
    // The reader moves the pointer or the focus here. With data saving on, and after a failed download, only a press starts the program.
    for (const sign of ["pointerenter", "focusin"]) this.addEventListener(sign, () => this.#isWanted() && this.#come());
    // What a script said of it before this one was there hides the properties below.
    for (const [name, value] of Object.entries(this)) {
      if (name in PodLab.prototype && delete this[name]) Reflect.set(this, name, value);
    }
  }

  connectedCallback() {
    this.#turn += 1;
    this.#player?.act(this.#seen ? "show" : "hide");
    // By then it is configured, also where it stood in the page before this script.
    queueMicrotask(() => this.#showPoster());
    sight().observe(this);
  }

  disconnectedCallback() {
    sight().unobserve(this);
    this.#player?.act("hide");
    // A figure that is only moved is back at once. One that stays away is put aside, and continues from there when it comes back.
    this.#awayFrom(++this.#turn);
  }

  #awayFrom(turn) {
    setTimeout(() => turn === this.#turn && !this.isConnected && this.#putAside(), 1000);
  }

  attributeChangedCallback(name, old, value) {
    if (old === value) return;
    const isOpening = OPENING.has(name);
    if (!this.#coming) {
      // Its picture; before it is in the page, all are still being said.
      const mayOpenNow = isOpening && this.#failure;
      if (mayOpenNow) this.#failure = undefined;
      if (this.#button) this.#showPoster();
      if (mayOpenNow && this.#seen) this.#come();
    } else if (isOpening) this.#reopen();
    // By then it may be another figure, or none.
    else this.#coming.then(() => this.#player?.follow(name), () => {});
  }

  isSeen(seen) {
    this.#seen = seen;
    this.#player?.act(seen ? "show" : "hide");
    // When the page has nothing else to do; soon all the same.
    const come = () => this.#seen && this.#isWanted() && this.#come();
    if (seen) (globalThis.requestIdleCallback ?? setTimeout)(come, { timeout: 500 });
  }

  /** Whether the program may come before somebody presses. */
  #isWanted() {
    return this.isConnected && !this.#isDisposed && !this.#failure && !navigator.connection?.saveData;
  }

  /** The language of the page here, of those that are spoken. */
  #language() {
    const code = this.getAttribute("lang") || this.closest("[lang]")?.lang || "";
    return code.toLowerCase().match(/^(id|ko)\b/)?.[0] ?? "en";
  }

  /** The address of its picture, in its language and colours, or the system's; none for what its author brings. */
  #picture() {
    const { scene } = this;
    const own = this.manifest ?? this.src ?? this.lesson ?? this.querySelector("script[type='application/yaml']");
    if (!/^[a-z0-9-]+$/.test(scene ?? "") || own !== null) return undefined;
    const system = matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light";
    const look = this.theme?.match(/^(light|dark)$/)?.[0] ?? system;
    return new URL(`posters/${this.#language()}/${scene}-${look}.svg`, folder());
  }

  #showPoster() {
    if (!this.isConnected || this.#player) return;
    const button = document.createElement("button");
    button.className = "poster";
    button.part = "poster";
    button.type = "button";
    const address = this.poster ?? this.#picture();
    if (address) {
      const image = document.createElement("img");
      image.alt = "";
      image.src = address;
      // A picture that is not there leaves the button.
      image.onerror = () => image.remove();
      button.append(image);
    }
    const message = document.createElement("p");
    message.role = "alert";
    button.append(message, document.createElement("b"));
    button.ariaLabel = `Podlab: ${this.lesson ?? this.scene ?? "Pod"}`;
    button.onclick = () => this.#press();
    this.#button?.remove();
    this.#root.append((this.#button = button));
    this.#label();
  }

  /** Lets the picture say how it stands with the program. */
  #label() {
    if (!this.#button) return;
    const [starting, again, failed] = WORDS[this.#language()];
    const [message, label] = this.#button.querySelectorAll("p,b");
    const { cause, message: reason = "" } = this.#failure ?? {};
    message.textContent = cause ? failed : reason.slice(0, 300);
    label.textContent = this.#failure ? again : this.#isPressed ? starting : "▶ Podlab";
    this.#button.ariaBusy = Boolean(this.#coming);
  }

  /** What is pressed before the program is here is done when it is. */
  #press() {
    this.#isPressed = true;
    this.#there().then(
      (player) => {
        if (this.#isPressed && this.controls !== "none") player.act("play");
        this.#isPressed = false;
        player.focus();
      },
      () => {},
    );
    this.#label();
  }

  /** Fetches the program, once, and opens the figure. */
  #come() {
    if (!this.#coming) {
      const turn = this.#turn;
      this.#failure = undefined;
      // By then it is configured, also where figures stood in the page before this script.
      const opened = Promise.resolve()
        .then(() => settings.player())
        .catch((error) => {
          throw Object.assign(error, { cause: "lost" });
        })
        .then(({ open }) => open(this, this.#root, { ...settings, base: settings.base && folder() }, this.#kept))
        .then((player) => {
          if (opened !== this.#coming) {
            player.dispose();
            if (this.#isDisposed) throw new Error("the figure was disposed of");
            return this.#come();
          }
          this.#player = player;
          if (this.#kept && this.#wasPlaying) player.act("play");
          this.#button?.remove();
          this.#kept = this.#button = undefined;
          player.act(this.#seen && turn === this.#turn ? "show" : "hide");
          // Taken out of the page while it was on its way.
          if (!this.isConnected) this.#awayFrom(this.#turn);
          return player;
        })
        .catch((error) => {
          // Of what is not wanted any more only those hear who wait for it.
          if (opened === this.#coming) {
            this.#coming = undefined;
            // A saved run that cannot be opened is dropped: the next attempt starts from the beginning.
            if (error.cause !== "lost") this.#kept = undefined;
            this.#fail(error);
          }
          throw error;
        });
      // Who waits for it hears of an error; here it is told as an event.
      opened.catch(() => {});
      this.#coming = opened;
      this.#label();
    }
    return this.#coming;
  }

  #fail(error) {
    this.#failure = error;
    this.#isPressed = false;
    this.#label();
    this.dispatchEvent(new CustomEvent("podlab-error", { detail: { message: error.message }, bubbles: true, composed: true }));
  }

  #drop() {
    this.#player?.dispose();
    this.#player = this.#coming = this.#failure = undefined;
    this.#isPressed = false;
  }

  /** Opens the figure again: from the beginning, or from the saved run in `kept`. */
  #reopen(kept) {
    this.#isDisposed = this.#wasPlaying = false;
    this.#drop();
    this.#kept = kept;
    this.#showPoster();
    if (this.#seen) this.#come();
  }

  #putAside() {
    if (!this.#player) return;
    try {
      this.#wasPlaying = this.#player.isPlaying();
      this.#kept = this.#player.keep();
    } catch {
      // The run cannot be exported, so the figure starts from the beginning.
    }
    this.#drop();
  }

  /** The player once it is where it is to be. */
  async #there() {
    this.#isDisposed = false;
    const player = await this.#come();
    await player.arrive();
    return player;
  }

  async #act(action, number) {
    this.#isDisposed = false;
    const player = await this.#come();
    player.act(action, number);
    await player.arrive();
  }

  /** Lets time pass. */
  async play() {
    await this.#act("play");
  }
  /** Lets time stand still. */
  async pause() {
    await this.#act("pause");
  }
  /** Goes to the next visible change. */
  async step() {
    await this.#act("step");
  }
  /** Goes to the visible change before. */
  async stepBack() {
    await this.#act("stepBack");
  }
  /** Goes to a moment, in seconds since the beginning. */
  async seek(seconds) {
    await this.#act("seek", Number(seconds));
  }
  /** Goes back to the beginning, as it was opened. */
  async reset() {
    await this.#act("reset");
  }
  /** Does what a kubectl line says, and gives what it prints. */
  async run(command) {
    const player = await this.#there();
    const printed = player.run(String(command));
    await player.arrive();
    return printed;
  }
  /** Returns a text from which `restore` can continue at another visit; null before the figure is alive. */
  save() {
    return (this.#player?.keep() ?? this.#kept)?.run ?? null;
  }
  /** Continues from a text that `save` returned. A lesson starts from the beginning if the text is of another lesson or version; a figure without a lesson fails. */
  async restore(saved) {
    this.#reopen({ run: String(saved) });
    await this.#there();
  }
  /** A figure of its own that goes on from here; put it where you want it. */
  async fork() {
    const player = await this.#there();
    const other = this.cloneNode(false);
    for (const name of ["scene", "src", "lesson", "start-at", "autoplay"]) other.removeAttribute(name);
    other.setAttribute("manifest", player.export("run"));
    return other;
  }
  /** The run as a file (`run`), the objects (`yaml`), or what `kubectl get pods -w` printed (`txt`). */
  async export(format = "run") {
    return (await this.#there()).export(format);
  }
  /** Takes the figure away for good; the element shows its picture again. */
  dispose() {
    this.#isDisposed = true;
    this.#drop();
    this.#kept = undefined;
    this.#showPoster();
  }
  /** The present moment, in seconds since the beginning. */
  get currentTime() {
    return this.#player?.now() ?? 0;
  }
  set currentTime(seconds) {
    this.seek(seconds).catch(() => {});
  }
  /** Whether time passes. */
  get playing() {
    return this.#player?.isPlaying() ?? false;
  }
}

// Every attribute is a property of the same name too.
const FLAGS = new Set(["autoplay", "readonly", "quiz"]);
for (const name of NAMES) {
  const property = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  // The element has `lang` already.
  if (property in PodLab.prototype) continue;
  Object.defineProperty(PodLab.prototype, property, {
    enumerable: true,
    get() {
      return FLAGS.has(name) ? this.hasAttribute(name) : this.getAttribute(name);
    },
    set(value) {
      if (FLAGS.has(name)) this.toggleAttribute(name, Boolean(value));
      else if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  });
}

/** Makes a figure at the end of `target`, an element or a selector, with the attributes as options. */
export function create(target, options = {}) {
  const place = typeof target === "string" ? document.querySelector(target) : target;
  if (!place) throw new TypeError(`Podlab: there is no ${target}`);
  const figure = document.createElement("pod-lab");
  for (const [name, value] of Object.entries(options)) {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (!NAMES.includes(attribute)) throw new TypeError(`Podlab: there is no option ${name}`);
    if (value === true) figure.setAttribute(attribute, "");
    else if (value !== false && value !== null && value !== undefined) figure.setAttribute(attribute, value);
  }
  place.append(figure);
  return figure;
}

if (globalThis.customElements && !customElements.get("pod-lab")) customElements.define("pod-lab", PodLab);
