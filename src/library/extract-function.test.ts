import { beforeAll, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import type { Executor } from "#sandbox/port.ts";
import { extractFunction, offerFunctions } from "./extract-function.ts";
import { inspectTools } from "./inspect-tools.ts";
import { localPython } from "./local-python.ts";
import type { FunctionChoice, FunctionOffer } from "./port.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);
const SIGNAL = AbortSignal.timeout(120_000);

async function offersOf(code: string): Promise<readonly FunctionOffer[]> {
  const outcome = await offerFunctions(python, code, SIGNAL);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.offers;
}

/** Wraps the whole program with those of its values, by their source, that are named. */
async function wrap(code: string, parameters: Readonly<Record<string, string>>, part: Partial<FunctionChoice> = {}) {
  const whole = (await offersOf(code)).at(-1);
  const chosen = Object.entries(parameters).map(([source, name]) => {
    const offer = whole?.parameters.find((parameter) => parameter.source === source);
    if (offer === undefined) throw new Error(`${source} is not offered: ${JSON.stringify(whole)}`);
    return { id: offer.id, name, type: offer.type, description: "" };
  });
  return extractFunction(
    python,
    code,
    { name: "tool", description: "Does it.", existing: null, parameters: chosen, returns: "", returnsDescription: "", ...part },
    SIGNAL,
  );
}

async function codeOf(...args: Parameters<typeof wrap>): Promise<string> {
  const outcome = await wrap(...args);
  if (!outcome.ok) throw new Error(outcome.message);
  const inspected = await inspectTools(python, [outcome.code], SIGNAL);
  expect(inspected).toMatchObject({ ok: true, inspections: [{ errors: [], tool: { name: args[2]?.name ?? "tool" } }] });
  return outcome.code;
}

async function output(code: string): Promise<string> {
  const { result } = await python.execute({ code, files: [], limits: { timeoutMs: 9_000, outputLimit: 9_000, memoryMiB: 512 } }, () => undefined, SIGNAL);
  return result.error === null ? streamText(result, "stdout") : `${result.error.name}: ${result.error.message}`;
}

describe("what is offered", () => {
  test("values of the program as parameters, named by where they stand", async () => {
    const code = [
      "import pandas as pd",
      'df = pd.read_csv("data/sales.csv", sep=";")',
      "threshold = 0.5",
      'total = df[df["amount"] > -10].groupby("region")["amount"].sum()',
      'names = ["a", "b"]',
      'print("Total:", total.head(3))',
      'print(f"done {threshold}")',
    ].join("\n");
    const [offer] = await offersOf(code);
    expect(offer?.existing).toBeNull();
    expect(offer?.parameters.map(({ name, type, source, line }) => `${line} ${name}: ${type} = ${source}`)).toEqual([
      '2 path: str = "data/sales.csv"',
      '2 sep: str = ";"',
      "3 threshold: float = 0.5",
      '4 column: str = "amount"',
      "4 number: int = -10",
      '4 text: str = "region"',
      '4 column_2: str = "amount"',
      '5 names: list[str] = ["a", "b"]',
      "6 number_2: int = 3",
    ]);
  });

  test("functions that can stand alone come first, the others not at all", async () => {
    const code =
      "import math\nSCALE = 2\n\ndef area(r: float) -> float:\n    return math.pi * r ** 2\n\ndef scaled(r: float) -> float:\n    return SCALE * r\n\ndef untyped(r):\n    return r\n\nprint(area(1))";
    expect((await offersOf(code)).map(({ name, existing }) => [name, existing])).toEqual([
      ["area", "area"],
      ["my_tool", null],
    ]);
  });

  test("what is not Python is told", async () => {
    expect(await offerFunctions(python, "def f(:", SIGNAL)).toEqual({ ok: false, message: "Syntax error: invalid syntax on line 1" });
  });
});

describe("a program becomes a function that does the same", () => {
  test("with imports before it, parameters with the values as defaults, and its last value returned", async () => {
    const code = '# Area of a circle\nimport math\n\nradius = 2.0  # metres\nunit = "m²"\n\narea = math.pi * radius ** 2\nf"{area:.2f} {unit}"\n';
    const made = await codeOf(
      code,
      { "2.0": "radius", '"m²"': "unit" },
      { description: "Area of a circle.", returns: "str", returnsDescription: "with its unit" },
    );
    expect(made).toBe(
      [
        "import math",
        "",
        "",
        'def tool(radius: float = 2.0, unit: str = "m²") -> str:',
        '    """',
        "    Area of a circle.",
        "",
        "    :return: with its unit",
        '    """',
        "    # Area of a circle",
        "",
        "",
        "    area = math.pi * radius ** 2",
        '    return f"{area:.2f} {unit}"',
        "",
      ].join("\n"),
    );
    expect(await output(`${made}\nprint(tool(), tool(1.0, unit="cm²"))`)).toBe("12.57 m² 3.14 cm²\n");
  });

  test("texts of several lines keep every byte, f-strings too", async () => {
    const code = 'name = "x"\ntext = """one\n  two\n\tthree"""\nother = f"""{name}\nafter\n"""\nprint(repr(text), repr(other), sep="\\n")\n';
    const made = await codeOf(code, { '"x"': "name" });
    expect(await output(`${made}\ntool()`)).toBe(await output(code));
    expect(await output(`${made}\ntool("é")`)).toContain("'é\\nafter\\n'");
  });

  test("columns after characters of several bytes, several values on a line, lists over several lines", async () => {
    const code = 'print("é🐝", [1,\n  2,\n  3], max(4, 5), "é🐝".count("é"))\n';
    const made = await codeOf(code, { "[1,\n  2,\n  3]": "values", "5": "top", '"é"': "letter" });
    expect(await output(`${made}\ntool()\ntool(values=[9], top=7, letter="🐝")`)).toBe("é🐝 [1, 2, 3] 5 1\né🐝 [9] 7 1\n");
  });

  test("functions and classes of the program move in with it; a main guard runs", async () => {
    const code =
      'import sys\n\ndef twice(x):\n    return 2 * x\n\nclass Box:\n    size = twice(3)\n\nif __name__ == "__main__":\n    print(twice(21), Box.size)\n';
    const made = await codeOf(code, {});
    expect(await output(`__name__ = "other"\n${made}\ntool()`)).toBe("42 6\n");
  });

  test("a quote or backslash in a description harms nothing", async () => {
    const made = await codeOf("print(1)\n", {}, { description: 'Says """hi""" and \\n.\nTwice.' });
    expect(await output(`${made}\nprint(tool.__doc__.strip())`)).toBe('Says """hi""" and \\n.\nTwice.\n');
  });

  test("an existing function comes out as it is, with the imports that it needs", async () => {
    const code =
      "import math, os\nfrom typing import Optional\nfrom json import dumps as d\n\n\ndef area(r: Optional[float] = None) -> float:\n    # Comment\n    return math.pi * (r or 1) ** 2\n\nprint(os.getcwd(), d(1))";
    const outcome = await extractFunction(
      python,
      code,
      { name: "area", description: "", existing: "area", parameters: [], returns: "", returnsDescription: "" },
      SIGNAL,
    );
    expect(outcome).toEqual({
      ok: true,
      code: "import math\nfrom typing import Optional\n\n\ndef area(r: Optional[float] = None) -> float:\n    # Comment\n    return math.pi * (r or 1) ** 2\n",
    });
  });
});

describe("what cannot become a function is told why", () => {
  test.each<[string, string, Readonly<Record<string, string>>, Partial<FunctionChoice>, string]>([
    ["a name that is none", "print(1 + 2)", {}, { name: "my tool" }, "'my tool' is not a name that a function can have"],
    ["a keyword", "print(1 + 2)", {}, { name: "class" }, "'class' is not a name that a function can have"],
    [
      "a parameter of a name in use",
      "total = 0\nfor i in range(5):\n    total += i\nprint(total)",
      { "5": "total" },
      {},
      "the program already uses the name total",
    ],
    ["a parameter that hides a built-in the program calls", "print(max(1, 2))", { "1": "max" }, {}, "the program already uses the name max"],
    ["two parameters of one name", "print(max(1, 2))", { "1": "a", "2": "a" }, {}, "'a' is not a name that one parameter can have"],
    ["global", "n = 1\ndef f():\n    global n\n    n = 2\nf()", {}, {}, "line 3: the program uses `global`, which means something else inside a function"],
    ["await at the top", "import asyncio\nawait asyncio.sleep(0)", {}, {}, "line 2: the program awaits at its top, which a tool cannot"],
    ["an import beside something else", "import os; print(os.sep)", {}, {}, "line 1: put each statement on a line of its own first"],
    ["nothing but imports", "import os", {}, {}, "the program does nothing that a function could do"],
    ["a type that is no Python", "print(max(1, 2))", {}, { returns: "list[" }, "the function would not be Python: '[' was never closed on line 1"],
  ])("%s", async (_, code, parameters, part, message) => {
    expect(await wrap(code, parameters, part)).toEqual({ ok: false, message });
  });

  test("values that moved since they were offered", async () => {
    const choice: FunctionChoice = {
      name: "f",
      description: "",
      existing: null,
      parameters: [{ id: "9:0:9:1", name: "a", type: "int", description: "" }],
      returns: "",
      returnsDescription: "",
    };
    expect(await extractFunction(python, "print(1 + 2)", choice, SIGNAL)).toEqual({ ok: false, message: "the program changed since its values were offered" });
  });
});
