// Tells a learning management system (LMS) what the lesson in this page tells by its events, after SCORM 1.2 or SCORM 2004.
//
// The LMS puts an object into a window around the page: `API` in 1.2, `API_1484_11` in 2004. Without one the lesson works and nothing is
// recorded, and the page says so.

(() => {
  const WORDS = {
    en: "This page found no learning management system. Your results are not recorded.",
    id: "Halaman ini tidak menemukan sistem manajemen pembelajaran. Hasil Anda tidak dicatat.",
    ko: "이 페이지는 학습 관리 시스템을 찾지 못했습니다. 결과는 기록되지 않습니다.",
  };

  /** The functions and the names of the data in each edition. */
  const EDITIONS = {
    API: {
      call: { begin: "LMSInitialize", get: "LMSGetValue", set: "LMSSetValue", save: "LMSCommit", end: "LMSFinish" },
      status: "cmi.core.lesson_status",
      notBegun: "not attempted",
      location: "cmi.core.lesson_location",
      longest: 4096,
      score: "cmi.core.score",
      time: "cmi.core.session_time",
      exit: "cmi.core.exit",
      answered: "student_response",
      wrong: "wrong",
      duration: clock,
    },
    API_1484_11: {
      call: { begin: "Initialize", get: "GetValue", set: "SetValue", save: "Commit", end: "Terminate" },
      status: "cmi.completion_status",
      notBegun: "unknown",
      location: "cmi.location",
      longest: 64000,
      progress: "cmi.progress_measure",
      score: "cmi.score",
      time: "cmi.session_time",
      exit: "cmi.exit",
      answered: "learner_response",
      wrong: "incorrect",
      duration: (seconds) => `PT${seconds.toFixed(2)}S`,
    },
  };

  /** Seconds as SCORM 1.2 writes a duration: HHHH:MM:SS.SS. */
  function clock(seconds) {
    const part = (number, length) => String(Math.floor(number)).padStart(length, "0");
    return `${part(seconds / 3600, 4)}:${part((seconds / 60) % 60, 2)}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;
  }

  /** The object of an LMS and its edition, from a window or the windows around it. */
  function searched(first) {
    for (let [around, count] = [first, 0]; around && count < 500; count++) {
      for (const name of Object.keys(EDITIONS)) {
        try {
          if (around[name]) return { api: around[name], ...EDITIONS[name] };
        } catch {
          // A window of another origin has none for this page.
          return undefined;
        }
      }
      if (around === around.parent) return undefined;
      around = around.parent;
    }
  }

  const lms = searched(window) ?? searched(window.opener);
  const call = (name, ...values) => lms.api[lms.call[name]](...values);
  const set = (name, value) => call("set", name, String(value));
  if (!lms || String(call("begin", "")) !== "true") {
    addEventListener("DOMContentLoaded", () => {
      document.querySelector(".scorm-note").textContent = WORDS[document.documentElement.lang] ?? WORDS.en;
    });
    return;
  }

  const began = performance.now();
  const before = call("get", lms.status);
  // What was finished at an earlier visit stays finished.
  let isOver = before === "completed" || before === "passed";
  let best = Number(call("get", `${lms.score}.raw`)) || 0;
  if (before === "" || before === lms.notBegun) set(lms.status, "incomplete");
  call("save", "");

  // The LMS stores this text until the lesson is over: the steps with a right (`1+`) or a wrong (`2-`) answer, a semicolon, and the text
  // from which the figure continues. A text that is longer than the edition allows is not stored.
  const SUSPENDED = "cmi.suspend_data";
  const [, answered, saved] = /^([^;]*);(.+)$/s.exec(call("get", SUSPENDED)) ?? ["", "", ""];
  const answers = new Map([...answered.matchAll(/(\d+)([+-])/g)].map(([, step, sign]) => [Number(step), sign]));
  let hasEnded = false;

  const figure = () => document.querySelector("pod-lab");
  if (saved) customElements.whenDefined("pod-lab").then(() => figure().restore(saved)).catch(() => {});

  /** Stores how far the learner is. */
  function suspend() {
    let run;
    try {
      run = figure()?.save?.();
    } catch {
      // The program has stopped; what was kept before stays.
      return;
    }
    if (!run && !hasEnded) return;
    const text = hasEnded ? "" : `${[...answers].map((answer) => answer.join("")).join("")};${run}`;
    set(SUSPENDED, text.length > lms.longest ? "" : text);
  }

  document.addEventListener("podlab-prediction", ({ detail }) => {
    if (!detail.lesson) return;
    answers.set(detail.step, detail.right ? "+" : "-");
    const name = `cmi.interactions.${Number(call("get", "cmi.interactions._count")) || 0}`;
    set(`${name}.id`, `${detail.lesson}-step-${detail.step}`);
    set(`${name}.type`, "fill-in");
    set(`${name}.correct_responses.0.pattern`, detail.happened);
    set(`${name}.${lms.answered}`, detail.expected);
    set(`${name}.result`, detail.right ? "correct" : lms.wrong);
    suspend();
    call("save", "");
  });

  document.addEventListener("podlab-step", ({ detail }) => {
    const { step, steps, over } = detail;
    hasEnded = over;
    // A learner who starts the lesson again answers its later questions again.
    for (const later of [...answers.keys()].filter((each) => each > step)) answers.delete(later);
    set(lms.location, step);
    if (lms.progress) set(lms.progress, over || isOver ? 1 : (step - 1) / steps);
    if (over) {
      isOver = true;
      const right = [...answers.values()].filter((sign) => sign === "+").length;
      best = Math.max(best, answers.size ? Math.round((100 * right) / answers.size) : 100);
      set(`${lms.score}.min`, 0);
      set(`${lms.score}.max`, 100);
      set(`${lms.score}.raw`, best);
      if (lms.progress) set(`${lms.score}.scaled`, best / 100);
      set(lms.status, "completed");
    }
    suspend();
    call("save", "");
  });

  let isLeft = false;
  addEventListener("pagehide", () => {
    if (isLeft) return;
    isLeft = true;
    set(lms.time, lms.duration((performance.now() - began) / 1000));
    suspend();
    set(lms.exit, hasEnded ? "" : "suspend");
    call("save", "");
    call("end", "");
  });
})();
