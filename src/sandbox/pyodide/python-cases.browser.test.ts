import { afterAll, describe, expect, test } from "vitest";
import { type ExecutionResult, streamText, TABLE_MIME, type TableData } from "#domain/execution-result.ts";
import type { Execution, ExecutionProgress } from "#sandbox/port.ts";
import cases from "./fixtures/python-cases.json" with { type: "json" };
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

interface Run extends Execution {
  readonly progress: readonly (ExecutionProgress & { readonly at: number })[];
  readonly ms: number;
}
type Check = (...runs: Run[]) => void;

const STOPPED = new Set(["A09"]);
const LIMITS = { timeoutMs: 120_000, outputLimit: 1_000_000, memoryMiB: 1024 };

const out = ({ result }: Execution): string => streamText(result, "stdout");
const err = ({ result }: Execution): string => streamText(result, "stderr");
const value = ({ result }: Execution): string | undefined => result.result?.data["text/plain"];
const table = (data: Readonly<Record<string, string>> | undefined): TableData => JSON.parse(data?.[TABLE_MIME] ?? "null") as TableData;
const ok = (...runs: Run[]): void => {
  for (const run of runs) expect(run.result).toMatchObject({ status: "ok", exitCode: 0, error: null });
};
const isPng = (text: string | undefined): boolean => text?.startsWith("iVBORw0KGgo") === true;
const changed = (run: Run): Record<string, string> => Object.fromEntries(run.files.map((file) => [file.path, new TextDecoder().decode(file.bytes)]));

