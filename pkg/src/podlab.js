// <pod-lab>: a Pod or a StatefulSet that lives, inside any page. This file is all a page pays until a figure comes into view or
// is pressed: until then there is a still picture. player.js and the program come after that.

const NAMES = [
  "scene", "src", "manifest", "controls", "panels", "lang", "theme", "speed", "autoplay", "start-at", "release", "readonly",
  "quiz", "goal", "poster",
];
// Changing one of these opens the figure anew; the others take effect as it goes on.
const OPENING = new Set(["scene", "src", "manifest", "controls", "panels", "start-at", "release", "readonly", "quiz"]);

const settings = { base: new URL(".", import.meta.url).href };

/** Says where the program is: `wasm` (an address, a Response, bytes, or a function that gives one) and `base`, a folder. */
export function configure(more) {
  Object.assign(settings, more);
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ":host{display:block;position:relative;contain:content;block-size:var(--podlab-height,560px)}" +
    ":host([hidden]){display:none}" +
    ".poster{position:absolute;inset:0;inline-size:100%;block-size:100%;padding:0;border:1px solid #8886;border-radius:12px;" +
    "background:none;color:inherit;font:600 15px/1.4 system-ui,sans-serif;cursor:pointer;overflow:hidden}" +
    ".poster:focus-visible{outline:3px solid #326ce5;outline-offset:2px}" +
    ".poster img{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:contain}" +
    ".poster b{position:absolute;inset:auto 16px 16px auto;padding:8px 16px;border-radius:99px;background:#326ce5;color:#fff}" +
    ".poster[aria-busy=true] b{opacity:.7}",
);

/** Those that are seen, and whose program is to come. */
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) target.isSeen(isIntersecting);
  },
  { rootMargin: "200px" },
);

export class PodLab extends HTMLElement {
  static observedAttributes = NAMES;
  #root = this.attachShadow({ mode: "open" });
  #button;
  #coming;
  #player;
  #seen = false;
  #kept;
  #wasPlaying;
  #turn = 0;
  #isDisposed = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    // What a script said of it before this one was there hides the properties below.
    for (const [name, value] of Object.entries(this)) {
      if (name in PodLab.prototype && delete this[name]) Reflect.set(this, name, value);
    }
  }

  connectedCallback() {
    this.#turn += 1;
    if (this.#player) this.#player.act(this.#seen ? "show" : "hide");
    else this.#showPoster();
    sight.observe(this);
  }

  disconnectedCallback() {
    sight.unobserve(this);
    this.#player?.act("hide");
    // Whoever is only moved is back at once. What stays away is put aside, and goes on from there when it comes back.
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
      if (this.#button && (isOpening || name === "poster")) this.#showPoster();
    } else if (isOpening) this.#reopen();
    // By then it may be another figure, or none.
    else this.#coming.then(() => this.#player?.follow(name), () => {});
  }

  isSeen(seen) {
    this.#seen = seen;
    this.#player?.act(seen ? "show" : "hide");
    // Who saves data presses.
    if (seen && !this.#isDisposed && !navigator.connection?.saveData) this.#come();
  }

  #showPoster() {
    if (!this.isConnected || this.#player) return;
    const button = document.createElement("button");
    button.className = "poster";
    button.part = "poster";
    button.type = "button";
    const label = document.createElement("b");
    label.textContent = "▶ Podlab";
    const scene = this.getAttribute("scene");
    const own = this.getAttribute("manifest") ?? this.getAttribute("src") ?? this.querySelector("script[type='application/yaml']");
    const named = scene && /^[a-z0-9-]+$/.test(scene) && own === null && `${settings.base}posters/${scene}.svg`;
    const address = this.getAttribute("poster") ?? named;
    if (address) {
      const image = document.createElement("img");
      image.alt = "";
      image.src = address;
      // A picture that is not there leaves the button.
      image.onerror = () => image.remove();
      button.append(image);
    }
    button.append(label);
    button.setAttribute("aria-busy", Boolean(this.#coming));
    button.setAttribute("aria-label", `Podlab: ${scene ?? "Pod"}`);
    button.onclick = () => this.#there().then((player) => player.focus(), () => {});
    this.#button?.remove();
    this.#root.append((this.#button = button));
  }

  /** Fetches the program, once, and opens the figure. */
  #come() {
    if (!this.#coming) {
      const turn = this.#turn;
      this.#button?.setAttribute("aria-busy", "true");
      // By then it is configured, also where figures stood in the page before this script.
      const opened = Promise.resolve()
        .then(() => (settings.player ?? (() => import("./player.js")))())
        .then(({ open }) => open(this, this.#root, settings, this.#kept))
        .then((player) => {
          if (opened !== this.#coming) {
            player.dispose();
            if (this.#isDisposed) throw new Error("the figure was disposed of");
            return this.#come();
          }
          this.#player = player;
          if (this.#kept && this.#wasPlaying) player.act("play");
          this.#kept = undefined;
          this.#button?.remove();
          player.act(this.#seen && turn === this.#turn ? "show" : "hide");
          // Taken out of the page while it was on its way.
          if (!this.isConnected) this.#awayFrom(this.#turn);
          return player;
        })
        .catch((error) => {
          // Of what is not wanted any more only those hear who wait for it.
          if (opened === this.#coming) {
            this.#coming = undefined;
            this.#button?.setAttribute("aria-busy", "false");
            this.#fail(error);
          }
          throw error;
        });
      // Who waits for it hears of an error; here it is told as an event.
      opened.catch(() => {});
      this.#coming = opened;
    }
    return this.#coming;
  }

  #fail(error) {
    const message = String(error?.message ?? error);
    const label = this.#button?.querySelector("b");
    if (label) label.textContent = message.slice(0, 300);
    this.dispatchEvent(new CustomEvent("podlab-error", { detail: { message }, bubbles: true, composed: true }));
  }

  #drop() {
    this.#player?.dispose();
    this.#player = this.#coming = undefined;
  }

  #reopen() {
    this.#isDisposed = false;
    this.#drop();
    this.#kept = undefined;
    this.#showPoster();
    if (this.#seen) this.#come();
  }

  #putAside() {
    if (!this.#player) return;
    try {
      this.#wasPlaying = this.#player.isPlaying();
      this.#kept = this.#player.export("run");
    } catch {
      // What makes a run of it cannot be had: it begins anew.
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

  async #act(deed, number) {
    this.#isDisposed = false;
    const player = await this.#come();
    player.act(deed, number);
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
  /** A figure of its own that goes on from here; put it where you want it. */
  async fork() {
    const player = await this.#there();
    const other = this.cloneNode(false);
    for (const name of ["scene", "src", "start-at", "autoplay"]) other.removeAttribute(name);
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
    configurable: true,
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

if (!customElements.get("pod-lab")) customElements.define("pod-lab", PodLab);
