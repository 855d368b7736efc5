// Which colours the page around a figure has, and when they change.

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The figures that follow, and how each is told. */
const followers = new Map();

/** Whether the ground behind an element is dark: of the first ancestor that has one, else as its colour scheme says. */
export function isDark(element) {
  for (let at = element; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    const [red, green, blue, opacity = 1] = getComputedStyle(at).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    if (red !== undefined && opacity > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme.includes("dark") && (dark.matches || !scheme.includes("light"));
}

const tell = () => {
  for (const follow of followers.values()) follow();
};
// A page changes its colours by a class or an attribute of one of these, and then may fade.
const changes = new MutationObserver(() => {
  tell();
  setTimeout(tell, 400);
});

/** Calls `follow` whenever the page's colours may have changed; without it no more. */
export function followPage(element, follow) {
  if (followers.size === 0) {
    dark.addEventListener("change", tell);
    for (const root of [document.documentElement, document.body]) changes.observe(root, { attributes: true });
  }
  if (follow) followers.set(element, follow);
  else followers.delete(element);
  if (followers.size === 0) {
    dark.removeEventListener("change", tell);
    changes.disconnect();
  }
}
