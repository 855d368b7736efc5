// Makes the still fit who looks at it: in the colours that were chosen, folded where there is little room, without the first steps once
// they are done, and with a link nothing but its name, since the still shows the first scene. It runs before the still is drawn: `index.html` loads it before `start.js`, and
// `podlab.html` has it in itself before the script that `one-file.js` becomes.

(() => {
  // As `script.` in locales/.
  const WORDS = {
    en: ["A run from a link"],
    id: ["Simulasi dari tautan"],
    ko: ["링크에 담긴 실행"],
  };
  const root = document.documentElement;

  /** What the visitor chose at the last visit (`web/src/preferences.rs`), where a browser keeps anything. */
  function preferences() {
    try {
      return JSON.parse(localStorage.getItem("podlab-preferences")) ?? {};
    } catch {
      return {};
    }
  }

  const chosen = preferences();
  const codes = [chosen.language ?? "", ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase());
  const language = codes.find((code) => code in WORDS) ?? "en";
  /** The language of what is said before the program is there. */
  self.earlyLanguage = language;

  const { theme } = chosen;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (chosen.contrast === "high") root.dataset.contrast = "high";
  // A link's name stands there instead of the first scene until the program draws (styles/page.css).
  const isLink = location.hash.startsWith("#/");
  const isRun = location.hash.startsWith("#/run/");
  const [, name = ""] = /^#\/(?:scene|example)\/([\w/-]+)/.exec(location.hash) ?? [];
  root.classList.toggle("is-link", isLink);
  // As the program opens them.
  const isWide = matchMedia("(min-width: 48rem)").matches;
  /** Folds the panes as the visitor left them. What the still has of them is not what the program will draw there, so it goes. */
  function foldPanes(isWide) {
    const { controls, timeline, answers } = chosen.panes ?? {};
    const lab = document.querySelector(".lab");
    const leave = (isLeft, css) => {
      const pane = isLeft ? document.querySelector(css) : null;
      pane?.replaceChildren();
      pane?.classList.add("is-folded");
    };
    if (controls?.isFolded === false) {
      lab?.classList.remove("has-few");
      const pane = document.querySelector(".controls");
      pane?.replaceChildren();
      pane?.classList.remove("is-few");
    }
    leave(timeline?.isFolded ?? !isWide, ".tracks");
    leave(answers?.isFolded, ".answers");
    if (answers?.isFolded) lab?.classList.add("folds-answers");
    for (const [name, pane] of Object.entries(chosen.panes ?? {})) {
      const unit = name === "timeline" ? "vh" : "vw";
      if (pane?.size) root.style.setProperty(`--pane-${name}`, `${pane.size / 10}${unit}`);
    }
  }
  // By then the still is parsed, and no module has run.
  const fit = () => {
    if (chosen.firstStep === "done") document.querySelector(".first-steps")?.remove();
    foldPanes(isWide);
    const still = document.querySelector("#still-name");
    if (isRun) still.lang = language;
    still.append(isRun ? WORDS[language][0] : name);
  };
  document.addEventListener("readystatechange", fit, { once: true });
})();
