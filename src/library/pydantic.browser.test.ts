import { afterAll, describe, expect, test } from "vitest";
import { createPyodideExecutor } from "#sandbox/pyodide/pyodide-executor.ts";
import { testCatalogue } from "#sandbox/pyodide/test-catalogue.ts";
import schemas from "./fixtures/pydantic-schemas.json" with { type: "json" };
import { inspectTools } from "./inspect-tools.ts";
import toolParser from "./python/tool_parser.py?raw";
import toolTypes from "./python/tool_types.py?raw";
import { runHelper } from "./run-helper.ts";

const SIGNAL = AbortSignal.timeout(170_000);
const catalogue = await testCatalogue();
const executor = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });
const absent = catalogue.packages.pydantic === undefined;

afterAll(() => executor.close());

const COMPARE = `
import datetime, json, pathlib
from pathlib import Path
from typing import *
import pydantic
import tool_parser, tool_types

request = json.loads(pathlib.Path("skep-request.json").read_text())
answer = {}
for kind in request["kinds"]:
    made = eval(kind)
    answer[kind] = {"own": tool_types.schema_of(made), "pydantic": tool_parser._pydantic_schema(made, pydantic)}
pathlib.Path("skep-answer.json").write_text(json.dumps(answer))
`;

describe("real Pydantic, in the sealed sandbox", () => {
  test("makes of every common type the schema that is made here without it", async (context) => {
    if (absent) return context.skip("pydantic was not fetched: npm run assets -- --packages pydantic");
    const kinds = Object.keys(schemas);
    const outcome = await runHelper(
      executor,
      { code: COMPARE, modules: { "tool_parser.py": toolParser, "tool_types.py": toolTypes }, request: { kinds } },
      SIGNAL,
    );
    if (!outcome.ok) throw new Error(outcome.message);
    const answer = outcome.answer as Readonly<Record<string, { readonly own: unknown; readonly pydantic: unknown }>>;
    expect(Object.keys(answer)).toEqual(kinds);
    for (const kind of kinds) {
      expect({ [kind]: answer[kind]?.own }).toEqual({ [kind]: answer[kind]?.pydantic });
      expect({ [kind]: answer[kind]?.pydantic }).toEqual({ [kind]: schemas[kind as keyof typeof schemas] });
    }
  }, 170_000);

  test("is asked for a type that only it knows, and a tool with such a type is accepted as bee's parser does", async (context) => {
    if (absent) return context.skip("pydantic was not fetched: npm run assets -- --packages pydantic");
    const source =
      "import typing\nfrom pathlib import PurePosixPath\ndef f(a: typing.Annotated[int, 'x'], b: dict[float, int], c: typing.Deque[str], d: int): pass";
    const outcome = await inspectTools(executor, [source, "import typing\ndef g(a: typing.Callable[[int], str]): pass"], SIGNAL);
    if (!outcome.ok) throw new Error(outcome.message);
    expect(outcome.inspections[0]?.errors).toEqual([]);
    expect(outcome.inspections[0]?.tool?.parameters.properties).toMatchObject({
      a: { type: "integer" },
      b: { type: "object", additionalProperties: { type: "integer" } },
      c: { type: "array", items: { type: "string" } },
      d: { type: "integer" },
    });
    expect(outcome.inspections[1]).toMatchObject({
      tool: null,
      errors: [expect.stringMatching(/^Error when parsing type `typing\.Callable\[\[int\], str\]`: Cannot generate a JsonSchema/)],
    });
  }, 170_000);
});
