// Turns ```podlab blocks into <pod-lab> elements, and leaves ```podlab-expect blocks out of the page. The words after `podlab`
// are the element's attributes; the block may hold a manifest, or src=FILE names one beside the page.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const VALUES = [
  "scene", "lesson", "src", "controls", "panels", "lang", "theme", "speed", "start-at", "release", "goal", "poster",
];
const FLAGS = ["autoplay", "readonly", "quiz"];
// What only a still knows: `podlab render`, `podlab mdbook`.
const OF_STILL = ["still", "pod"];
const SECONDS = { ms: 0.001, s: 1, "": 1, m: 60, h: 3600 };

/** A plugin for markdown-it. */
export function podlab(md) {
  const otherwise = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index];
    const [language] = info.trim().split(/\s/, 1);
    if (language === "podlab-expect") return "";
    if (language !== "podlab") return otherwise(tokens, index, options, env, self);
    const attributes = read(info, env);
    const manifest = attributes.src ? readFileSync(join(dirname(env.path), attributes.src), "utf8") : content;
    delete attributes.src;
    if (manifest.trim()) attributes.manifest = manifest;
    const tag = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
    // v-pre: Vue is to look for nothing in it.
    return `<pod-lab v-pre${tag.join("")}><noscript>This figure needs JavaScript.</noscript></pod-lab>\n`;
  };
}

function read(info, env) {
  const attributes = {};
  for (const [, name, quoted] of info.trim().slice("podlab".length).matchAll(/([^\s=,]+)(?:=("[^"]*"|'[^']*'|\S*))?/g)) {
    const value = (quoted ?? "").replace(/^(["'])(.*)\1$/, "$2");
    if (VALUES.includes(name)) attributes[name] = name === "start-at" ? seconds(value) : value;
    else if (FLAGS.includes(name)) value !== "false" && (attributes[name] = "");
    else if (!OF_STILL.includes(name)) throw new Error(`${env.relativePath}: "\`\`\`${info}": there is no option "${name}"`);
  }
  return attributes;
}

/** `90`, `90s` or `1m30s` as the element wants it: in seconds. */
function seconds(text) {
  const parts = [...text.matchAll(/([\d.]+)(ms|[smh]?)/g)];
  return String(parts.reduce((sum, [, number, unit]) => sum + number * SECONDS[unit], 0));
}

const escape = (text) => text.replace(/[&<>"'\n]/g, (letter) => `&#${letter.charCodeAt(0)};`);
