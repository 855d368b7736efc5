// Starts the page. The build puts the modules before this, and the names into it.
await MODULE.default({ module_or_path: new URL("PROGRAM", import.meta.url) });
// What is kept for the time without a network comes when nobody waits for anything. In a frame the page is somebody else's guest.
const QUIET = 2000;
function keep() {
  // Without a connection there is nothing to keep.
  (self.requestIdleCallback ?? setTimeout)(() => import("./OFFLINE").catch(() => {}));
}
if (self === top && isSecureContext) {
  const later = () => setTimeout(keep, QUIET);
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}
