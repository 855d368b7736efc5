// What a person sees when the program has stopped: what happened, the run as a file, and a way to start again.

// As `script.` in locales/, in this order.
const WORDS = {
  en: ["Podlab has stopped", "That is an error in Podlab.", "Your run was kept as it was after your last act.", "Save the run", "Start again"],
  id: ["Podlab berhenti", "Itu kesalahan di dalam Podlab.", "Run Anda disimpan seperti setelah tindakan terakhir Anda.", "Simpan run", "Mulai lagi"],
  ko: ["Podlab이 멈췄습니다", "Podlab의 오류입니다.", "실행은 마지막 동작 후의 상태로 보존되었습니다.", "실행 저장", "다시 시작"],
};

// A trap without a panic, such as too deep a recursion, is told by the browser alone.
addEventListener("error", ({ error }) => error instanceof WebAssembly.RuntimeError && stopped(String(error)));

let card;

/** Shows what happened in place of the page; the program calls this with the run, as the text of a file, once it has it. */
export function stopped(happened, run) {
  const [title, text, kept, save, again] = WORDS[document.documentElement.lang] ?? WORDS.en;
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  if (!card) {
    card = make("main", { className: "empty", tabIndex: -1 });
    card.setAttribute("role", "alert");
    const button = make("button", { type: "button", className: "button is-primary", textContent: again });
    button.onclick = () => location.reload();
    const row = make("div", { className: "row" });
    row.append(button);
    card.append(make("h1", { textContent: title }), make("p", { textContent: text }), make("pre", { textContent: happened }), row);
    document.body.replaceChildren(card);
    card.focus();
  }
  if (!run || card.querySelector("a")) return;
  card.querySelector("p").append(` ${kept}`);
  const address = URL.createObjectURL(new Blob([run], { type: "application/json" }));
  card.querySelector(".row").prepend(make("a", { className: "button", href: address, download: "podlab-run.json", textContent: save }));
}
