import { expect, test } from "vitest";
import type { RunOutcome } from "#agent/run/run-outcome.ts";
import type { CodeRequest } from "#agent/task-request.ts";
import { type Snippet, type SnippetStatus, UNPROVEN } from "#domain/snippet.ts";
import { type CallPorts, callTool } from "./call-tool.ts";
import type { CallRequest } from "./port.ts";

const TIME = "2026-11-30T12:00:00.000Z";
const snippet = (id: string, status: SnippetStatus, part: Partial<Snippet> = {}): Snippet => ({
  ...UNPROVEN,
  id,
  name: "add",
  description: "",
  code: "",
  tags: [],
  status,
  version: 1,
  provenance: { run: null, model: null, task: null },
  createdAt: TIME,
  updatedAt: TIME,
  ...part,
});
const REQUEST: CallRequest = { name: "add", arguments: { a: 1 }, pack: null, files: [{ path: "in.csv", base64: "YQ==" }], timeout: null, executor: null };

function ports(snippets: readonly Snippet[], ran: Partial<CodeRequest>[] = []): CallPorts {
  const program = { ok: true, code: "add(a=1)", files: [{ path: "skep_call.py", bytes: new Uint8Array(1) }] } as const;
  return {
    library: { list: async () => snippets },
    callTool: async (id, args) => (args.a === 1 ? { ...program, code: `${id}: add(a=1)` } : { ok: false, problems: [{ path: "a", message: "is needed" }] }),
    callFromPack: async () => program,
    run: async (_run, code) => {
      ran.push(code);
      return { final: { execution: { result: { status: "ok" }, files: [] } } } as unknown as RunOutcome;
    },
  };
}

test("of the tools with one name the highest that is in use is called, with its files, as a run of that tool", async () => {
  const ran: Partial<CodeRequest>[] = [];
  const known = [snippet("draft", "draft"), snippet("core", "core"), snippet("old", "core", { deprecated: { time: TIME, reason: "old" } })];
  expect(await callTool(REQUEST, ports(known, ran))).toMatchObject({ ok: true, result: { status: "ok" } });
  expect(ran).toMatchObject([
    { code: "core: add(a=1)", files: [{ path: "in.csv" }, { path: "skep_call.py" }], tool: { id: "core", name: "add", arguments: { a: 1 } } },
  ]);
});

test("a tool of a pack is called without the library", async () => {
  const ran: Partial<CodeRequest>[] = [];
  await callTool({ ...REQUEST, pack: { text: "", fileName: "p.yaml" } }, ports([], ran));
  expect(ran).toMatchObject([{ code: "add(a=1)", tool: { id: "pack:add" } }]);
});

test("no such tool, and arguments that do not fit, run nothing", async () => {
  const ran: Partial<CodeRequest>[] = [];
  expect(await callTool(REQUEST, ports([], ran))).toEqual({ ok: false, problems: [{ path: "", message: "There is no tool called add in this library." }] });
  expect(await callTool({ ...REQUEST, arguments: {} }, ports([snippet("core", "core")], ran))).toEqual({
    ok: false,
    problems: [{ path: "a", message: "is needed" }],
  });
  expect(ran).toEqual([]);
});
