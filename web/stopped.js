// What a person sees when the program has stopped: what happened, the run as a file, and a way to start again.

// As `script.` in locales/, in this order.
const WORDS = {
  en: ["Podlab has stopped", "That is an error in Podlab.", "Your run was kept as it was after your last act.", "Save the run", "Start again"],
  id: ["Podlab berhenti", "Itu kesalahan di dalam Podlab.", "Simulasi Anda disimpan seperti setelah tindakan terakhir Anda.", "Simpan simulasi", "Mulai lagi"],
  ko: ["Podlab이 멈췄습니다", "Podlab의 오류입니다.", "실행은 마지막 동작 후의 상태로 보존되었습니다.", "실행 저장", "다시 시작"],
};

// What is shown in which place.
const cards = new WeakMap();

/** Shows in a place what happened, instead of what the program drew there; called again, offers the run, which is the text of a file. */
export function showStopped(place, level, language, happened, run) {
  const [title, text, kept, save, again] = WORDS[language] ?? WORDS.en;
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  let card = cards.get(place);
  if (!card) {
    cards.set(place, (card = make(level === 1 ? "main" : "div", { className: "empty", tabIndex: -1, lang: language in WORDS ? language : "en" })));
    card.setAttribute("role", "alert");
    const button = make("button", { type: "button", className: "button is-primary", textContent: again });
    button.onclick = () => location.reload();
    const row = make("div", { className: "row" });
    row.append(button);
    card.append(make(`h${level}`, { textContent: title }), make("p", { textContent: text }), make("pre", { textContent: happened }), row);
    place.replaceChildren(card);
  }
  if (!run || card.querySelector("a")) return;
  card.querySelector("p").append(` ${kept}`);
  const address = URL.createObjectURL(new Blob([run], { type: "application/json" }));
  card.querySelector(".row").prepend(make("a", { className: "button", href: address, download: "podlab-run.json", textContent: save }));
}

/** Shows on the page that the program has stopped. The program calls this again with the run once it has it. */
export function stopped(happened, run) {
  const isNew = !cards.has(document.body);
  showStopped(document.body, 1, document.documentElement.lang, happened, run);
  if (isNew) document.querySelector("main").focus();
}

/** Tells of traps without a panic too, such as too deep a recursion, of which only the browser knows. */
export function hearTraps() {
  addEventListener("error", ({ error }) => error instanceof WebAssembly.RuntimeError && stopped(String(error)));
}
