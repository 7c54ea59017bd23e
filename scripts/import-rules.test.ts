import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Who may import what: path of the importing file, what it imports, whether that is allowed. */
const CASES: readonly (readonly [string, string, boolean])[] = [
  ["src/domain/planted-a.ts", "./fault.ts", true],
  ["src/domain/planted-b.ts", "valibot", false],
  ["src/domain/planted-c.ts", "#storage/port.ts", false],
  ["src/prompt/planted-a.ts", "#domain/fault.ts", true],
  ["src/prompt/planted-b.ts", "#sandbox/port.ts", false],
  ["src/check/planted-a.ts", "@lezer/python", true],
  ["src/check/planted-b.ts", "#prompt/build-messages.ts", false],
  ["src/storage/planted-a.ts", "dexie", true],
  ["src/storage/planted-b.ts", "#log/port.ts", false],
  ["src/assets/planted-a.ts", "#llm/port.ts", true],
  ["src/assets/planted-b.ts", "#llm/catalogue.ts", false],
  ["src/config/planted-a.ts", "valibot", true],
  ["src/config/planted-b.ts", "dexie", false],
  ["src/llm/catalogue/planted-a.ts", "@mlc-ai/web-llm", true],
  ["src/llm/catalogue/planted-b.ts", "../webllm/webllm-model.ts", false],
  ["src/llm/planted-a.ts", "#domain/fault.ts", true],
  ["src/llm/planted-b.ts", "@mlc-ai/web-llm", false],
  ["src/llm/webllm/planted-a.ts", "@mlc-ai/web-llm", true],
  ["src/llm/webllm/planted-b.ts", "../port.ts", true],
  ["src/llm/webllm/planted-c.ts", "../wllama/wllama-model.ts", false],
  ["src/llm/webllm/planted-d.ts", "#llm/wllama/wllama-model.ts", false],
  ["src/llm/webllm/planted-e.ts", "../../domain/fault.ts", false],
  ["src/llm/wllama/planted-a.ts", "@wllama/wllama/esm/single-thread/wllama.wasm?url", true],
  ["src/llm/wllama/planted-b.ts", "@mlc-ai/web-llm", false],
  ["src/llm/scripted/planted-a.ts", "#agent/run-task.ts", false],
  ["src/sandbox/protocol/planted-a.ts", "valibot", true],
  ["src/sandbox/protocol/planted-b.ts", "#domain/fault.ts", false],
  ["src/sandbox/guest/planted-a.ts", "#sandbox/protocol/messages.ts", true],
  ["src/sandbox/guest/planted-b.ts", "pyodide", true],
  ["src/sandbox/guest/planted-c.ts", "#domain/fault.ts", false],
  ["src/sandbox/guest/planted-d.ts", "../pyodide/frame.ts", false],
  ["src/sandbox/pyodide/planted-a.ts", "#assets/port.ts", true],
  ["src/sandbox/pyodide/planted-b.ts", "#sandbox/guest/worker.ts", false],
  ["src/sandbox/pyodide/planted-c.ts", "#assets/fetch-catalogue.ts", false],
  ["src/sandbox/bee/planted-a.ts", "#sandbox/port.ts", true],
  ["src/sandbox/bee/planted-b.ts", "#sandbox/pyodide/frame.ts", false],
  ["src/library/planted-a.ts", "minisearch", true],
  ["src/library/planted-b.ts", "#agent/run-task.ts", false],
  ["src/log/planted-a.ts", "#storage/database.ts", true],
  ["src/log/planted-b.ts", "#view/App.tsx", false],
  ["src/agent/planted-a.ts", "#llm/port.ts", true],
  ["src/agent/planted-b.ts", "#check/read-reply.ts", true],
  ["src/agent/planted-c.ts", "#llm/webllm/webllm-model.ts", false],
  ["src/agent/planted-d.ts", "dexie", false],
  ["src/agent/planted-e.ts", "../domain/fault.ts", false],
  ["src/compose/planted-a.ts", "#llm/wllama/wllama-model.ts", true],
  ["src/compose/planted-b.ts", "#view/App.tsx", false],
  ["src/compose/planted-c.ts", "#sandbox/guest/worker.ts", false],
  ["src/compose/planted-d.ts", "dexie", false],
  ["src/sandbox/network/planted-a.ts", "#domain/network.ts", true],
  ["src/sandbox/network/planted-b.ts", "../pyodide/guest.ts", false],
  ["src/sandbox/network/planted-c.ts", "#storage/database.ts", false],
  ["src/sandbox/pyodide/planted-network.ts", "../network/run-network.ts", false],
  ["src/state/planted-a.ts", "zustand/vanilla", true],
  ["src/state/planted-b.ts", "react", false],
  ["src/state/planted-c.ts", "#log/dexie-run-log.ts", false],
  ["src/automation/planted-a.ts", "#log/port.ts", true],
  ["src/automation/planted-b.ts", "#storage/database.ts", false],
  ["src/view/planted-a.tsx", "@mantine/core", true],
  ["src/view/run/planted-a.tsx", "../parts/format.ts", true],
  ["src/view/run/planted-b.tsx", "#storage/database.ts", false],
  ["src/view/run/planted-c.tsx", "#log/port.ts", false],
  ["src/view/run/planted-d.tsx", "../../domain/fault.ts", false],
];

