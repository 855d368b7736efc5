// Runs before the page's own scripts and collects whatever goes wrong in them.
(() => {
  // The tasks that the page has asked the browser to run next, so that a test can wait for them.
  const tasks = new Set();
  const { setTimeout: begin, clearTimeout: end } = window;
  window.podlabTasks = tasks;
  window.setTimeout = (run, delay, ...rest) => {
    if (delay > 0 || typeof run !== "function") return begin(run, delay, ...rest);
    const task = begin(() => {
      tasks.delete(task);
      run(...rest);
    });
    tasks.add(task);
    return task;
  };
  window.clearTimeout = (task) => {
    tasks.delete(task);
    end(task);
  };
  // Tests look at scenes that stand still until they are played, as they do for people who want less motion; `?running` shows the others.
  const { matchMedia } = window;
  const isCalm = !location.search.includes("running");
  window.matchMedia = (query) =>
    isCalm && query === "(prefers-reduced-motion: reduce)" ? { matches: true } : matchMedia.call(window, query);
  // Most tests press what first visitors find behind "All controls"; `?first-visit` shows the page as those see it.
  try {
    if (!localStorage.getItem("podlab-preferences") && !location.search.includes("first-visit")) {
      const panes = { controls: { isFolded: false }, timeline: { isFolded: false } };
      localStorage.setItem("podlab-preferences", JSON.stringify({ version: 1, panes }));
    }
  } catch {
    // A sandbox keeps nothing.
  }
  const errors = [];
  window.podlabErrors = errors;
  addEventListener("error", (event) => {
    // What may be fetched ahead need not be: Firefox says so when it is not.
    if (/\b(prefetch|next|prev)\b/.test(event.target?.rel)) return;
    const source = event.target?.src || event.target?.href;
    errors.push(event.message ? `${event.message} (${event.filename}:${event.lineno}) ${event.error?.stack}` : `cannot load ${source}`);
  }, true);
  addEventListener("unhandledrejection", (event) => errors.push(`unhandled rejection: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) =>
    errors.push(`content security policy ${event.violatedDirective} stops ${event.blockedURI}`));
  const warnings = [];
  window.podlabWarnings = warnings;
  for (const [kind, list] of [["error", errors], ["warn", warnings]]) {
    const original = console[kind];
    console[kind] = (...words) => {
      list.push(words.map(String).join(" "));
      original.apply(console, words);
    };
  }
})();
