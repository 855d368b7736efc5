// Light or dark, as the person said last, or as the system says.
(() => {
  const root = document.documentElement;
  const set = (colors) => root.setAttribute("data-bs-theme", colors);
  set(localStorage.getItem("colors") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  addEventListener("click", ({ target }) => {
    if (target.id !== "colors") return;
    const colors = root.getAttribute("data-bs-theme") === "dark" ? "light" : "dark";
    localStorage.setItem("colors", colors);
    set(colors);
  });
})();