/** Each form of import must be caught, not only the plain one. */
const FORMS: readonly (readonly [string, string])[] = [
  ["type", `import type { Thing } from "dexie";\nexport type Other = Thing;`],
  ["bare", `import "dexie";`],
  ["dynamic", `export const loaded = import("dexie");`],
  ["re-export", `export * from "dexie";`],
];

let folder: string;
let refused: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skep-rules-"));
  await copyFile(join(ROOT, "biome.json"), join(folder, "biome.json"));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, source] of CASES) await write(path, `import { thing } from "${source}";\nexport const other = thing;\n`);
  for (const [form, text] of FORMS) await write(`src/agent/form-${form}.ts`, `${text}\n`);
  await write("src/agent/exempt.test.ts", `import { thing } from "dexie";\nexport const other = thing;\n`);
  await write("src/log/circle-one.ts", `import { two } from "#log/circle-two.ts";\nexport const one = () => two;\n`);
  await write("src/log/circle-two.ts", `import { one } from "#log/circle-one.ts";\nexport const two = () => one;\n`);
  await write("package.json", `{ "type": "module", "imports": { "#*": "./src/*" } }`);
  refused = await lint();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** @returns messages by "path rule" */
function lint(): Promise<Map<string, string>> {
  const parameters = [
    join(ROOT, "node_modules/@biomejs/biome/bin/biome"),
    "lint",
    "--vcs-enabled=false",
    "--only=style/noRestrictedImports",
    "--only=suspicious/noImportCycles",
    "--reporter=json",
    "--max-diagnostics=none",
    "src",
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, parameters, { cwd: folder, maxBuffer: 1 << 24 }, (_failed, stdout) => {
      const start = stdout.indexOf("{");
      if (start < 0) return reject(new Error("biome printed no report"));
      const report = JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1));
      resolve(new Map(report.diagnostics.map((found: BiomeDiagnostic) => [`${pathOf(found)} ${found.category}`, textOf(found)])));
    });
  });
}

interface BiomeDiagnostic {
  readonly category: string;
  readonly message: unknown;
  readonly location: { readonly path: string | { readonly file: string } | null };
}

const pathOf = ({ location }: BiomeDiagnostic) => (typeof location.path === "string" ? location.path : (location.path?.file ?? "")).replaceAll("\\", "/");
const textOf = (found: BiomeDiagnostic) => JSON.stringify(found);

const RULE = "lint/style/noRestrictedImports";

describe("who may import whom", () => {
  it.each(CASES)("%s importing %s is allowed: %s", (path, _source, allowed) => {
    expect(refused.has(`${path} ${RULE}`)).toBe(!allowed);
  });

  it.each(FORMS)("a %s import is caught as well", (form) => {
    expect(refused.has(`src/agent/form-${form}.ts ${RULE}`)).toBe(true);
  });

  it("says what to do instead", () => {
    expect(refused.get(`src/agent/planted-c.ts ${RULE}`)).toMatch(/by its port; main\.tsx builds it/);
  });

  it("leaves tests free", () => {
    expect(refused.has(`src/agent/exempt.test.ts ${RULE}`)).toBe(false);
  });

  it("finds circles through the # aliases", () => {
    expect([...refused.keys()].filter((key) => key.endsWith("noImportCycles"))).not.toEqual([]);
  });

  it("has one rule, and only one, for each source file below a folder of src/", async () => {
    const config = JSON.parse(await readFile(join(ROOT, "biome.json"), "utf8"));
    const rules: string[][] = config.overrides
      .filter((override: { linter?: { rules?: { style?: Record<string, unknown> } } }) => override.linter?.rules?.style?.noRestrictedImports !== undefined)
      .map((override: { includes: string[] }) => override.includes);
    // Helpers of tests that are named one by one, such as a database in memory. A whole folder cannot be exempt.
    const exempt = new Set(rules.flatMap((includes) => includes.filter((pattern) => /^!src\/[^*]+\.ts$/.test(pattern)).map((pattern) => pattern.slice(1))));
    const entries = await readdir(join(ROOT, "src"), { recursive: true });
    const files = entries.map((path) => `src/${path.replaceAll("\\", "/")}`);
    const sources = files.filter((path) => /^src\/.+\/.+\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !exempt.has(path));
    expect(sources.length).toBeGreaterThan(20);
    const wrong = sources.map((path) => [path, rules.filter((includes) => matches(includes, path)).length] as const).filter(([, count]) => count !== 1);
    expect(wrong).toEqual([]);
  });
});

function matches(includes: readonly string[], path: string): boolean {
  let matched = false;
  for (const pattern of includes) {
    const negated = pattern.startsWith("!");
    if (toExpression(negated ? pattern.slice(1) : pattern).test(path)) matched = !negated;
  }
  return matched;
}

/** `**` stands for any path, `*` for any name. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
