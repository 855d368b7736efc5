// What links need of the browser: packing, unpacking and the clipboard.

// Bytes that are given to the unpacker at once, so that no step makes much of little.
const PIECE = 1024;

/** Packs bytes as raw DEFLATE; nothing if this browser cannot. */
export async function deflate(bytes) {
  if (!self.CompressionStream) return undefined;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Unpacks raw DEFLATE, up to so many bytes. Gives "missing", "large" or "damaged" if that cannot be. */
export async function inflate(bytes, most) {
  if (!self.DecompressionStream) return "missing";
  const { readable, writable } = new DecompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const write = async () => {
    for (let at = 0; at < bytes.length; at += PIECE) await writer.write(bytes.subarray(at, at + PIECE));
    await writer.close();
  };
  // What goes wrong here is read there.
  write().catch(() => {});
  const parts = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        writer.abort().catch(() => {});
        return "large";
      }
      parts.push(value);
    }
  } catch {
    return "damaged";
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
