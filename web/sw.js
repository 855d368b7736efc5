// Keeps the page for the time without a network. Each version has a cache of its own, is kept whole or not at all, and gives its
// own files only: a page never meets those of another version.

// What the page is made of, which `cargo xtask build` writes: VERSION; FILES with checksums, but for documents, because servers may
// add to them; MARKS, names that the document of this version mentions, and that of no other mentions all of.
importScripts("files.js");

const scope = registration.scope;
const prefix = `podlab ${scope} `;
const own = prefix + VERSION;
const names = new Set(FILES.map(([name]) => name));
const url = (name) => new URL(name, scope).href;
// Who serves a page on the own machine wants to see what is there now, and tomorrow another site may have the same port.
const isOwnMachine = new URL(scope).hostname === "localhost";

/** Fetches a file as it was built; what something on the way kept of an older version is fetched again. */
async function get([name, integrity]) {
  const ask = async (cache) => {
    const response = await fetch(url(name), { cache, integrity });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  };
  if (integrity) return ask("default").catch(() => ask("reload"));
  const response = await ask("no-cache");
  if (name === "") {
    const text = await response.clone().text();
    if (!MARKS.every((mark) => text.includes(mark))) throw new Error("the page is of another version");
  }
  // A browser does not open a page with an answer that came by a detour.
  return response.redirected ? new Response(response.body, response) : response;
}

async function keep() {
  const cache = await caches.open(own);
  await Promise.all(FILES.map(async (file) => cache.put(url(file[0]), await get(file))));
}

addEventListener("install", (event) => {
  if (isOwnMachine) skipWaiting();
  event.waitUntil(
    keep().catch(async (error) => {
      await caches.delete(own);
      throw error;
    }),
  );
});

// The window whose reader asked for the new version.
let asker;

addEventListener("message", (event) => {
  if (event.data !== "podlab: take over") return;
  asker = event.source?.id;
  // A browser may end a worker that does nothing before its request has arrived.
  event.waitUntil(skipWaiting());
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const before = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
      const isFirst = before.length === 0;
      const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
      // Other windows still show the version before; its files stay for them until the next version comes.
      if (windows.some(({ id, url }) => id !== asker && url.startsWith(scope))) before.pop();
      await Promise.all(before.map((name) => caches.delete(name)));
      // After the first visit the page that is open is governed too; later ones are already.
      if (isFirst) await clients.claim();
    })(),
  );
});

async function answer(request, address) {
  if (isOwnMachine && request.mode === "navigate") {
    const present = await fetch(request).catch(() => undefined);
    if (present) return present;
  }
  const mine = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  for (const name of [own, ...mine.reverse()]) {
    const found = await (await caches.open(name)).match(address, { ignoreVary: true });
    if (found) return found;
  }
  return fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  let name = request.url.slice(scope.length).split("#")[0];
  if (request.mode === "navigate") name = name.split("?")[0].replace(/^index\.html$/, "");
  // Names of another version look like these.
  if (names.has(name) || /-[0-9a-f]{16}(_bg)?\.\w+$|^(podlab-|lessons\/|locales\/|snippets\/)/.test(name)) event.respondWith(answer(request, url(name)));
});
