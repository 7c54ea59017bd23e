import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { executorMounts } from "./executor-mounts.mjs";
import { createServer, type RunningServer } from "./server.mjs";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let upstream: Server;
let upstreamUrl: string;
let seen: Seen[] = [];
let folder: string;
const running: RunningServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "skep-proxy-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  upstream = createHttpServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      if (body.includes("redirect-me")) return void response.writeHead(302, { Location: "http://169.254.169.254/" }).end();
      if (body.includes("cut-me")) {
        response.writeHead(200, { "Content-Length": "100" });
        response.write("half");
        return void setTimeout(() => response.destroy(), 50);
      }
      response.writeHead(201, { "Content-Type": "application/json", "Set-Cookie": "a=b", "Access-Control-Allow-Origin": "*" });
      response.end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
afterEach(async () => {
  seen = [];
  await Promise.all(running.splice(0).map((server) => server.close()));
});
afterAll(async () => {
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(places: Parameters<typeof executorMounts>[0]): Promise<string> {
  const server = await createServer({ dir: folder, port: 0, extraMounts: executorMounts(places) });
  running.push(server);
  return `${server.url}executors`;
}

const JSON_TYPE = { "Content-Type": "application/json" };

describe("bee on this origin", () => {
  test.each(["/v1/execute", "/v1/parse-custom-tool", "/v1/execute-custom-tool"])("%s passes, with its body and nothing of the browser's", async (path) => {
    const url = await serve({ bee: `${upstreamUrl}/base/` });
    const answer = await fetch(`${url}/bee${path}`, {
      method: "POST",
      headers: { ...JSON_TYPE, Cookie: "secret=1", Authorization: "Bearer x" },
      body: '{"a":1}',
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ ok: true });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(seen).toMatchObject([{ method: "POST", url: `/base${path}`, body: '{"a":1}' }]);
    expect(seen[0]?.headers.cookie).toBeUndefined();
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.headers.origin).toBeUndefined();
  });

  test.each([
    ["GET", "/v1/execute", {}, 405],
    ["POST", "/docs", JSON_TYPE, 404],
    ["POST", "/v1/execute/../../docs", JSON_TYPE, 404],
    ["POST", "/v1/execute", { "Content-Type": "text/plain" }, 415],
    ["POST", "/v1/execute", { ...JSON_TYPE, Origin: "https://evil.example" }, 403],
    ["POST", "/v1/execute", { ...JSON_TYPE, "Sec-Fetch-Site": "cross-site" }, 403],
    ["POST", "/v1/execute", { ...JSON_TYPE, "Sec-Fetch-Site": "same-site" }, 403],
  ])("%s %s with %j does not pass", async (method, path, headers, status) => {
    const url = await serve({ bee: upstreamUrl });
    const answer = await fetch(`${url}/bee${path}`, { method, headers: headers as Record<string, string>, ...(method === "POST" ? { body: "{}" } : {}) });
    expect(answer.status).toBe(status);
    expect(seen).toEqual([]);
  });

  test("a redirect is not followed, a cut answer stays cut, a large body is refused", async () => {
    const url = await serve({ bee: upstreamUrl });
    const post = (body: string) => fetch(`${url}/bee/v1/execute`, { method: "POST", headers: JSON_TYPE, body });
    const redirected = await post('"redirect-me"');
    expect(redirected.status).toBe(502);
    expect(await redirected.json()).toMatchObject({ proxy: "refused" });
    await expect(post('"cut-me"').then((answer) => answer.text())).rejects.toThrow();
    expect((await post(`"${"x".repeat(9_000_000)}"`)).status).toBe(413);
  });

  test("without an address, and with nothing behind it, it says so", async () => {
    const absent = await fetch(`${await serve({})}/bee/v1/execute`, { method: "POST", headers: JSON_TYPE, body: "{}" });
    expect(absent.status).toBe(503);
    expect(await absent.json()).toMatchObject({ proxy: "absent" });
    const down = await fetch(`${await serve({ bee: "http://127.0.0.1:1" })}/bee/v1/execute`, { method: "POST", headers: JSON_TYPE, body: "{}" });
    expect(down.status).toBe(502);
    expect(await down.json()).toMatchObject({ proxy: "unreachable" });
  });

  test.each(["ftp://x", "not an address", "http://user:word@host"])("%s is no address", (bee) => {
    expect(() => executorMounts({ bee })).toThrow("--bee");
  });
});

describe("E2B on this origin", () => {
  const inSandbox = (port: string) => ({ ...JSON_TYPE, "E2b-Sandbox-Id": "i123", "E2b-Sandbox-Port": port, "X-Access-Token": "t" });

  test.each([
    ["POST", "/api/v2/sandboxes", { ...JSON_TYPE, "X-API-Key": "e2b_key" }],
    ["DELETE", "/api/sandboxes/i123", { "X-API-Key": "e2b_key" }],
    ["POST", "/api/sandboxes/i123/timeout", { ...JSON_TYPE, "X-API-Key": "e2b_key" }],
    ["POST", "/sandbox/execute", inSandbox("49999")],
    ["DELETE", "/sandbox/contexts/ab-12", inSandbox("49999")],
    ["GET", "/sandbox/files?path=%2Fhome%2Fa", inSandbox("49983")],
    ["POST", "/sandbox/filesystem.Filesystem/ListDir", inSandbox("49983")],
  ])("%s %s passes with the SDK's headers", async (method, path, headers) => {
    const url = await serve({ e2b: upstreamUrl });
    const answer = await fetch(`${url}/e2b${path}`, { method, headers: headers as Record<string, string>, ...(method === "POST" ? { body: "{}" } : {}) });
    expect(answer.status).toBe(201);
    expect(seen).toMatchObject([{ method, url: path }]);
    for (const [name, value] of Object.entries(headers)) expect(seen[0]?.headers[name.toLowerCase()]).toBe(value);
  });

  test.each([
    ["GET", "/api/sandboxes", {}, 404],
    ["POST", "/api/templates", JSON_TYPE, 404],
    ["POST", "/sandbox/process.Process/Start", inSandbox("49983"), 404],
    ["POST", "/sandbox/execute", inSandbox("22"), 404],
    ["POST", "/sandbox/execute", { ...inSandbox("49999"), "E2b-Sandbox-Id": "evil.example/x" }, 400],
    ["POST", "/api/v2/sandboxes", { ...JSON_TYPE, Origin: "https://evil.example" }, 403],
  ])("%s %s with %j does not pass", async (method, path, headers, status) => {
    const url = await serve({ e2b: upstreamUrl });
    const answer = await fetch(`${url}/e2b${path}`, { method, headers: headers as Record<string, string>, ...(method === "POST" ? { body: "{}" } : {}) });
    expect(answer.status).toBe(status);
    expect(seen).toEqual([]);
  });

  test("without a place it says so; a place that is none is refused", async () => {
    const answer = await fetch(`${await serve({})}/e2b/api/v2/sandboxes`, { method: "POST", headers: JSON_TYPE, body: "{}" });
    expect(await answer.json()).toMatchObject({ proxy: "absent" });
    expect(() => executorMounts({ e2b: "nowhere" })).toThrow("--e2b");
    expect(executorMounts({ e2b: "cloud" })).toHaveLength(2);
  });
});
