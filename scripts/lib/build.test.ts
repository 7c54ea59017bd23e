import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestOfInputs, ensureBuilt } from "./build.mjs";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "skep-build-"));
  for (const folder of ["src/view", "public/fetched", "node_modules/vite/bin"]) await mkdir(join(root, folder), { recursive: true });
  await write("src/main.tsx", "one");
  await write("index.html", "page");
  // Stands in for Vite: what matters here is when it is called.
  await write(
    "node_modules/vite/bin/vite.js",
    `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
if (readFileSync("src/main.tsx", "utf8") === "broken") { console.error("main.tsx is broken"); process.exit(1); }
mkdirSync("dist", { recursive: true }); writeFileSync("dist/index.html", ""); appendFileSync("builds", "x");`,
  );
  await write("node_modules/vite/package.json", `{ "type": "module" }`);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const write = (path: string, text: string) => writeFile(join(root, path), text);
const build = () => ensureBuilt(root, () => undefined);

describe("ensureBuilt", () => {
  it("builds once, and again after a change", async () => {
    expect(await build()).toBe(true);
    expect(await build()).toBe(false);
    await write("src/main.tsx", "two");
    expect(await build()).toBe(true);
  });

  it("builds again when dist/ is gone", async () => {
    await build();
    await rm(join(root, "dist"), { recursive: true });
    expect(await build()).toBe(true);
  });

  it("shows the build's own words when it fails, and does not take it for done", async () => {
    await write("src/main.tsx", "broken");
    await expect(build()).rejects.toThrow("main.tsx is broken");
    await expect(build()).rejects.toThrow("main.tsx is broken");
  });

  it("builds once when two ask at the same time", async () => {
    expect((await Promise.all([build(), build()])).sort()).toEqual([false, true]);
  });
});

describe("digestOfInputs", () => {
  it("changes with content, names and new files", async () => {
    const seen = new Set([digestOfInputs(root)]);
    await write("src/view/App.tsx", "app");
    seen.add(digestOfInputs(root));
    await write("src/view/App.tsx", "app!");
    seen.add(digestOfInputs(root));
    await rm(join(root, "src/view/App.tsx"));
    await write("src/view/Other.tsx", "app!");
    seen.add(digestOfInputs(root));
    expect(seen.size).toBe(4);
  });

  it("does not change with tests and fetched assets, which no build reads", async () => {
    const before = digestOfInputs(root);
    await write("public/fetched/manifest.json", "{}");
    await write("src/view/App.test.tsx", "test");
    expect(digestOfInputs(root)).toBe(before);
  });
});
