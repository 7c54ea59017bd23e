import { strToU8, zipSync } from "fflate";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { commands } from "vitest/browser";
import type { DataFile } from "#domain/data-file.ts";
import { streamText } from "#domain/execution-result.ts";
import type { NetworkMode, NetworkQuestion } from "#domain/network.ts";
import { sha256 } from "#domain/sha256.ts";
import type { ExecutionProgress } from "#sandbox/port.ts";
import type { PlannedResponse, PlannedServerCommands } from "../../../vite/planned-server-types.ts";
import { sendFromFrame } from "../network/frame-transport.ts";
import { memoryPackageFiles } from "../network/memory-package-files.ts";
import { DEFAULT_NETWORK_LIMITS } from "../network/network-limits.ts";
import { RememberingIndex } from "../network/remembering-index.ts";
import { BrokeredNetwork } from "../network/run-network.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const server = commands as unknown as PlannedServerCommands;
const catalogue = await testCatalogue();
const absent = catalogue.packages.micropip === undefined || catalogue.packages.requests === undefined;
const open: string[] = [];
const executors: ReturnType<typeof createPyodideExecutor>[] = [];

afterEach(async () => {
  for (const origin of open.splice(0)) await server.stopPlannedServer(origin);
});
afterAll(() => {
  for (const executor of executors) executor.close();
});

