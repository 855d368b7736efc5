// What a <pod-lab> becomes where nothing can be fetched: all it needs comes by plain scripts.

import { open as openFigure } from "./player.js";
import { unpack } from "./unpack.js";

export function open(element, root, settings, kept) {
  const { held, base } = settings;
  // The bytes of a file of the program. With the last one come the languages.
  settings.bring ??= async (address) => {
    const [packed, locales] = await held(String(address).replace(/\.(wasm|bin)(?=\?|$)/, ".js"));
    if (locales) settings.locales = locales;
    return unpack(packed);
  };
  settings.more ??= async () => (await held(new URL("podlab_more.js", base)))[0];
  return openFigure(element, root, settings, kept);
}
