import { describe, expect, test } from "vitest";
import { sampleResult } from "#domain/sample-result.ts";
import { sampleSnippet } from "#domain/sample-snippet.ts";
import type { Snippet, SnippetReview } from "#domain/snippet.ts";
import type { SnippetTest, SnippetTestResult } from "#domain/snippet-test.ts";
import type { ToolInspection } from "#library/inspect-tools.ts";
import type { Observed } from "#library/testing/observed.ts";
import type { TestRun } from "#library/testing/run-test.ts";
import { declaredPackagesGate } from "./declared-packages-gate.ts";
import { deterministicGate } from "./deterministic-gate.ts";
import { forbiddenCallsGate } from "./forbidden-calls-gate.ts";
import type { Gate, GateContext } from "./gate.ts";
import { GATES } from "./gates.ts";
import { reviewGate } from "./review-gate.ts";
import { testsPassGate } from "./tests-pass-gate.ts";
import { toolShapeGate } from "./tool-shape-gate.ts";
import { usedToolsGate } from "./used-tools-gate.ts";

const TIME = "2026-11-30T12:00:00.000Z";
const TEST: SnippetTest = { name: "t", arguments: {}, files: [], expect: { value: 1 } };
const SNIPPET = sampleSnippet({ name: "total", description: "Adds up.", tests: [TEST] });
const INSPECTION: ToolInspection = {
  tool: { name: "total", description: "Adds up.", parameters: { properties: { a: {} } }, returns: "int" },
  errors: [],
  imports: [],
  tools: [],
  references: [],
};
const RESULT = sampleResult();
const OBSERVED: Observed = { result: RESULT, value: 1, output: "x", files: [], figures: [] };
const REVIEW: SnippetReview = { reviewer: "Ada", note: "Read it all.", checked: ["code", "tests", "changes"], time: TIME, bodyHash: "body" };

const run = (result: Partial<SnippetTestResult> = {}, observed: Partial<Observed> = {}): TestRun => ({
  result: { name: "t", verdict: "pass", durationMs: 1, mismatches: [], message: null, ...result },
  observed: { ...OBSERVED, ...observed },
});

function context(part: Partial<GateContext>): GateContext {
  return {
    snippet: SNIPPET,
    target: "tested",
    inspection: INSPECTION,
    uses: { ok: true, pins: [], tools: [] },
    facts: {
      executor: "local",
      python: "3.14.2",
      packages: { numpy: "2.4.3", pillow: "12.2.0", "scikit-learn": "1.8.0" },
      imports: { PIL: "pillow", sklearn: "scikit-learn" },
    },
    runs: [[run(), run()]],
    bodyHash: "body",
    review: null,
    ...part,
  };
}

const problems = (gate: Gate, part: Partial<GateContext>) => {
  const { passed, notes } = gate.judge(context(part));
  return passed ? [] : notes;
};
const snippet = (part: Partial<Snippet>): Snippet => ({ ...SNIPPET, ...part });
const inspection = (part: Partial<ToolInspection>): ToolInspection => ({ ...INSPECTION, ...part });

test("every gate passes the good one and says what it saw", () => {
  for (const gate of GATES) {
    const { passed, notes } = gate.judge(context({ target: "core", review: REVIEW, uses: { ok: true, pins: [], tools: [] } }));
    expect([gate.name, passed]).toEqual([gate.name, true]);
    expect(notes.length).toBeGreaterThan(0);
  }
  expect(new Set(GATES.map(({ name }) => name)).size).toBe(GATES.length);
});

describe("tool-shape", () => {
  test("bee-code-interpreter's messages are its own", () => {
    expect(problems(toolShapeGate, { inspection: inspection({ tool: null, errors: ["The tool function must not have *args"] }) })).toEqual([
      "The tool function must not have *args",
    ]);
  });
  test("one name, and a description", () => {
    expect(problems(toolShapeGate, { snippet: snippet({ name: "Total it", description: "" }) })).toEqual([
      "The snippet is called Total it, its function total: they must have one name.",
      "Nobody wrote what it does: it could not be found or chosen.",
    ]);
  });
});

describe("forbidden-calls", () => {
  const at = (name: string) => problems(forbiddenCallsGate, { inspection: inspection({ references: [{ name, line: 3, column: 5 }] }) });
  test.each([
    "os.system",
    "os.execvp",
    "subprocess.run",
    "socket.socket",
    "requests.get",
    "urllib.request.urlopen",
    "builtins.eval",
    "builtins.input",
    "builtins.__import__",
    "importlib.import_module",
    "pickle.loads",
    "js.fetch",
    "pyodide.code.run_js",
    "ctypes.CDLL",
    "sys.exit",
    "sys.modules",
    ".__globals__",
    ".__subclasses__",
  ])("%s", (name) => {
    const [problem, ...more] = at(name);
    expect(problem).toMatch(/^Line 3: /);
    expect(more).toEqual([]);
  });
  test.each([
    "os.path.join",
    "os.getcwd",
    "builtins.open",
    "builtins.evaluate",
    "json.loads",
    "urllib.parse.quote",
    "pickletools.dis",
    "codecs.open",
    "signals.x",
    "sys.version_info",
    ".__name__",
    ".__class__",
    "pandas.eval",
  ])("but not %s", (name) => {
    expect(at(name)).toEqual([]);
  });
  test("an import alone is enough, and one thing said twice is said once", () => {
    const imports = [{ module: "subprocess", standard: true, line: 1 }];
    expect(problems(forbiddenCallsGate, { inspection: inspection({ imports }) })).toEqual([
      "Line 1: subprocess starts another process, which the sandbox has not.",
    ]);
    const reference = { name: "os.system", line: 2, column: 1 };
    expect(problems(forbiddenCallsGate, { inspection: inspection({ references: [reference, reference] }) })).toHaveLength(1);
  });
});

