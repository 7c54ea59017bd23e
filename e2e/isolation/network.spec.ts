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
        ]);
      });
    });
}
