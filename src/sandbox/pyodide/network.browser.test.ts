import { afterAll, afterEach, describe, expect, test } from "vitest";
import { commands } from "vitest/browser";
import { type ExecutionResult, streamText } from "#domain/execution-result.ts";
import type { NetworkDecision, NetworkMode, NetworkQuestion } from "#domain/network.ts";
import type { ExecutionProgress } from "#sandbox/port.ts";
import type { PlannedResponse, PlannedServerCommands } from "../../../vite/planned-server-types.ts";
import { sendFromFrame } from "../network/frame-transport.ts";
import { DEFAULT_NETWORK_LIMITS } from "../network/network-limits.ts";
import { BrokeredNetwork } from "../network/run-network.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const server = commands as unknown as PlannedServerCommands;
const catalogue = await testCatalogue();
const executor = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });
const open: string[] = [];

afterEach(async () => {
  for (const origin of open.splice(0)) await server.stopPlannedServer(origin);
});
afterAll(() => executor.close());

async function serve(...responses: PlannedResponse[]): Promise<string> {
  const { origin } = await server.startPlannedServer(responses, true);
  open.push(origin);
  return origin;
}

const text = (body: string, more: Partial<PlannedResponse> = {}): PlannedResponse => ({
  status: 200,
  headers: { "content-type": "text/plain", "x-mark": "kept" },
  body: [body],
  end: "end",
  ...more,
});

interface Plan {
  readonly decide?: (question: NetworkQuestion) => Promise<NetworkDecision>;
  readonly mode?: NetworkMode;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

async function run(code: string, { decide = async () => "run", mode = "ask", timeoutMs = 20_000, signal = new AbortController().signal }: Plan = {}) {
  const questions: NetworkQuestion[] = [];
  const progress: ExecutionProgress[] = [];
  const network = new BrokeredNetwork({
    mode: () => mode,
    granted: () => [],
    remember: async () => undefined,
    ask: (question) => {
      questions.push(question);
      return decide(question);
    },
    ownOrigin: location.origin,
    send: sendFromFrame,
    limits: DEFAULT_NETWORK_LIMITS,
  });
  const request = { code, files: [], limits: { timeoutMs, outputLimit: 100_000, memoryMiB: 1024 }, network };
  const { result } = await executor.execute(request, (step) => void progress.push(step), signal);
  return { result, questions, progress, out: streamText(result, "stdout") };
}

const ok = (result: ExecutionResult): void => expect(result).toMatchObject({ status: "ok", error: null });

describe("Python's own means reach a granted host", { timeout: 120_000 }, () => {
  test("urllib.request, http.client, open_url, pyxhr and pyfetch", async () => {
    const origin = await serve(text('{"a": 1}'));
    const { host } = new URL(origin);
    const { result, out, questions, progress } = await run(`
import json, urllib.request, urllib.parse, http.client
from pyodide.http import open_url, pyfetch, pyxhr
with urllib.request.urlopen("${origin}/urllib?x=1", timeout=5) as response:
    print(response.status, json.load(response), response.headers["x-mark"])
request = urllib.request.Request("${origin}/post", data=urllib.parse.urlencode({"k": "v"}).encode(), headers={"X-Own": "7"})
print(urllib.request.urlopen(request).read().decode())
connection = http.client.HTTPConnection("${host}")
connection.request("PUT", "/put", body=b"raw bytes")
print(connection.getresponse().read())
connection.putrequest("POST", "/chunks")
connection.putheader("Transfer-Encoding", "chunked")
connection.endheaders([b"ab", b"cde"], encode_chunked=True)
print(connection.getresponse().status)
print(open_url("${origin}/open").read())
print(pyxhr.get("${origin}/xhr", params={"q": "z"}).json())
response = await pyfetch("${origin}/fetch", method="POST", body="async", headers={"X-Own": "8"})
print(response.status, response.url, await response.json(), response.headers["x-mark"])
`);
    ok(result);
    expect(out.split("\n")).toEqual(["200 {'a': 1} kept", '{"a": 1}', `b'{"a": 1}'`, "200", '{"a": 1}', "{'a': 1}", `200 ${origin}/fetch {'a': 1} kept`, ""]);
    const seen = await server.seenRequests(origin);
    expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["GET", "/urllib?x=1", ""],
      ["POST", "/post", "k=v"],
      ["PUT", "/put", "raw bytes"],
      ["POST", "/chunks", "abcde"],
      ["GET", "/open", ""],
      ["GET", "/xhr?q=z", ""],
      ["POST", "/fetch", "async"],
    ]);
    expect(seen[1]?.headers["x-own"]).toBe("7");
    expect(questions.map((question) => [question.host, question.local, question.path])).toEqual([[host, true, "/urllib?x=1"]]);
    expect(progress.filter((step) => step.type === "network-ask").length).toBe(7);
    expect(progress.filter((step) => step.type === "network-answer" && step.granted && step.outcome === "200, 8 bytes").length).toBe(7);
  });

