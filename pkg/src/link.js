// Runs in links, as Podlab's page writes and reads them: `link/src/packed.rs` has the format.

/** What is packed in a link may be no larger, and what stands for it no longer: `link/src/limits.rs`, which counts the link's other words, too. */
const MOST = 1 << 20;
const MOST_LETTERS = (1 << 16) - 100;

/** What is wrong, in a word. */
const failure = (cause) => new Error(`Podlab cannot use this link: ${cause}`, { cause });

/** FNV-1a, which tells a link that was cut off. */
function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** What comes through a stream, if it is not too much. */
async function pass(bytes, through, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts = [];
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    if ((most -= part.value.length) < 0) throw failure("large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** What stands after `#/run/`, from the text of a run. */
export async function packRun(text) {
  // As short as JSON can be.
  const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(text)));
  const packed = await pass(bytes, new CompressionStream("deflate-raw"), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const link = `v1.${checksum(bytes)}.${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  if (bytes.length > MOST || link.length > MOST_LETTERS) throw failure("long");
  return link;
}

/** The text of a run, from what stands after `#/run/`. What is wrong with it is an error whose cause is `version`, `large` or `damaged`. */
export async function unpackRun(packed) {
  const [version, sum, data] = packed.split(".");
  if (/^v(?!1u?$)/.test(version)) throw failure("version");
  try {
    const letters = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
    const given = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = version === "v1u" ? given : await pass(given, new DecompressionStream("deflate-raw"), MOST);
    if (bytes.length > MOST) throw failure("large");
    if (checksum(bytes) === sum) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error.cause === "large") throw error;
  }
  // Letters that are none, a stream that breaks off, a wrong sum: something is missing, or another.
  throw failure("damaged");
}
