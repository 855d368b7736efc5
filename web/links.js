// What links need of the browser; `src/links.rs` says what each function does.

export const fragment = () => location.hash;
export const page = () => location.href.split("#")[0];
export const go = (fragment) => void (location.hash = fragment);
export const listen = (tell) => addEventListener("hashchange", tell);

async function pass(bytes, { readable, writable }, most) {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  // Little at once, so that no step makes too much of it.
  const write = async () => {
    for (let at = 0; at < bytes.length; at += 1024) await writer.write(bytes.subarray(at, at + 1024));
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

export async function pack(text) {
  const bytes = await pass(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

export async function unpack(bytes, most) {
  if (!self.DecompressionStream) return "\nmissing";
  try {
    const text = await pass(bytes, new DecompressionStream("deflate-raw"), most);
    return text ? new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text) : "\nlarge";
  } catch {
    return "\ndamaged";
  }
}

export async function copy(id) {
  const field = document.getElementById(id);
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
