// What links need of the browser; `src/links.rs` says what each function does.

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

export const pack = async (text) => pass(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);

export async function unpack(bytes, most) {
  if (!self.DecompressionStream) throw "missing";
  try {
    const text = await pass(bytes, new DecompressionStream("deflate-raw"), most);
    return text && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw "damaged";
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

export async function copyLine(line) {
  try {
    await navigator.clipboard.writeText(line);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = line;
    field.style.position = "fixed";
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

export async function forget() {
  const scope = new URL("./", location.href).href;
  const worker = await navigator.serviceWorker?.getRegistration(scope);
  if (worker?.scope === scope) await worker.unregister();
  const names = (await self.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(`podlab ${scope} `)).map((name) => caches.delete(name)));
}
