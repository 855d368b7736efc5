// Keeps the page for the time without a network, and says when a new version is there. The page fetches this when it has nothing
// else to do.

// As `script.update`, `script.reload` and `script.close` in locales/.
const WORDS = {
  en: ["A new version of Podlab is ready.", "Reload", "Close"],
  id: ["Versi baru Podlab sudah siap.", "Muat ulang", "Tutup"],
  ko: ["Podlab의 새 버전이 준비되었습니다.", "새로 고침", "닫기"],
};

let notice;

const after = (milliseconds, value) => new Promise((go) => setTimeout(go, milliseconds, value));

/** Milliseconds after which a worker has taken over, whatever a browser says of it. */
const LONGEST = 10000;

/**
 * Waits until a worker governs the page, or has given way to a newer one, which makes it redundant. At times WebKit shows the page that a
 * worker is activating for as long as one looks, although it is activated; but none other answers.
 */
async function whenActive(worker) {
  const end = performance.now() + LONGEST;
  while (!["activated", "redundant"].includes(worker.state) && performance.now() < end) {
    if (navigator.serviceWorker.controller === worker) {
      const answer = fetch(document.baseURI).then(({ ok }) => ok, () => false);
      if (await Promise.race([answer, after(2000, false)])) return;
    }
    await after(50);
  }
}

/** Says in the page's language that another version waits, and lets it come when the person wants it. */
function tell(registration) {
  if (notice) return;
  const make = (tag, className) => Object.assign(document.createElement(tag), { className });
  notice = make("div", "toast update");
  const text = make("p", "");
  const reload = make("button", "button");
  const close = make("button", "button");
  const speak = () => {
    const [said, word, dismissal] = WORDS[document.documentElement.lang] ?? WORDS.en;
    text.textContent = said;
    reload.textContent = word;
    close.textContent = dismissal;
  };
  text.setAttribute("role", "status");
  reload.type = close.type = "button";
  reload.onclick = () => {
    reload.onclick = null;
    const worker = registration.waiting;
    // Another window has let it come.
    if (!worker) return location.reload();
    worker.postMessage("podlab: take over");
    // Not before: WebKit can wait forever for a page that is asked of a worker which is activating.
    whenActive(worker).then(() => location.reload());
  };
  const language = new MutationObserver(speak);
  close.onclick = () => {
    language.disconnect();
    notice.remove();
  };
  notice.append(text, reload, close);
  document.body.append(notice);
  // Heard once it is there to change.
  requestAnimationFrame(speak);
  language.observe(document.documentElement, { attributeFilter: ["lang"] });
}

/** Tells when this worker has all files of a version other than the one that is shown. */
function watch(registration, worker) {
  // There the page that is shown is always the present one: see sw.js.
  if (location.hostname === "localhost") return;
  const look = () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) tell(registration);
  };
  worker?.addEventListener("statechange", look);
  if (worker) look();
}

// Who pays for every byte is not made to fetch what nobody asked for.
if ("serviceWorker" in navigator && !navigator.connection?.saveData) {
  try {
    const worker = new URL("sw.js", import.meta.url);
    const registration = await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
    for (const each of [registration.waiting, registration.installing]) watch(registration, each);
    registration.addEventListener("updatefound", () => watch(registration, registration.installing));
  } catch {
    // A browser or a server that does not want it: the page works as before, with a network. Nobody asked for more, so nobody is
    // told; and so it is when the worker finds no room (sw.js).
  }
}
