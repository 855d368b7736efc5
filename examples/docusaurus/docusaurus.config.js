// Podlab in Docusaurus: <PodLab> in MDX pages.
//
//   npm install podlab@0.1.0
//   npm start                         (copies the package's files to static/podlab, see package.json)
//
// Copy src/components/PodLab.js, src/theme/MDXComponents.js and src/css/podlab.css, and the lines below that name Podlab. The
// browser loads the element by itself, beside the site's bundle, because the element finds its program beside it.
const base = "/";

export default {
  title: "Probes in depth",
  url: "https://docs.example",
  baseUrl: base,
  onBrokenLinks: "throw",
  scripts: [{ src: `${base}podlab/podlab.js`, type: "module" }],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: "./sidebars.js" }]],
  themes: [["@docusaurus/theme-classic", { customCss: "./src/css/podlab.css" }]],
  themeConfig: {
    navbar: { title: "Probes in depth" },
    colorMode: { respectPrefersColorScheme: true },
  },
};
