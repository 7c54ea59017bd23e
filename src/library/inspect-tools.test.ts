import { beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "#sandbox/port.ts";
import schemas from "./fixtures/pydantic-schemas.json" with { type: "json" };
import { inspectTools, type ToolInspection } from "./inspect-tools.ts";
import { localPython } from "./local-python.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

async function inspect(source: string): Promise<ToolInspection> {
  const outcome = await inspectTools(python, [source], AbortSignal.timeout(30_000));
  if (!outcome.ok) throw new Error(outcome.message);
  const [inspection] = outcome.inspections;
  if (inspection === undefined) throw new Error("no inspection");
  return inspection;
}

const TYPE_IMPORTS =
  "import datetime\nfrom typing import Any, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, Union\nfrom pathlib import Path";

describe("a custom tool of bee-code-interpreter is accepted as its parser does", () => {
  test("imports under other names, nested types, defaults, keyword-only parameters, a docstring of several lines", async () => {
    const { tool, errors } = await inspect(`
import typing
import typing as fruit
from typing import Optional
from typing import Union as Either

def weigh(a: int, b: typing.Tuple[Optional[str], str] = ("x", "y"), *, c: Either[list[str], dict[str, fruit.Optional[float]]]) -> int:
    """
    Weighs things.
    In several lines:
    - one
    - two
    :param a: how much
    (in grams)
    :param b: a pair
    :return: the weight
    :param c: what it is
    """
    return 2
                `);
    expect(errors).toEqual([]);
    expect(tool).toEqual({
      name: "weigh",
      description: "Weighs things.\nIn several lines:\n- one\n- two\n\nReturns: int -- the weight",
      returns: "int",
      parameters: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        title: "weigh",
        properties: {
          a: { type: "integer", description: "how much\n(in grams)" },
          b: {
            type: "array",
            minItems: 2,
            items: [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string" }],
            additionalItems: false,
            description: "a pair",
          },
          c: {
            anyOf: [
              { type: "array", items: { type: "string" } },
              { type: "object", additionalProperties: { anyOf: [{ type: "number" }, { type: "null" }] } },
            ],
            description: "what it is",
          },
        },
        required: ["a", "c"],
        additionalProperties: false,
      },
    });
  });

  test.each([
    ["indented as a whole", "    def f(a: int):\n        return a", "f", ["a"]],
    ["without parameters, docstring or result", "def f():\n  pass", "f", []],
    ["keyword-only with and without default", "def f(*, a: int, b: str = 'x', c: bool):\n  pass", "f", ["a", "c"]],
    ["imports of anything, which no type needs", "import requests\nfrom a.b import c\ndef f(u: str): return requests.get(u)", "f", ["u"]],
    ["an import of another module with the name of a type", "import numpy as list\ndef f(u: list): return u", "f", ["u"]],
    ["a decorated function", "import functools\n@functools.cache\ndef f(u: str): return u", "f", ["u"]],
  ])("%s", async (_, source, name, required) => {
    const { tool, errors } = await inspect(source);
    expect(errors).toEqual([]);
    expect(tool).toMatchObject({ name, parameters: { required } });
  });

  test.each([
    ["Does it.", "Does it."],
    ["Does it.\n\n    :return: a number", "Does it.\n\nReturns: a number"],
    [":return: only that", "Returns: only that"],
    ["Says a: b.\n\n    :param Upper: not a name that counts\n    :raises X: not known", "Says a: b."],
    ["", ""],
  ])("the docstring %j gives the description %j", async (docstring, description) => {
    expect((await inspect(`def f():\n    """${docstring}"""\n    return 1`)).tool?.description).toBe(description);
  });
});

const ONE_FUNCTION = "The tool source code must only define a single function, optionally preceded by imports.";

describe("and refused with the same messages", () => {
  test.each([
    ["", [ONE_FUNCTION]],
    ["x = 1", [ONE_FUNCTION]],
    ["import os", [ONE_FUNCTION]],
    ["x = 1\ndef f(): pass", [ONE_FUNCTION]],
    ["def f(): pass\ndef g(): pass", [ONE_FUNCTION]],
    ["def f(): pass\nf()", [ONE_FUNCTION]],
    ["async def f(): pass", [ONE_FUNCTION]],
    ["class F: pass", [ONE_FUNCTION]],
    ["def f(:\n  pass", ["Syntax error: invalid syntax on line 1"]],
    ["import os\ndef f()\n  pass", ["Syntax error: expected ':' on line 2"]],
    ["def f():\n    '''open", [expect.stringMatching(/^Syntax error: unterminated triple-quoted string literal.* on line 2$/)]],
    ["def f(a, /): pass", ["The tool function must not have positional-only arguments"]],
    [
      "def f(a, /, b, *args, **kwargs) -> int:\n  return 1 + 1",
      [
        "The tool function must not have positional-only arguments",
        "The tool function must not have *args",
        "The tool function must not have **kwargs",
        "The tool function arguments must have type annotations",
      ],
    ],
    ["def f(*args: int): pass", ["The tool function must not have *args"]],
    ["def f(*, a): pass", ["The tool function arguments must have type annotations"]],
    ["def f(a: open('x')): pass", ["Invalid type annotation `open('x')`"]],
    ["def f(a: list[int if 1 else str]): pass", ["Invalid type annotation `list[int if 1 else str]`"]],
    ["def f(a: int & str): pass", ["Invalid type annotation `int & str`"]],
    ["def f(a: b'x'): pass", ["Invalid type annotation `b'x'`"]],
    ["def f(a: Frame): pass", ["Error when parsing type `Frame`: name 'Frame' is not defined"]],
    ["import pandas as pd\ndef f(a: pd.DataFrame): pass", ["Error when parsing type `pd.DataFrame`: name 'pd' is not defined"]],
    ["import typing\ndef f(a: typing.Nothing): pass", ["Error when parsing type `typing.Nothing`: module 'typing' has no attribute 'Nothing'"]],
    ["def f(a: dict[str]): pass", [expect.stringContaining("`dict[str]`")]],
    ["def f(a: int, b: Foo, c: Bar): pass", ["Error when parsing type `Foo`: name 'Foo' is not defined"]],
  ])("%j", async (source, messages) => {
    const { tool, errors } = await inspect(source);
    expect(errors).toEqual(messages);
    expect(tool).toBeNull();
  });

  test("a type that only Pydantic knows is told as such where there is none", async () => {
    expect((await inspect("import typing\ndef f(a: typing.Annotated[int, 'x']): pass")).errors).toEqual([
      "Error when parsing type `typing.Annotated[int, 'x']`: only the package pydantic knows this type, and it is not on this machine",
    ]);
  });
});

test("the schemas of common types are those of Pydantic, without it", async () => {
  const kinds = Object.keys(schemas);
  const source = `${TYPE_IMPORTS}\ndef f(${kinds.map((kind, index) => `p${index}: ${kind}`).join(", ")}): pass`;
  const { tool, errors } = await inspect(source);
  expect(errors).toEqual([]);
  const properties = tool?.parameters.properties as Record<string, unknown>;
  for (const [index, kind] of kinds.entries()) expect({ [kind]: properties[`p${index}`] }).toEqual({ [kind]: schemas[kind as keyof typeof schemas] });
});

describe("analysis", () => {
  const names = async (source: string) => (await inspect(source)).references.map(({ name, line }) => `${line} ${name}`);

  test("imports once each, with their line, told from the standard library", async () => {
    const { imports, tools } = await inspect(
      "import os, numpy.linalg as la\nfrom PIL import Image\nimport os.path\nfrom skep_tools.total import total\ndef f(): pass",
    );
    expect(imports).toEqual([
      { module: "os", standard: true, line: 1 },
      { module: "numpy", standard: false, line: 1 },
      { module: "PIL", standard: false, line: 2 },
    ]);
    expect(tools).toEqual(["total"]);
  });

  test("members are named by where they come from, whatever they are called here", async () => {
    expect(await names("import os as o\nfrom subprocess import run as go\ndef f():\n    o.system('x')\n    go('y')\n    return o.path.join")).toEqual([
      "2 subprocess.run",
      "4 os.system",
      "5 subprocess.run",
      "6 os.path.join",
    ]);
  });

  test("built-ins, but not names that the code defines itself", async () => {
    expect(await names("def f(input: str):\n    eval('1')\n    return input")).toEqual(["1 builtins.str", "2 builtins.eval"]);
  });

  test("ways round by a text", async () => {
    const found = await names(
      "import os, importlib\ndef f():\n    getattr(os, 'system')('x')\n    __import__('socket')\n    importlib.import_module('ctypes')\n    return f.__globals__",
    );
    expect(found).toEqual(expect.arrayContaining(["3 os.system", "4 socket", "5 ctypes", "6 .__globals__"]));
  });
});

test("several sources are read in one run, in order, and a bad one spoils no other", async () => {
  const outcome = await inspectTools(python, ["def a(): pass", "nonsense (", "def c(): pass"], AbortSignal.timeout(30_000));
  expect(outcome).toMatchObject({ ok: true, inspections: [{ tool: { name: "a" } }, { tool: null }, { tool: { name: "c" } }] });
});

test("code nested beyond reason ends with a message", async () => {
  const { tool, errors } = await inspect(`def f():\n    return ${"(".repeat(5_000)}${")".repeat(5_000)}`);
  expect(tool).toBeNull();
  expect(errors).toHaveLength(1);
});

test("Stop is an answer", async () => {
  expect(await inspectTools(python, ["def a(): pass"], AbortSignal.abort())).toMatchObject({ ok: false, message: "The program ended with status aborted." });
});
