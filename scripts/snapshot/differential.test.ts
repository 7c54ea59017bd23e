import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CORE_FOLDER, startInterpreter } from "./interpreter.mjs";
import { restoreInterpreter } from "./restore.mjs";
import { openTestSet, type TestSet } from "./tests/test-set.ts";

const MINUTES = 60_000;
const program = (name: string) => readFile(new URL(`./tests/${name}.py`, import.meta.url), "utf8");
const differential = async () => (await Promise.all(["start", "packages", "figures", "runtime"].map((part) => program(`differential-${part}`)))).join("\n");
type Python = Awaited<ReturnType<typeof startInterpreter>>;

// Another zone than the one that the set was built in, or nearly so: the machine's zone must win.
process.env.TZ = "Asia/Kolkata";

const set: TestSet | null = await openTestSet();
const absent = "numpy, pandas and matplotlib were not fetched: npm run assets";

/** An interpreter as it was before there were snapshots: the glue as it came, packages loaded from wheels. */
async function startPlain({ wheels, inScience }: TestSet): Promise<Python> {
  const python = await startInterpreter({ glue: join(CORE_FOLDER, "pyodide.asm.mjs"), ...wheels });
  await python.loadPackage([...inScience], { messageCallback: () => undefined });
  return python;
}

const restoreScience = (test: TestSet) => restoreInterpreter(test.glue, test.science, test.wheels);
const IMPORTS = "import numpy, pandas, matplotlib.pyplot";

/** Addresses in reprs differ between any two interpreters. */
const withoutAddresses = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll(/0x[0-9a-f]{5,}/g, "0x…")]));

async function answersOf(python: Python): Promise<Record<string, string>> {
  python.runPython(IMPORTS);
  return withoutAddresses(JSON.parse(python.runPython(`${await differential()}\njson.dumps(_results)`)));
}

async function afterwards(python: Python): Promise<Record<string, unknown>> {
  const interrupts = new Uint8Array(4);
  const answers: Record<string, unknown> = {};
  answers.tasks = await python.runPythonAsync(`
import asyncio
async def work(number):
    await asyncio.sleep(0.01)
    return number * 2
str(await asyncio.gather(*[work(number) for number in range(3)]))`);
  python.setInterruptBuffer(interrupts);
  interrupts[0] = 2;
  try {
    python.runPython("while True: pass");
  } catch (error) {
    answers.interrupt = String(error).trim().split("\n").at(-1);
  }
  const lines: string[] = [];
  python.setStdout({ batched: (line) => void lines.push(line) });
  python.runPython("print('one'); import sys; print('two', file=sys.stdout, flush=True)");
  answers.output = lines;
  const namespace = python.toPy({ x: 2 });
  answers.namespace = python.runPython("x + 1", { globals: namespace });
  namespace.destroy();
  const table = python.runPython("import numpy; numpy.arange(6, dtype='int32').reshape(2, 3)");
  const buffer = table.getBuffer();
  answers.buffer = [Array.from(buffer.data), buffer.shape];
  buffer.release();
  table.destroy();
  try {
    python.runPython("raise ValueError('told')");
  } catch (error) {
    answers.error = String(error).trim().split("\n").at(-1);
  }
  return answers;
}

describe("a restored interpreter", () => {
  let plain: Python;
  let restored: Python;
  let expected: Record<string, string>;

  beforeAll(async () => {
    if (set === null) return;
    plain = await startPlain(set);
    expected = await answersOf(plain);
    restored = await restoreScience(set);
  }, 6 * MINUTES);

  it("does in every case what a plain one does", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (set === null) return skip(absent);
    expect(Object.keys(expected).length).toBeGreaterThan(40);
    expect(expected.plot).toMatch(/^'[0-9a-f]{64}'$/);
    expect(expected.native_exception).toMatch(/^ValueError/);
    expect(await answersOf(restored)).toEqual(expected);
  });

  it("awaits, is interrupted, prints and shares memory as a plain one does", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (set === null) return skip(absent);
    const answers = await afterwards(plain);
    expect(answers).toMatchObject({ tasks: "[0, 2, 4]", interrupt: "KeyboardInterrupt", output: ["one", "two"], namespace: 3 });
    expect(await afterwards(restored)).toEqual(answers);
  });

  it("has its own chance", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (set === null) return skip(absent);
    const draw = async () => JSON.parse((await restoreScience(set)).runPython(await program("chance"))) as unknown[];
    const [first, second] = [await draw(), await draw()];
    for (const [index, value] of first.entries()) expect(value).not.toEqual(second[index]);
  });

  it("leaves nothing for the next one", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (set === null) return skip(absent);
    const first = await restoreScience(set);
    first.runPython(`
import numpy, pathlib
path = pathlib.Path(numpy.__file__)
path.write_text("changed")
numpy.marked = True
numpy.zeros(1_000_000)[:] = 1`);
    const second = await restoreScience(set);
    expect(second.runPython("import numpy, pathlib; hasattr(numpy, 'marked') or pathlib.Path(numpy.__file__).read_text() == 'changed'")).toBe(false);
  });

  it("loads packages that the snapshot does not hold", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (set === null) return skip(absent);
    const python = await restoreInterpreter(set.glue, set.core, set.wheels);
    await python.loadPackage([...set.inScience], { messageCallback: () => undefined });
    expect(await answersOf(python)).toEqual(expected);
  });
});

describe("a restored interpreter of the core", () => {
  it("is one that has just started", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (set === null) return skip(absent);
    const plain = await startInterpreter({ glue: join(CORE_FOLDER, "pyodide.asm.mjs") });
    const restored = await restoreInterpreter(set.glue, set.core);
    const facts = `
import gc, os, sys, time, warnings
repr([sys.path, sys.argv, sys.executable, sorted(os.environ.items()), os.getcwd(), time.tzname, time.timezone, sys._emscripten_info, warnings.filters, sorted(k for k in globals() if k != 'facts')])`;
    expect(restored.runPython(facts)).toBe(plain.runPython(facts));
  });
});