/** The right value of each case, by its id. */
const CHECKS: Readonly<Record<string, Check>> = {
  A01: (run) => {
    ok(run);
    expect(out(run)).toBe("sum 6\n");
  },
  A03: (first, second) => {
    ok(first, second);
    expect(out(first)).toBe("run 1 done\nlate line from run 1\n");
    expect(out(second)).toBe("run 2 start\nrun 2 end\n");
  },
  A05: (run) => {
    ok(run);
    expect(out(run)).toBe("step 0\nstep 1\nstep 2\nwaited 1.5\n");
    const times = run.progress.filter((step) => step.type === "output").map((step) => step.at);
    expect(times.length).toBeGreaterThanOrEqual(4);
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(700);
  },
  A08: (run) => {
    expect(run.result.status).toBe("error");
    expect(run.result.error?.message).toContain("humanize");
    expect(run.result.error?.message).not.toContain("Errno 138");
  },
  A09: (run) => {
    expect(run.result.status).toBe("aborted");
    expect(out(run)).toMatch(/^tick 500000\n/);
  },
  A10: (run) => {
    expect(run.result).toMatchObject({ status: "error", error: { name: "EOFError" } });
    expect(run.result.error?.message).toContain("input() is not supported here");
    expect(out(run)).toBe("Your age? ");
  },
  A12: (run) => {
    // No library hangs, and each says what is the matter.
    if (catalogue.packages.requests === undefined) expect(run.result.error?.message).toContain("No module named 'requests'");
    else ok(run);
    const lines = out(run)
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toContain("no network");
    expect(run.result.durationMs).toBeLessThan(20_000);
  },
  B01: (first, second) => {
    expect(out(first)).toBe("Total: 42");
    expect(out(second)).toBe("next\n");
  },
  B02: (run) => {
    ok(run);
    expect(out(run)).toBe("price € ok\nbad \uFFFD\uFFFD end\nafter\n");
  },
  B03: (run) => expect(out(run)).toBe("ERROR disk full\ncleared?\n"),
  B04: (run) => {
    ok(run);
    expect(err(run)).toBe("processing 100% done\n");
    expect(out(run)).toBe("result 5050\n");
  },
  B06: (run) => {
    expect(run.result).toMatchObject({ status: "error", error: { name: "ZeroDivisionError" }, limit: { name: "output" } });
    expect(out(run).startsWith("row 0 ")).toBe(true);
    expect(out(run)).toMatch(/… [\d,]+ lines \([\d,]+ characters\) omitted …/);
    expect(out(run).endsWith("LAST LINE\n")).toBe(true);
    expect(out(run).length).toBeLessThan(1_000_200);
  },
  B08: (run) => {
    ok(run);
    expect(value(run)).toBe("3");
    expect(err(run)).toContain("UserWarning: check the input");
    expect(err(run)).toContain("slow path used");
    expect(err(run).match(/SyntaxWarning/g)?.length).toBe(1);
    expect(err(run)).toContain("main.py:4: SyntaxWarning");
  },
  C01: (zero, worded, bare) => {
    ok(zero, bare);
    expect(out(zero)).toBe("report written\n");
    expect(worded.result).toMatchObject({ status: "error", exitCode: 1, error: { message: "no rows", traceback: "" } });
  },
  C02: (first, second) => {
    expect(first.result).toMatchObject({ status: "error", exitCode: 3 });
    expect(first.result.error?.message).toContain("A new one has taken over");
    expect(out(first)).toBe("bye\n");
    expect(out(second)).toBe("still here\n");
  },
  C06: (big, growing, after) => {
    expect(big.result.status).toBe("error");
    expect(big.result.error?.message).toMatch(/too big|Unable to allocate/);
    expect(growing.result).toMatchObject({ status: "error", error: { name: "MemoryError" }, limit: { name: "memory" } });
    expect(out(growing)).toContain("4 x 200 MB");
    expect(out(after)).toBe("alive 0\n");
  },
  C07: (run) => {
    const { error } = run.result as { error: NonNullable<ExecutionResult["error"]> };
    expect(error.name).toBe("RuntimeError");
    expect(error.frames.map((frame) => [frame.line, frame.source.trim()])).toEqual([
      [8, 'load(["1", "x2"])'],
      [7, 'raise RuntimeError("row conversion failed") from e'],
    ]);
    expect(error.traceback).toContain('File "main.py", line 2, in parse\n    return int(s)');
    expect(error.traceback).toContain("The above exception was the direct cause");
    expect(error.traceback).not.toMatch(/_pyodide|skep_|python314/);
  },
  C09: (run) => expect(out(run)).toBe("Total: 3\n"),
  C10: (run) => expect(out(run)).toBe("main ran\n"),
  C13: (first, second) => {
    expect(first.result.error?.name).toBe("NameError");
    expect(second.result.error).toMatchObject({ name: "NameError", message: "name 'rows' is not defined" });
  },
  D01: (plain, nested, json) => {
    expect(value(plain)).toBe("9007199254740993");
    expect(value(nested)).toBe("{'id': 9007199254740993, 'big': 1267650600228229401496703205376}");
    expect(value(json)).toBe(`'{"id": 9007199254740993}'`);
    expect(JSON.parse(JSON.stringify(plain.result)).result.data["text/plain"]).toBe("9007199254740993");
  },
  D02: (frame, json, none) => {
    expect(table(frame.result.result?.data)).toMatchObject({
      columns: ["a", "b", "t"],
      index: ["0", "1", "2"],
      totalRows: 3,
      rows: [
        ["1.5", "", "2024-01-31 00:00:00"],
        ["NaN", "x", "NaT"],
        ["inf", "y", "2024-02-29 00:00:00"],
      ],
    });
    expect(value(json)).toContain('"columns":["a","b","t"]');
    expect(none.result.result).toBeNull();
  },
  D03: (frame, generator, set, lambda) => {
    ok(frame, generator, set, lambda);
    expect(table(frame.result.result?.data)).toMatchObject({ columns: ["x"], dtypes: ["int64"], rows: [["1"], ["2"]] });
    expect(value(generator)).toContain("<generator object");
    expect(["{'a', 'b'}", "{'b', 'a'}"]).toContain(value(set));
    expect(value(lambda)).toContain("<function <lambda>");
  },
  D06: (...runs) => {
    ok(...runs);
    expect(runs.map(value)).toEqual(["5.0", "True", "'5'", "-0.0", "1e+21", undefined, "(1, None, 2.0)", undefined]);
  },
  D08: (escaped, card, raw, frame) => {
    expect(value(escaped)).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(card.result.result?.data["text/html"]).toContain("<b>hi</b>");
    expect(card.result.result?.data["text/plain"]).toContain("Card object");
    expect(value(raw)).toContain("<img src=x onerror=alert(1)>");
    // A frame travels as data, never as markup.
    expect(frame.result.result?.data["text/html"]).toBeUndefined();
    expect(table(frame.result.result?.data).rows).toEqual([["<img src=x onerror=alert(1)>"], ["a & b < c"]]);
  },
  E02: (docx, fitz) => {
    expect(docx.result.error).toMatchObject({ name: "ModuleNotFoundError" });
    expect(docx.result.error?.message).toContain("python-docx");
    expect(fitz.result.error?.message).toContain("pymupdf");
  },
  E03: (run) => {
    if (catalogue.packages.jinja2 === undefined) expect(run.result.error?.message).toContain("requires jinja2");
    else ok(run);
    const shown = run.progress.map((step) => (step.type === "output" && step.stream === "stdout" ? step.text : "")).join("");
    expect(shown).toBe(out(run));
    expect(out(run).match(/start/g)?.length).toBe(1);
    expect(out(run)).toContain("plot ok");
  },
  E04: (run) => {
    ok(run);
    expect(out(run)).toBe("2024-07-01 14:00:00+02:00\n2024-07-01 14:00:00+02:00\n");
  },
  E09: (run) => {
    ok(run);
    expect(run.result.environment.packages).toMatchObject({ numpy: expect.stringMatching(/^2\./), pandas: expect.stringMatching(/^3\./) });
    expect(out(run)).toContain("AttributeError `np.float_` was removed");
    expect(out(run).trim().split("\n").length).toBe(7);
  },
  E10: (run) => {
    ok(run);
    expect(err(run)).toContain("ChainedAssignmentError");
    expect(out(run)).toContain("'status': ['a', 'b', 'c']");
  },
  F01: (run) => {
    ok(run);
    expect(out(run)).toContain("[1234.5, 99.0]");
  },
  F02: (run) => {
    ok(run);
    expect(out(run)).toContain("cp1252 'Ib\\xe1\\xf1ez \\u2013 S\\xf6hne'");
  },
  F04: (run) => {
    ok(run);
    expect(out(run)).toContain("'zip': ['00123', '04510'], 'card': ['1234567890123456789', ''], 'lot': ['1E5', '2E3'], 'country': ['NA', 'DE']");
  },
  F07: (run) => {
    ok(run);
    expect(out(run)).toContain("ok /mnt/data/sales.csv\nok /content/sales.csv\n");
    expect(changed(run)["result.txt"]).toBe("x");
  },
  F08: (run) => {
    ok(run);
    expect(changed(run)).toEqual({ "report.txt": "hello world\n", "rows.csv": "1,2\r\n" });
  },
  G01: (run) => {
    ok(run);
    expect(run.result.displays.length).toBe(1);
    expect(isPng(run.result.displays[0]?.data["image/png"])).toBe(true);
    expect(out(run)).toMatch(/^agg \[\]\n$/i);
    expect(err(run)).toBe("");
  },
  G02: (first, second) => {
    ok(first, second);
    expect(first.result.displays.map((display) => isPng(display.data["image/png"]))).toEqual([true]);
    expect(out(second)).toBe("lines 1 figures [1]\n");
    expect(second.result.displays.length).toBe(1);
  },
  G05: (magic, display, ipython) => {
    ok(magic, display, ipython);
    expect(out(magic)).toBe("plot\n");
    expect(table(display.result.displays[0]?.data)).toMatchObject({ columns: ["a"], rows: [["1"]] });
    expect(ipython.result.displays[0]?.data["text/html"]).toBe("<b>x</b>");
  },
};