/** A wheel with one module. */
function wheel(name: string, code: string, requires: readonly string[]): Uint8Array {
  const about = `${name}-1.0.dist-info`;
  const metadata = ["Metadata-Version: 2.1", `Name: ${name.replace("_", "-")}`, "Version: 1.0", ...requires.map((one) => `Requires-Dist: ${one}`), "", ""];
  return zipSync({
    [`${name}/__init__.py`]: strToU8(code),
    [`${about}/METADATA`]: strToU8(metadata.join("\n")),
    [`${about}/WHEEL`]: strToU8("Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    [`${about}/RECORD`]: strToU8(""),
  });
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const file = (bytes: Uint8Array): PlannedResponse => ({
  status: 200,
  headers: { "content-type": "application/octet-stream" },
  body: [{ base64: base64(bytes) }],
  end: "end",
});
const page = (name: string, hash: string, filename = `${name}-1.0-py3-none-any.whl`): PlannedResponse => ({
  status: 200,
  headers: { "content-type": "application/vnd.pypi.simple.v1+json" },
  body: [
    JSON.stringify({
      meta: { "api-version": "1.1" },
      name,
      versions: [filename.split("-")[1]],
      files: [{ filename, url: `../../files/${filename}`, hashes: { sha256: hash }, size: 1 }],
    }),
  ],
  end: "end",
});

const dependent = wheel("skep_demo", "import skep_part\n\ndef value():\n    return skep_part.NUMBER + 1\n", [
  "skep-part>=0.5; python_version >= '3'",
  "skep-windows; sys_platform == 'win32'",
]);
const part = wheel("skep_part", "NUMBER = 41\n", []);

async function setUp(responses: readonly PlannedResponse[], available = catalogue) {
  const { origin } = await server.startPlannedServer(responses, true);
  open.push(origin);
  const files = memoryPackageFiles();
  const index = new RememberingIndex({ files, indexes: [`${origin}/simple`], now: () => Date.now() });
  const executor = createPyodideExecutor({ catalogue: available, baseUrl: new URL("/", location.href).href, index });
  executors.push(executor);
  const run = async (code: string, mode: NetworkMode = "ask", given: readonly DataFile[] = []) => {
    const questions: NetworkQuestion[] = [];
    const progress: ExecutionProgress[] = [];
    const network = new BrokeredNetwork({
      mode: () => mode,
      granted: () => [],
      remember: async () => undefined,
      ask: async (question) => {
        questions.push(question);
        return "run";
      },
      ownOrigin: location.origin,
      send: sendFromFrame,
      limits: DEFAULT_NETWORK_LIMITS,
    });
    const request = { code, files: given, limits: { timeoutMs: 60_000, outputLimit: 100_000, memoryMiB: 1024 }, network };
    const { result } = await executor.execute(request, (step) => void progress.push(step), new AbortController().signal);
    const problems = progress.flatMap((step) => (step.type === "package-load" && step.state === "error" ? [step.message] : []));
    return { result, out: streamText(result, "stdout"), questions, problems };
  };
  const paths = async () => (await server.seenRequests(origin)).map((seen) => seen.path);
  return { run, paths, executor, index, files };
}

describe("packages of an index", { timeout: 150_000 }, () => {
  test("a pure wheel comes with what it needs, and the next run needs no network for it", async (context) => {
    if (absent) return context.skip("micropip and requests were not fetched");
    const { run, paths, executor } = await setUp([
      page("skep_demo", await sha256(dependent)),
      file(dependent),
      page("skep_part", await sha256(part)),
      file(part),
      { status: 500, headers: {}, body: [], end: "end" },
    ]);
    const code = "import skep_demo\nprint(skep_demo.value())";
    const first = await run(code);
    expect(first.problems).toEqual([]);
    expect(first.result).toMatchObject({ status: "ok", error: null });
    expect(first.out).toBe("42\n");
    expect(first.result.environment.packages).toMatchObject({ "skep-demo": "1.0", "skep-part": "1.0" });
    expect(first.questions.map(({ packages, method }) => [packages, method])).toEqual([[["skep-demo"], "GET"]]);
    const expected = ["/simple/skep-demo/", "/files/skep_demo-1.0-py3-none-any.whl", "/simple/skep-part/", "/files/skep_part-1.0-py3-none-any.whl"];
    expect(await paths()).toEqual(expected);
    expect((await executor.facts()).packages).toMatchObject({ "skep-demo": "1.0", "skep-part": "1.0" });

    const second = await run(code, "off");
    expect([second.out, second.questions, await paths()]).toEqual(["42\n", [], expected]);

    // A name that only exists while the program runs: found missing, loaded, and run again from the start.
    const dynamic = await run('print("start")\nmodule = __import__("skep" + "_demo")\nprint(module.value())', "off");
    expect(dynamic.result.error).toBeNull();
    expect(dynamic.out).toBe("start\n42\n");
  });

  test("a wheel for this interpreter's ABI comes with its shared library, and no other build of it is taken", async (context) => {
    const compiled = catalogue.packages.kiwisolver;
    if (absent || compiled === undefined) return context.skip("micropip, requests and kiwisolver were not fetched");
    const fetched = await catalogue.fetchFile(compiled.file, new AbortController().signal);
    if (!fetched.ok) throw new Error(fetched.message);
    const bytes = new Uint8Array(await fetched.blob.arrayBuffer());
    const name = compiled.file.path.split("/").at(-1) ?? "";
    const { kiwisolver: _, ...packages } = catalogue.packages;
    const without = { ...catalogue, packages, snapshots: null };
    const code = "import kiwisolver\nx = kiwisolver.Variable('x')\ns = kiwisolver.Solver()\ns.addConstraint(x == 3)\ns.updateVariables()\nprint(x.value())";
    const { run, paths } = await setUp([page("kiwisolver", await sha256(bytes), name), file(bytes)], without);
    const { result, out, problems } = await run(code);
    expect(problems).toEqual([]);
    expect(result.error).toBeNull();
    expect(out).toBe("3.0\n");
    expect(result.environment.packages).toMatchObject({ kiwisolver: compiled.version });
    expect(await paths()).toEqual(["/simple/kiwisolver/", `/files/${name}`]);

    const foreign = name.replace(/-cp\d+-cp\d+-/, "-cp311-cp311-");
    const other = await setUp([page("kiwisolver", await sha256(bytes), foreign), file(bytes)], without);
    expect((await other.run(code)).result.error?.name).toBe("ModuleNotFoundError");
    expect(await other.paths()).toEqual(["/simple/kiwisolver/"]);
  });

  test("a wheel with another SHA-256 never reaches the program", async (context) => {
    if (absent) return context.skip("micropip and requests were not fetched");
    const { run, files } = await setUp([page("skep_part", "0".repeat(64)), file(part)]);
    const { result, problems } = await run("import skep_part\nprint(skep_part.NUMBER)");
    expect(result.error?.name).toBe("ModuleNotFoundError");
    expect(problems.join(" ")).toContain("its SHA-256 is another");
    expect([...files.files.values()].filter((kept) => kept.kind === "wheel")).toEqual([]);
  });

  test("imports of all files count, by the names of their packages; one that is found late is loaded for a second, clean try", async (context) => {
    if (absent) return context.skip("micropip and requests were not fetched");
    const { run } = await setUp([{ status: 404, headers: {}, body: [], end: "end" }]);
    const helper = { path: "tools/helper.py", bytes: strToU8("import requests\nVERSION = requests.__version__\n") };
    const imported = await run("from tools.helper import VERSION\nprint(VERSION)", "off", [helper]);
    expect(imported.out).toBe(`${catalogue.packages.requests?.version}\n`);
    const late = await run(
      'import os\nopen("mark", "a").write("x")\nprint(os.path.getsize("mark"))\nname = "re" + "quests"\nprint(__import__(name).__version__)',
      "off",
    );
    expect(late.out).toBe(`1\n${catalogue.packages.requests?.version}\n`);
    const missing = await run('import yaml, no_such_thing\nprint("never")', "off");
    expect(missing.result.error?.message).toContain("yaml");
  });
});
