// What a <pod-lab> becomes where nothing can be fetched: all it needs comes by plain scripts.

import { open as openFigure } from "./player.js";
import { unpack } from "./unpack.js";

export function open(element, root, settings, kept) {
  const { held, base } = settings;
  settings.wasm ??= async () => {
    const [packed, locales] = await held(new URL("podlab_program.js", base));
    settings.locales = locales;
    return unpack(packed);
  };
  return openFigure(element, root, settings, kept);
}
