// What links need of the browser: packing, unpacking and the clipboard.

// Bytes that are given to a stream at once, so that it never makes much of little.
const PIECE = 1024;

/** What a stream such as "DecompressionStream" makes of bytes as raw DEFLATE; undefined if that is more than so many bytes, null if
 *  this browser has no such stream. Fails if the bytes are wrong. */
export async function pass(bytes, kind, most) {
  let stream;
  try {
    stream = new self[kind]("deflate-raw");
  } catch {
    return null;
  }
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const write = async () => {
    for (let at = 0; at < bytes.length; at += PIECE) await writer.write(bytes.subarray(at, at + PIECE));
    await writer.close();
  };
  // What goes wrong in it is read below.
  write().catch(() => {});
  const parts = [];
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    most -= part.value.length;
    if (most < 0) return void reader.cancel().catch(() => {});
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Copies the text of a field. Gives whether that was possible. */
export async function copy(id) {
  const field = document.getElementById(id);
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without a secure connection there is only the old way.
    field.select();
    return document.execCommand("copy");
  }
}
