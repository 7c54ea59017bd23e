import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPython, type PythonServer, startPythonServer } from "../../../e2e/support/python-server.ts";
import { BeeClient } from "./bee-client.ts";

const never = new AbortController().signal;

describe.runIf(findPython() !== null)("custom tools over the service", { timeout: 30_000 }, () => {
  let server: PythonServer;
  let client: BeeClient;
  beforeAll(async () => {
    server = await startPythonServer("e2e/support/bee-server/bee_server.py");
    client = new BeeClient({ baseUrl: server.url, fetch });
  });
  afterAll(() => server?.close());

  test("a tool's name, schema and description", async () => {
    const source = `
import typing
from typing import Optional, Union as Onion

def my_tool(a: int, b: typing.Tuple[Optional[str], str] = ("hello", "world"), *, c: Onion[list[str], dict[str, Optional[float]]]) -> int:
    """
    This tool is cool.
    :param a: something cool
    (very cool indeed)
    :return: something great
    :param c: something awful
    """
    return 1 + 1
`;
    const answer = await client.parseTool(source, never);
    if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
    expect(answer.value).toMatchObject({ tool_name: "my_tool", tool_description: "This tool is cool.\n\nReturns: int -- something great" });
    expect(JSON.parse(answer.value.tool_input_schema_json)).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      title: "my_tool",
      properties: {
        a: { type: "integer", description: "something cool\n(very cool indeed)" },
        b: { type: "array", minItems: 2, items: [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string" }], additionalItems: false },
        c: {
          anyOf: [
            { type: "array", items: { type: "string" } },
            { type: "object", additionalProperties: { anyOf: [{ type: "number" }, { type: "null" }] } },
          ],
          description: "something awful",
        },
      },
      required: ["a", "c"],
      additionalProperties: false,
    });
  });

  test.each([
    [
      "def f(a, /, b, *args, **kwargs) -> int:\n  return 2",
      ["must not have positional-only", "must not have *args", "must not have **kwargs", "must have type annotations"],
    ],
    ["def f(:\n  pass", ["Syntax error: "]],
    ["x = 1\ndef f() -> int:\n  return 1", ["must only define a single function, optionally preceded by imports."]],
    ["def f(a: print(1)) -> int:\n  return 1", ["Invalid type annotation `print(1)`"]],
    ["def f(a: Nothing) -> int:\n  return 1", ["Error when parsing type `Nothing`: name 'Nothing' is not defined"]],
  ])("the errors of %j, from the 400's own body", async (source, words) => {
    const answer = await client.parseTool(source, never);
    if (answer.ok || answer.fault.kind !== "tool") throw new Error(JSON.stringify(answer));
    expect(answer.fault.messages).toHaveLength(words.length);
    for (const [index, word] of words.entries()) expect(answer.fault.messages[index]).toContain(word);
  });

  test("a tool is called with JSON, which its annotations read", async () => {
    const source = 'import datetime\n\ndef year(a: datetime.datetime) -> str:\n    print("not part of the result")\n    return f"The year is {a.year}"';
    expect(await client.executeTool(source, '{"a": "2000-01-01T00:00:00"}', never)).toEqual({ ok: true, value: { tool_output_json: '"The year is 2000"' } });
    const wrong = await client.executeTool("def half(a: int) -> float:\n  return a / 0", '{"a": 1}', never);
    if (wrong.ok || wrong.fault.kind !== "tool") throw new Error(JSON.stringify(wrong));
    expect(wrong.fault.messages[0]).toContain("division by zero");
  });

  test("a malformed request is told with its places", async () => {
    const answer = await client.execute("1", { "relative/path": "not a hash!" }, never);
    if (answer.ok || answer.fault.kind !== "invalid") throw new Error(JSON.stringify(answer));
    expect(answer.fault.fault.message).toContain("body.files.relative/path.[key]: String should match pattern '^/[^/].*$'");
    expect(answer.fault.fault.message).toContain("String should match pattern '^[0-9a-zA-Z_-]{1,255}$'");
  });
});
