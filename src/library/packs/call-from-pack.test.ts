import { beforeAll, expect, test } from "vitest";
import { localPython } from "#library/local-python.ts";
import type { Executor } from "#sandbox/port.ts";
import { callFromPack } from "./call-from-pack.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

const SIGNAL = AbortSignal.timeout(120_000);
const tool = (name: string, code: string) => `  - name: ${name}\n    code: |\n${code.replace(/^/gm, "      ")}\n`;
const PACK = {
  fileName: "p.yaml",
  text: `format: skep.pack/1\nsnippets:\n${[
    tool("add", "def add(a: int, b: int = 1) -> int:\n    return a + b"),
    tool("twice", "from skep_tools.add import add\n\ndef twice(a: int) -> int:\n    return add(add(a))"),
    tool("x", "from skep_tools.y import y\n\ndef x() -> int:\n    return y()"),
    tool("y", "from skep_tools.x import x\n\ndef y() -> int:\n    return x()"),
    tool("script", "print(1)"),
  ].join("")}`,
};
const call = (name: string, args = {}) => callFromPack(python, PACK, name, args, SIGNAL);

test("a tool of a pack, and the tools of the pack that it imports, beside the program", async () => {
  expect(await call("add", { a: 2, b: 3 })).toMatchObject({ ok: true, code: expect.stringContaining("add(a=2, b=3)"), files: [] });
  const outcome = await call("twice", { a: 2 });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  expect(outcome.files.map(({ path }) => path)).toEqual(["skep_tools/add.py"]);
  const { result } = await python.execute(
    { code: `${outcome.code}print(${"twice(a=2)"})`, files: outcome.files, limits: { timeoutMs: 10_000, outputLimit: 1_000, memoryMiB: 256 } },
    () => undefined,
    SIGNAL,
  );
  expect(result).toMatchObject({ status: "ok", output: [{ text: "4" }, { text: "\n" }] });
});

test.each([
  ["add", { a: "2" }, "a", "must be a whole number"],
  ["add", {}, "a", "is needed"],
  ["add", { a: 1, c: 2 }, "c", "is not a parameter of add"],
  ["missing", {}, "", "There is no tool called missing in p.yaml; there are: add, twice, x, y, script."],
  ["script", {}, "", /^script is no tool: The tool source code must only define a single function/],
  ["x", {}, "", "Tools import each other in a circle: x → y → x."],
])("%s with %j is refused, with the reason", async (name, args, path, message) => {
  expect(await call(name, args)).toEqual({ ok: false, problems: [{ path, message: typeof message === "string" ? message : expect.stringMatching(message) }] });
});

test("a pack that cannot be read is refused with its line", async () => {
  const outcome = await callFromPack(
    python,
    { text: "format: skep.pack/1\nsnippets:\n  - !!python/object:os.system x\n", fileName: "bad.yaml" },
    "a",
    {},
    SIGNAL,
  );
  expect(outcome).toEqual({ ok: false, problems: [{ path: "", message: expect.stringMatching(/^bad\.yaml, line 3: Tags are refused/) }] });
});
