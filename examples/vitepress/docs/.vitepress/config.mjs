// Podlab in VitePress: ```podlab blocks become figures, in pages that are rendered without a browser too.
//
//   npm install podlab@0.1.0
//   npm run dev                       (copies the package's files to docs/public/podlab, see package.json)
//
// Copy podlab.js and theme/, and the three lines below that name Podlab. The browser loads the element by itself, beside
// the site's bundle, because the element finds its program and its languages beside it.
import { defineConfig } from "vitepress";
import { podlab } from "./podlab.js";

const base = "/";

export default defineConfig({
  base,
  title: "Sets in order",
  description: "How a StatefulSet starts, scales and updates",
  head: [["script", { type: "module", src: `${base}podlab/podlab.js` }]],
  markdown: { config: (md) => md.use(podlab) },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "pod-lab" } } },
  themeConfig: {
    sidebar: [
      { text: "One after the other", link: "/" },
      { text: "A partition", link: "/partition" },
    ],
  },
});
