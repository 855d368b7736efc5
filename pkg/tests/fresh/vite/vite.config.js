export default {
  // It works from any folder of any site.
  base: "./",
  // The development server moves packages, but not the files that they name.
  optimizeDeps: { exclude: ["podlab"] },
  build: { rollupOptions: { input: ["index.html", "folder.html"] } },
};