  test("requests, with its own exceptions", async (context) => {
    if (catalogue.packages.requests === undefined) return context.skip("requests was not fetched");
    const origin = await serve(text('{"b": [1, 2]}'), text("no", { status: 404 }), text("", { body: [], end: "hang" }));
    const { result, out } = await run(
      `
import requests
answer = requests.get("${origin}/r", params={"q": "ä"}, headers={"X-Own": "9"})
print(answer.status_code, answer.json(), answer.headers["X-Mark"])
try:
    requests.post("${origin}/missing", json={"k": 1}).raise_for_status()
except requests.HTTPError as error:
    print(error.response.status_code)
try:
    requests.get("${origin}/slow", timeout=0.5)
except requests.Timeout as error:
    print(type(error).__name__)
for url in ("https://refused.example/", "file:///etc/passwd", "${location.origin}/x"):
    try:
        requests.get(url)
    except requests.RequestException as error:
        print(type(error).__name__, str(error)[-130:])
`,
      { decide: async ({ host }) => (host === "refused.example" ? "refuse" : "run") },
    );
    ok(result);
    const lines = out.trim().split("\n");
    expect(lines.slice(0, 3)).toEqual(["200 {'b': [1, 2]} kept", "404", "ReadTimeout"]);
    expect(lines[3]).toContain("ConnectionError");
    expect(lines[3]).toContain("refused.example: the person refused it");
    expect(lines[4]).toContain("InvalidSchema");
    expect(lines[5]).toContain("the page that this program runs in");
    const [first, second] = await server.seenRequests(origin);
    expect([first?.path, first?.headers["x-own"], second?.body]).toEqual(["/r?q=%C3%A4", "9", '{"k": 1}']);
  });

  test("httpx, waiting and awaited", async (context) => {
    if (catalogue.packages.httpx === undefined) return context.skip("httpx was not fetched");
    const origin = await serve(text('{"c": 3}'));
    const { result, out } = await run(
      `
import httpx
print(httpx.get("${origin}/h", params={"q": 1}).json())
async with httpx.AsyncClient() as client:
    print((await client.post("${origin}/async", content=b"body")).status_code)
    try:
        await client.get("https://refused.example/")
    except httpx.ConnectError as error:
        print(error)
`,
      { decide: async ({ host }) => (host === "refused.example" ? "refuse" : "run") },
    );
    ok(result);
    expect(out).toBe("{'c': 3}\n200\nrefused.example: the person refused it for this run\n");
    expect((await server.seenRequests(origin)).map(({ path, body }) => [path, body])).toEqual([
      ["/h?q=1", ""],
      ["/async", "body"],
    ]);
  });

  test("each refusal names the host and the reason, as the library's own exception", async () => {
    const { origin } = await server.startPlannedServer([text("closed")], false);
    open.push(origin);
    const target = await serve(text("secret"));
    const from = await serve({ status: 302, headers: { location: `${target}/there` }, body: [], end: "end" });
    const { result, out } = await run(
      `
import urllib.request, urllib.error
from pyodide.http import pyfetch
for url in ("https://no.example/", "${origin}/", "${from}/", "ftp://a.example/"):
    try:
        urllib.request.urlopen(url)
    except urllib.error.URLError as error:
        print(type(error.reason).__name__, error.reason)
try:
    await pyfetch("https://no.example/again")
except OSError as error:
    print(type(error).__name__, error.reason)
import socket
try:
    socket.create_connection(("no.example", 80))
except OSError as error:
    print(error)
`,
      { decide: async ({ host }) => (host === "no.example" ? "refuse" : "once") },
    );
    ok(result);
    const lines = out.trim().split("\n");
    expect(lines[0]).toBe("NetworkRefusedError no.example: the person refused it for this run");
    expect(lines[1]).toContain("does not allow web pages to read from it (CORS)");
    expect(lines[2]).toContain("it redirects to a host that is not granted");
    expect(lines[3]).toContain("only HTTP requests can be made");
    expect(lines[4]).toBe("NetworkRefusedError refused");
    expect(lines[5]).toContain("no sockets here");
    expect(await server.seenRequests(target)).toEqual([]);
  });

  test("off and locked: the program is told, and nobody is asked", async () => {
    const origin = await serve(text("secret"));
    for (const mode of ["off", "locked"] as const) {
      const { result, out, questions } = await run(
        `
import urllib.request
from pyodide.http import pyfetch
for ask in (lambda: urllib.request.urlopen("${origin}"), lambda: pyfetch("${origin}")):
    try:
        answer = ask()
        await answer
    except OSError as error:
        print(error)
`,
        { mode },
      );
      ok(result);
      expect(out.match(/no network/g)?.length).toBe(2);
      expect(questions).toEqual([]);
    }
    expect(await server.seenRequests(origin)).toEqual([]);
  });

  test("waiting for the person is not the program's time, and Stop ends it", async () => {
    const origin = await serve(text("late"));
    const late = await run(`from pyodide.http import open_url\nprint(open_url("${origin}").read())`, {
      decide: () => new Promise((resolve) => setTimeout(resolve, 2500, "once")),
      timeoutMs: 1500,
    });
    ok(late.result);
    expect(late.out).toBe("late\n");
    expect(late.result.durationMs).toBeLessThan(1500);

    const stop = new AbortController();
    let stoppedAt = 0;
    const asked = run(`from pyodide.http import open_url\nprint("before")\nopen_url("${origin}")`, {
      decide: () => {
        stoppedAt = performance.now();
        stop.abort();
        return new Promise(() => undefined);
      },
      signal: stop.signal,
    });
    expect((await asked).result.status).toBe("aborted");
    expect((await asked).out).toBe("before\n");
    expect(performance.now() - stoppedAt).toBeLessThan(1500);
    expect((await server.seenRequests(origin)).length).toBe(1);
  });
});
