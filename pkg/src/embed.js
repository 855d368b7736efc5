// The page `embed.html`: one figure that fills an iframe, and what it and the page around say to each other.
//
// Its address says what it shows: by the fragment of a link to Podlab's page (`#/scene/crash-loop?at=90s`), or by a query: `embed.html?scene=crash-loop&controls=faults`, with the attributes of <pod-lab> as names, and
// `origin`, the only page that may talk with it. It asks for nothing of its own origin, so `sandbox="allow-scripts"` is enough.

const PROTOCOL = 1;
const ATTRIBUTES = [
  "scene", "src", "manifest", "controls", "panels", "lang", "theme", "speed", "autoplay", "start-at", "release", "readonly", "quiz",
];
const LONGEST = 100_000;

const asked = new URLSearchParams(location.search);
const figure = document.createElement("pod-lab");
for (const name of ATTRIBUTES) {
  const value = asked.get(name);
  if (value !== null && value.length <= LONGEST && value !== "false") figure.setAttribute(name, value);
}
// It is alive at once.
figure.setAttribute("poster", "");
document.documentElement.lang = asked.get("lang") ?? "en";
/** The run that is packed in a link. What is wrong with it the figure says. */
async function unpack(packed) {
  const [version, , data] = packed.split(".");
  const letters = atob((data ?? "").replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  if (version === "v1u") return new TextDecoder().decode(bytes);
  if (version !== "v1") throw new Error("This link is of another version of Podlab");
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let left = 1 << 20;
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    if ((left -= part.value.length) < 0) throw new Error("What is packed in this link is larger than a link may hold");
  }
  return new Blob(parts).text();
}

/** Shows what the fragment of a link says. */
async function follow(fragment) {
  const [path, query = ""] = fragment.split("?");
  const [, kind, ...rest] = path.split("/");
  const view = new URLSearchParams(query);
  const set = (name, value) => value !== null && value.length <= LONGEST && figure.setAttribute(name, value);
  set("start-at", view.get("at"));
  set("release", view.get("release"));
  if (!asked.has("lang")) set("lang", view.get("lang"));
  if (!asked.has("panels") && view.has("panel")) set("panels", `tracks ${view.get("panel")}`);
  if (view.has("play")) figure.setAttribute("autoplay", "");
  set("speed", view.get("play"));
  if (kind === "scene") set("scene", rest[0] ?? "");
  if (kind === "example") set("scene", ["example", ...rest].join("/"));
  if (kind === "run") set("manifest", await unpack(rest.join("/")));
}

if (/^#\/(scene|example|run)\//.test(location.hash)) {
  const told = (error) => say("error", { message: String(error?.message ?? error) });
  follow(location.hash).catch(told).finally(() => document.body.append(figure));
} else {
  document.body.append(figure);
}

const partner = asked.get("origin");

function say(type, detail) {
  // To everybody unless the address names who may hear it; it is about a simulation, and holds no secret.
  if (parent !== window) parent.postMessage({ podlab: PROTOCOL, type, detail }, partner ?? "*");
}

for (const kind of ["ready", "change", "goal", "prediction", "error"]) {
  figure.addEventListener(`podlab-${kind}`, (event) => say(kind, event.detail));
}

/** What the figure would need to show everything without scrolling. */
let height = 0;
function measure() {
  const root = figure.shadowRoot;
  const [body, whole] = [root.querySelector(".figure-body"), root.querySelector(".figure")];
  if (!body) return;
  const wanted = whole.offsetHeight - body.clientHeight + body.scrollHeight;
  if (wanted !== height) say("height", { height: (height = wanted) });
}
for (const kind of ["ready", "change"]) figure.addEventListener(`podlab-${kind}`, () => requestAnimationFrame(measure));
addEventListener("resize", measure);

const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined);
const word = (value) => (typeof value === "string" && value.length <= LONGEST ? value : undefined);
/** What the page around may ask for. The value is the only thing of a message that is used. */
const deeds = new Map([
  ["play", () => figure.play()],
  ["pause", () => figure.pause()],
  ["step", () => figure.step()],
  ["stepBack", () => figure.stepBack()],
  ["reset", () => figure.reset()],
  ["seek", (value) => number(value) !== undefined && figure.seek(value)],
  ["speed", (value) => number(value) !== undefined && figure.setAttribute("speed", value)],
  ["theme", (value) => ["auto", "light", "dark"].includes(value) && figure.setAttribute("theme", value)],
  ["language", (value) => ["en", "id", "ko"].includes(value) && figure.setAttribute("lang", value)],
  ["run", async (value) => word(value) !== undefined && say("printed", { text: await figure.run(value) })],
  ["export", async (value) => word(value) !== undefined && say("exported", { format: value, text: await figure.export(value) })],
  ["height", () => ((height = 0), measure())],
]);

addEventListener("message", (event) => {
  if (event.source !== parent || (partner !== null && event.origin !== partner)) return;
  const message = event.data;
  if (typeof message !== "object" || message === null || !Object.hasOwn(message, "podlab") || message.podlab !== PROTOCOL) return;
  const deed = Object.hasOwn(message, "type") && deeds.get(message.type);
  const value = Object.hasOwn(message, "value") ? message.value : undefined;
  if (!deed) return say("error", { message: "Podlab does not know this message" });
  Promise.resolve(deed(value)).catch((error) => say("error", { message: String(error?.message ?? error) }));
});
