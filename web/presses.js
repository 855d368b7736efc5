// Keeps what a person does on the still until the program is there, and then does it. `start.js` and `one-file.js` use this.

/** Begins to keep clicks, keys and changes; `onPress` is told of each. Returns what hands the page over to the program. */
self.keepPresses = (onPress) => {
  // The program draws the same regions, with the same controls in them, so that a control is known by its region and its number.
  const REGIONS = [".topbar", ".stage", ".controls", ".tracks", ".answers", ".transport"];
  const CONTROLS = "a[href], button, input, select, summary, [tabindex='0']";
  const controlsOf = (region) =>
    [...document.querySelectorAll(`${region} :is(${CONTROLS})`)].filter((each) => !each.closest("[popover], dialog"));
  const placeOf = (control) => {
    const region = REGIONS.find((css) => control?.closest(css));
    return region ? [region, controlsOf(region).indexOf(control)] : [];
  };
  const controlAt = ([region, number]) => region && controlsOf(region)[number];
  const drawn = () => new Promise(requestAnimationFrame);
  const presses = [];
  let isDown = false;

  function keep(event) {
    const target = event.target.closest?.(CONTROLS);
    if (event.type === "keydown") {
      const isForBrowser = event.altKey || event.ctrlKey || event.metaKey;
      if (isForBrowser || event.target !== document.body || ![" ", "ArrowRight"].includes(event.key)) return;
    } else if (!target || target.matches("a, summary") || target.closest(".toast")) return;
    if (event.type !== "change") event.preventDefault();
    const { type, key, code, shiftKey } = event;
    presses.push({ type, key, code, shiftKey, place: placeOf(target), value: target?.value });
    target?.setAttribute("aria-busy", "true");
    onPress();
  }

  function point({ type }) {
    isDown = type === "pointerdown";
  }

  /** Adds the listeners, or removes them. */
  function listen(change) {
    for (const type of ["click", "keydown", "change"]) change(type, keep, true);
    for (const type of ["pointerdown", "pointerup", "pointercancel"]) change(type, point, true);
  }

  listen(addEventListener);

  async function repeat(focused) {
    await drawn();
    controlAt(focused)?.focus({ preventScroll: true });
    for (let press; (press = presses.shift()); await drawn()) {
      const { type, key, code, shiftKey, place, value } = press;
      const target = controlAt(place);
      if (type === "keydown") {
        // The program listens once it has drawn, and prevents the default of the keys it takes: until then the key is sent again.
        const event = () => new KeyboardEvent(type, { key, code, shiftKey, bubbles: true, cancelable: true });
        for (let frames = 0; document.body.dispatchEvent(event()) && frames < 100; frames += 1) await drawn();
      } else if (type === "click") target?.click();
      else if (target) {
        target.value = value;
        for (const kind of ["input", "change"]) target.dispatchEvent(new Event(kind, { bubbles: true }));
      }
    }
  }

  /** Lets the program draw, gives the focus to what had it, and does what was kept, one after the other. */
  return async (draw) => {
    // A browser makes a click of a pointer that goes down and up on one control, so the control stays until the pointer is up.
    for (let frames = 0; isDown && frames < 100; frames += 1) await drawn();
    listen(removeEventListener);
    const focused = placeOf(document.activeElement);
    draw();
    repeat(focused);
  };
};