const catalogue = await testCatalogue();
const executor = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });
afterAll(() => executor.close());

async function execute(code: string, files: (typeof cases)[number]["files"], stopAfterOutput: boolean): Promise<Run> {
  const progress: Run["progress"][number][] = [];
  const stop = new AbortController();
  const begin = performance.now();
  const given = files.map((file) => ({ path: file.path, bytes: Uint8Array.from(file.bytes) }));
  const execution = await executor.execute(
    { code, files: given, limits: LIMITS },
    (step) => {
      progress.push({ ...step, at: performance.now() - begin });
      if (stopAfterOutput && step.type === "output") stop.abort();
    },
    stop.signal,
  );
  return { ...execution, progress, ms: performance.now() - begin };
}

describe("everyday Python gives the right value", { timeout: 240_000 }, () => {
  test("every case has a check", () => {
    expect(Object.keys(CHECKS).sort()).toEqual(cases.map((one) => one.id).sort());
  });

  for (const { id, title, runs, files } of cases) {
    test(`${id} ${title}`, async (context) => {
      const needsPackages = runs.some((code) => /import (numpy|pandas|matplotlib)|requests/.test(code));
      if (needsPackages && catalogue.packages.pandas === undefined) return context.skip("numpy, pandas and matplotlib were not fetched");
      const done: Run[] = [];
      for (const code of runs) done.push(await execute(code, files, STOPPED.has(id)));
      CHECKS[id]?.(...done);
    });
  }
});
