// Finds elements as assistive technology would name them, also inside open shadow roots.
// Called with ("css", selector, null, patience), ("text", selector, text or null, patience) or ("role", role, name, patience). Waits for
// an element for so many milliseconds, here in the page: asking the driver again and again costs more than looking does.
// Returns { first: element or null, count, seen: [names or text] }.
const [by, what, wanted, patience] = arguments;

const NATIVE = {
  alert: "", article: "article", banner: "header", button: "button, summary, input[type=button], input[type=submit], input[type=reset]",
  checkbox: "input[type=checkbox]", combobox: "select:not([multiple]), input[list]", complementary: "aside",
  contentinfo: "footer", dialog: "dialog", figure: "figure", form: "form", group: "fieldset, details",
  heading: "h1, h2, h3, h4, h5, h6", img: "img, svg", link: "a[href], area[href]", list: "ul, ol, menu", listitem: "li",
  main: "main", meter: "meter", navigation: "nav", option: "option", progressbar: "progress",
  radio: "input[type=radio]", region: "section", row: "tr", search: "search", searchbox: "input[type=search]",
  slider: "input[type=range]", spinbutton: "input[type=number]", status: "output", table: "table",
  textbox: "textarea, input:not([type]), input[type=text], input[type=email], input[type=url], [contenteditable=true]",
};

function* roots(root) {
  yield root;
  for (const element of root.querySelectorAll("*")) {
    if (element.shadowRoot) yield* roots(element.shadowRoot);
  }
}

const all = (selector) => [...roots(document)].flatMap((root) => [...root.querySelectorAll(selector)]);
const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();

function isVisible(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden"
    && !element.closest("[aria-hidden=true], [inert]");
}

// The text that stays when hidden parts and fields are left out and pictures are replaced by their names.
function contents(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.getAttribute("aria-hidden") === "true" || node.hidden || node.matches("input, select, textarea")) return "";
  const label = node.getAttribute("aria-label") || node.getAttribute("alt");
  if (label) return ` ${label} `;
  const gap = getComputedStyle(node).display === "inline" ? "" : " ";
  return gap + [...node.childNodes].map(contents).join("") + gap;
}

function name(element) {
  const byId = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById(id)).filter(Boolean).map(contents).join(" ");
  const labels = [...(element.labels ?? [])].map(contents).join(" ");
  const legend = element.querySelector(":scope > legend, :scope > caption, :scope > figcaption, :scope > title");
  const isField = element.matches("input, select, textarea");
  return tidy(byId) || tidy(element.getAttribute("aria-label")) || tidy(labels) || tidy(element.getAttribute("alt"))
    || (legend ? tidy(contents(legend)) : "")
    || (isField ? (element.matches("[type=button], [type=submit], [type=reset]") ? tidy(element.value) : "")
      : tidy([...element.childNodes].map(contents).join("")))
    || tidy(element.getAttribute("title")) || tidy(element.getAttribute("placeholder"));
}

function visible(role) {
  const native = NATIVE[role] ? all(NATIVE[role]).filter((element) => !element.hasAttribute("role")) : [];
  return [...native, ...all(`[role~="${role}"]`)].filter(isVisible);
}

function look() {
  if (by !== "role") {
    const [first = null, ...others] = all(what);
    const text = by === "text" ? first?.innerText.trim() ?? "" : "";
    const isFound = first && (by === "css" || wanted === null || text === wanted);
    return { first: isFound ? first : null, count: isFound ? others.length + 1 : 0, seen: [text] };
  }
  const candidates = visible(what), seen = candidates.map(name);
  const found = candidates.filter((_, index) => seen[index] === tidy(wanted));
  return { first: found[0] ?? null, count: found.length, seen };
}

const until = Date.now() + patience;
return new Promise((done, fail) => {
  const attempt = (pause) => {
    try {
      const sight = look();
      if (sight.first || Date.now() >= until) done(sight);
      else setTimeout(attempt, pause, Math.min(pause * 2, 64));
    } catch (error) {
      fail(error);
    }
  };
  attempt(4);
});
