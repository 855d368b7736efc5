// Starts the page that is one file. Whatever the page would fetch lies in it; `still.js` stands there before this.

import start, { giveFile, openPage } from "podlab-glue";
import packed from "podlab-program";
import id from "../messages/locales/id.txt";
import ko from "../messages/locales/ko.txt";
import packedLessons from "podlab-lessons";
import "./presses.js";
import { hearTraps, stopped } from "./stopped.js";
import { unpack } from "./unpack.js";

// As `script.` in locales/, in this order.
const WORDS = {
  en: ["Starting…", "Podlab cannot start in this browser. Firefox 113, Chrome 103, Safari 16.4 and later versions can open this file."],
  id: ["Memulai…", "Podlab tidak bisa dimulai di peramban ini. Firefox 113, Chrome 103, Safari 16.4 dan versi sesudahnya bisa membuka berkas ini."],
  ko: ["시작하는 중…", "이 브라우저에서는 Podlab을 시작할 수 없습니다. Firefox 113, Chrome 103, Safari 16.4와 그 이후 버전에서 이 파일을 열 수 있습니다."],
};
const language = earlyLanguage;
const [STARTING, OLD_BROWSER] = WORDS[language];

const message = Object.assign(document.createElement("p"), { className: "toast", lang: language });

/** Says something at the bottom of the page. */
function say(words, role) {
  message.setAttribute("role", role);
  message.textContent = words;
  document.body.append(message);
}

const handOver = keepPresses(() => say(STARTING, "status"));

try {
  if (!self.DecompressionStream) throw new Error("DecompressionStream");
  await start({ module_or_path: await WebAssembly.compile(await unpack(packed).arrayBuffer()) });
  hearTraps();
  const lessons = await unpack(packedLessons).json();
  for (const [path, text] of Object.entries({ "locales/id.txt": id, "locales/ko.txt": ko, ...lessons })) giveFile(path, text);
  await handOver(() => {
    document.documentElement.classList.remove("is-link");
    openPage(undefined, stopped);
  });
  // There is no folder to go to: the page starts again.
  addEventListener("click", (event) => {
    if (!event.target.closest?.('a[href="./"]')) return;
    event.preventDefault();
    history.replaceState(null, "", location.href.split("#")[0]);
    location.reload();
  });
} catch (error) {
  // Nothing is kept for a program that does not come.
  handOver(() => {});
  say(`${OLD_BROWSER} (${error.message})`, "alert");
}
