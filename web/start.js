// Starts the page: fetches the program, says how far that is, keeps what a person does meanwhile, and says so when it cannot go on.
// Until the program is there the page shows the still of its first scene, which stands in index.html and is made to fit by `still.js`.

(() => {
  // As `script.` in locales/, in this order.
  const WORDS = {
    en: ["Starting…", "Podlab is loading:", "Podlab could not be loaded. Is there a connection?", "Try again", "This browser cannot run Podlab: WebAssembly is missing or switched off."],
    id: ["Memulai…", "Podlab sedang dimuat:", "Podlab tidak dapat dimuat. Apakah ada koneksi?", "Coba lagi", "Peramban ini tidak dapat menjalankan Podlab: WebAssembly tidak ada atau dimatikan."],
    ko: ["시작하는 중…", "Podlab을 불러오는 중:", "Podlab을 불러오지 못했습니다. 연결되어 있습니까?", "다시 시도", "이 브라우저에서는 Podlab을 실행할 수 없습니다. WebAssembly가 없거나 꺼져 있습니다."],
  };
  // Milliseconds until the page says how far it is, and without a byte until it offers to try again.
  const PATIENCE = 3000;
  const SILENCE = 20000;

  const [glue, wasm] = document.querySelector('meta[name="podlab-program"]').content.split(" ");
  const root = document.documentElement;
  const url = (name) => new URL(name, document.baseURI).href;

  const language = earlyLanguage;
  const [STARTING, LOADING, FAILED, AGAIN, NO_WASM] = WORDS[language];

  // What went wrong, and the way out of it, stay in sight.
  let hasFailed = false;
  const handOver = keepPresses(() => hasFailed || say(STARTING));

  let message;

  /** Says something at the bottom of the page, with a button to try again. */
  function say(words, again) {
    message ??= Object.assign(document.createElement("div"), { className: "toast update", lang: language });
    message.replaceChildren(Object.assign(document.createElement("p"), { textContent: words }));
    message.setAttribute("role", again ? "alert" : "status");
    if (again) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: AGAIN });
      button.onclick = () => start(again);
      message.append(button);
    }
    // The program clears the body when it draws.
    if (!message.isConnected) document.body?.append(message);
  }

  let attempt = new AbortController();

  /** The program on its way, compiled while it comes. */
  async function fetchProgram(signal, heard) {
    const answer = await fetch(url(wasm), { signal });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const isPlain = !answer.headers.get("content-encoding");
    const whole = isPlain ? Number(answer.headers.get("content-length")) : 0;
    let bytes = 0;
    const count = new TransformStream({
      transform(part, out) {
        bytes += part.length;
        heard(bytes, whole);
        out.enqueue(part);
      },
    });
    return new Response(answer.body.pipeThrough(count), { headers: { "content-type": "application/wasm" } });
  }

  async function start(number = 0) {
    attempt.abort();
    const { signal } = (attempt = new AbortController());
    hasFailed = false;
    let isSlow = number > 0;
    let silence;
    let [bytes, whole] = [0, 0];
    const size = (count) => `${Math.round(count / 1000)} kB`;
    const tell = () => isSlow && say(`${LOADING} ${size(bytes)}${whole > bytes ? ` / ${size(whole)}` : ""}`);
    const heard = (...now) => {
      clearTimeout(silence);
      if (signal.aborted) return;
      silence = setTimeout(() => attempt.abort(new Error("timeout")), SILENCE);
      [bytes, whole] = now;
      tell();
    };
    const patience = setTimeout(() => {
      isSlow = true;
      tell();
    }, PATIENCE);
    try {
      heard(0, 0);
      // A browser may remember a script that it could not fetch by its address.
      const script = url(glue) + (number ? `?again=${number}` : "");
      const [program, answer] = await Promise.all([import(script), fetchProgram(signal, heard)]);
      await program.default({ module_or_path: answer });
      const { hearTraps, stopped } = await import("./stopped.js");
      hearTraps();
      const version = /-([0-9a-f]+)_bg\.wasm$/.exec(wasm);
      await handOver(() => {
        root.classList.remove("is-link");
        program.openPage(version?.[1], stopped);
      });
      keepForLater();
    } catch (error) {
      if (signal !== attempt.signal) return;
      console.warn(error);
      hasFailed = true;
      const isMissing = !self.WebAssembly || error instanceof WebAssembly.CompileError;
      say(isMissing ? NO_WASM : FAILED, isMissing ? 0 : number + 1);
    } finally {
      clearTimeout(silence);
      clearTimeout(patience);
    }
  }

  /** What is kept for the time without a network comes when nobody waits for anything. In a frame the page is somebody else's guest. */
  function keepForLater() {
    const idle = self.requestIdleCallback ?? setTimeout;
    if (self === top && isSecureContext) setTimeout(() => idle(() => import("./offline.js").catch(() => {})), 2000);
  }

  start();
})();
