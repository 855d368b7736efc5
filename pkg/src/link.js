// Runs in links, as Podlab's page writes and reads them: `link/src/packed.rs` has the format.

/** What is packed in a link may be no larger. */
const MOST = 1 << 20;

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
    if ((most -= part.value.length) < 0) throw new Error("What is packed in this link is larger than a link may hold");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** What stands after `#/run/`, from the text of a run. */
export async function packRun(text) {
  // As short as JSON can be.
  const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(text)));
  const packed = await pass(bytes, new CompressionStream("deflate-raw"), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `v1.${checksum(bytes)}.${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The text of a run, from what stands after `#/run/`. */
export async function unpackRun(packed) {
  const [version, sum, data = ""] = packed.split(".");
  if (version !== "v1" && version !== "v1u") throw new Error("This link is of another version of Podlab");
  const letters = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  const given = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const bytes = version === "v1u" ? given : await pass(given, new DecompressionStream("deflate-raw"), MOST);
  if (checksum(bytes) !== sum) throw new Error("This link is damaged, or a part of it was cut off");
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
