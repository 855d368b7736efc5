// Which colours the page around a figure has, and when they change.

/** What the person has set the system to. */
const system = () => matchMedia("(prefers-color-scheme: dark)");

/** The figures that follow, and how each is told. */
const followers = new Map();

let canvas;

/** Red, green and blue from 0 to 255, and opacity from 0 to 1, of a colour in any notation. */
function parts(color) {
  const [red, green, blue, opacity = 1] = color.startsWith("rgb") ? color.match(/[\d.]+/g).map(Number) : [];
  if (red !== undefined) return [red, green, blue, opacity];
  // The browser knows all notations.
  canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const data = canvas.getImageData(0, 0, 1, 1).data;
  return [data[0], data[1], data[2], data[3] / 255];
}

/** Whether the ground behind an element is dark: of the first ancestor that has one, else as its colour scheme says. */
export function isDark(element) {
  for (let at = element; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    const [red, green, blue, opacity] = parts(getComputedStyle(at).backgroundColor);
    if (opacity > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme.includes("dark") && (system().matches || !scheme.includes("light"));
}

const tell = () => {
  for (const follow of followers.values()) follow();
};
// Made when the first figure follows, as a server that imports this has neither.
let dark;
let changes;

/** Calls `follow` whenever the page's colours may have changed; without it no more. */
export function followPage(element, follow) {
  if (followers.size === 0) {
    dark = system();
    dark.addEventListener("change", tell);
    // A page changes its colours by a class or an attribute of one of these, and then may fade.
    changes = new MutationObserver(() => {
      tell();
      setTimeout(tell, 400);
    });
    for (const root of [document.documentElement, document.body]) changes.observe(root, { attributes: true });
  }
  if (follow) followers.set(element, follow);
  else followers.delete(element);
  if (followers.size === 0) {
    dark.removeEventListener("change", tell);
    changes.disconnect();
  }
}