describe("declared-packages", () => {
  const imports = (...modules: string[]) => inspection({ imports: modules.map((module, index) => ({ module, standard: module === "json", line: index + 1 })) });
  test("the standard library needs no declaration", () => {
    expect(problems(declaredPackagesGate, { inspection: imports("json") })).toEqual([]);
  });
  test("declared packages pass under the name of their import, in any spelling", () => {
    expect(
      problems(declaredPackagesGate, { inspection: imports("numpy", "PIL", "sklearn"), snippet: snippet({ packages: ["NumPy", "pillow", "scikit_learn"] }) }),
    ).toEqual([]);
  });
  test("what is not declared is named with its package and line", () => {
    expect(problems(declaredPackagesGate, { inspection: imports("json", "PIL", "humanize") })).toEqual([
      "Line 2: PIL is of the package pillow, which is not declared.",
      "Line 3: humanize is of the package humanize, which is not declared.",
    ]);
  });
  test("what is declared and not here", () => {
    expect(problems(declaredPackagesGate, { inspection: imports("polars"), snippet: snippet({ packages: ["polars"] }) })).toEqual([
      "The package polars is not on this machine, so that nothing can be said of the tool here.",
    ]);
  });
});

describe("used-tools", () => {
  const used = (status: Snippet["status"]): GateContext["uses"] => ({ ok: true, pins: [], tools: [{ name: "add", code: "", version: 2, status }] });
  test("must stand as high", () => {
    expect(problems(usedToolsGate, { uses: used("core"), target: "core" })).toEqual([]);
    expect(problems(usedToolsGate, { uses: used("tested"), target: "tested" })).toEqual([]);
    expect(problems(usedToolsGate, { uses: used("tested"), target: "reviewed" })).toEqual(["add (version 2) is tested; it must be reviewed first."]);
  });
  test("and be found", () => {
    expect(problems(usedToolsGate, { uses: { ok: false, problems: ["There is no tool called add here."] } })).toEqual(["There is no tool called add here."]);
  });
});

describe("tests-pass", () => {
  test("no test, a failing one, a broken one, two of one name", () => {
    expect(problems(testsPassGate, { snippet: snippet({ tests: [] }), runs: [] })[0]).toContain("It has no test");
    const failed = run({ verdict: "fail", mismatches: [{ what: "value", expected: "1", actual: "2" }] });
    expect(problems(testsPassGate, { runs: [[failed, failed]] })).toEqual(["“t” fails: value is 2, not 1"]);
    const broken = run({ verdict: "broken", message: "a is needed" });
    expect(problems(testsPassGate, { runs: [[broken, broken]] })).toEqual(["“t” could not be run: a is needed"]);
    expect(problems(testsPassGate, { snippet: snippet({ tests: [TEST, TEST] }) })).toEqual(["Two tests are called “t”."]);
  });
});

describe("deterministic", () => {
  test.each<[string, Partial<Observed>]>([
    ["value", { value: 2 }],
    ["output", { output: "y" }],
    ["files", { files: [{ path: "a", bytes: new Uint8Array(), sha256: "1" }] }],
    ["figures", { figures: ["png"] }],
    ["status", { result: { ...RESULT, status: "timeout" } }],
    ["exception", { result: { ...RESULT, error: { name: "E", message: "", frames: [], traceback: "" } } }],
  ])("another %s the second time", (what, part) => {
    expect(problems(deterministicGate, { runs: [[run(), run({}, part)]] })).toEqual([`“t” gives another ${what} the second time.`]);
  });
  test("times are no output", () => {
    expect(problems(deterministicGate, { runs: [[run(), run({ durationMs: 99 }, { result: { ...RESULT, durationMs: 99 } })]] })).toEqual([]);
  });
});

describe("review", () => {
  const told = (review: SnippetReview | null, target: GateContext["target"] = "reviewed") => problems(reviewGate, { review, target });
  test("is not asked for on the way to tested, and needed from then on", () => {
    expect(told(null, "tested")).toEqual([]);
    expect(told(null)).toEqual(["Nobody has reviewed it."]);
    expect(told(null, "core")).toEqual(["Nobody has reviewed it."]);
    expect(told(REVIEW, "core")).toEqual([]);
  });
  test("needs a name, a note, every tick, and this very body", () => {
    expect(told({ ...REVIEW, reviewer: " ", note: "", checked: ["tests"], bodyHash: "other" })).toEqual([
      "The review has no name under it.",
      "The review has no note: say what you looked for.",
      "The reviewer did not tick the code.",
      "The reviewer did not tick the changes since the last reviewed version.",
      "The review is of another version: something changed since.",
    ]);
  });
});
