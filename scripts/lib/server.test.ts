import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assertLoopback, createServer, type RunningServer } from "./server.mjs";

let folder: string;
let running: RunningServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skep-server-"));
  await mkdir(join(folder, "dist", "assets"), { recursive: true });
  await mkdir(join(folder, "big"));
  const files: Record<string, string> = {
    "dist/index.html": "<!doctype html><title>Skep</title>",
    "dist/sandbox.html": "<!doctype html>",
    "dist/assets/main-Ab12Cd34.js": "export {}",
    "dist/pyodide.mjs": "export {}",
    "dist/core.wasm": "\0asm",
    "dist/.inputs": "secret",
    "dist/headers.json": JSON.stringify({
      "/sandbox.html": { "Content-Security-Policy": "sandbox allow-scripts", "Cross-Origin-Resource-Policy": "cross-origin" },
      "/index.html": { "Content-Security-Policy": "default-src 'self'" },
    }),
    "big/numpy.whl": "0123456789",
    "big/tiny.gguf": "GGUF",
    "big/.lock": "process 1",
    "secret.txt": "outside",
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function serve(options: Parameters<typeof createServer>[0] = {}): Promise<string> {
  running = await createServer({ dir: join(folder, "dist"), extraMounts: [{ path: "/fetched/", dir: join(folder, "big") }], port: 0, ...options });
  return running.url;
}

/** A request with its path exactly as written and any Host header: fetch would tidy both. */
function rawRequest(path: string, options: { method?: string; host?: string } = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port: running?.port, host: "127.0.0.1", path, method: options.method ?? "GET", headers: options.host ? { host: options.host } : {} },
      (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += String(chunk);
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

describe("createServer", () => {
  it("isolates pages and files, and a missing file too", async () => {
    const url = await serve();
    for (const path of ["", "pyodide.mjs", "fetched/numpy.whl", "nothing"]) {
      const { headers } = await fetch(url + path);
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("gives pages the headers that the build names, over its own", async () => {
    const url = await serve();
    const sandbox = await fetch(`${url}sandbox.html`);
    expect(sandbox.headers.get("content-security-policy")).toBe("sandbox allow-scripts");
    expect(sandbox.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect((await fetch(url)).headers.get("content-security-policy")).toBe("default-src 'self'");
    expect((await fetch(`${url}index.html`)).headers.get("content-security-policy")).toBe("default-src 'self'");
    expect((await fetch(`${url}pyodide.mjs`)).headers.get("content-security-policy")).toBeNull();
  });

  it("sends no header of its own as a plain static host", async () => {
    const url = await serve({ isolation: false });
    for (const path of ["", "sandbox.html"]) {
      const { headers, status } = await fetch(url + path);
      expect(status).toBe(200);
      for (const name of ["cross-origin-opener-policy", "cross-origin-embedder-policy", "content-security-policy"]) expect(headers.get(name)).toBeNull();
    }
  });

  it.each([
    ["", "text/html;charset=utf-8"],
    ["pyodide.mjs", "text/javascript"],
    ["core.wasm", "application/wasm"],
    ["fetched/numpy.whl", "application/zip"],
    ["fetched/tiny.gguf", "application/octet-stream"],
  ])("names the type of /%s", async (path, type) => {
    expect((await fetch((await serve()) + path)).headers.get("content-type")).toBe(type);
  });

  it("answers ranges, and 304 to a known copy", async () => {
    const url = `${await serve()}fetched/numpy.whl`;
    const part = await fetch(url, { headers: { range: "bytes=4-6" } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe("456");
    expect(part.headers.get("content-range")).toBe("bytes 4-6/10");
    expect((await fetch(url, { headers: { range: "bytes=10-" } })).status).toBe(416);
    const tag = (await fetch(url)).headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "if-none-match": tag } })).status).toBe(304);
  });

  it("lets browsers keep hashed files for good and nothing else", async () => {
    const url = await serve();
    expect((await fetch(`${url}assets/main-Ab12Cd34.js`)).headers.get("cache-control")).toContain("immutable");
    expect((await fetch(`${url}pyodide.mjs`)).headers.get("cache-control")).toBe("no-cache");
  });

  it("sees files that came after it started", async () => {
    const url = await serve();
    await writeFile(join(folder, "big", "manifest.json"), "{}");
    expect((await fetch(`${url}fetched/manifest.json`)).status).toBe(200);
  });

  it("serves one file at a path, and a handler below one", async () => {
    const url = await serve({
      extraMounts: [
        { path: "/local/model.gguf", file: join(folder, "big", "tiny.gguf") },
        { path: "/proxy/", handler: (incoming, response) => void response.end(`${incoming.method} ${incoming.url}`) },
      ],
    });
    expect(await (await fetch(`${url}local/model.gguf`)).text()).toBe("GGUF");
    expect((await fetch(`${url}local/numpy.whl`)).status).toBe(404);
    expect(await (await fetch(`${url}proxy/v1/execute?x=1`, { method: "POST" })).text()).toBe("POST /v1/execute?x=1");
  });

  it("works below a path of a host", async () => {
    await serve({ base: "/skep/" });
    expect((await rawRequest("/skep/")).body).toContain("Skep");
    expect((await rawRequest("/skep/fetched/tiny.gguf")).body).toBe("GGUF");
    expect((await rawRequest("/skep")).status).toBe(301);
    expect((await rawRequest("/index.html")).status).toBe(404);
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/fetched/../../secret.txt",
    "/fetched/..%2f..%2fsecret.txt",
    "/.inputs",
    "/%2einputs",
    "/fetched/.lock",
    "/%",
  ])("gives nothing for %s", async (path) => {
    await serve();
    const { status, body } = await rawRequest(path);
    expect(status).toBe(404);
    expect(body).not.toMatch(/outside|secret|process/);
  });

  it("only reads files", async () => {
    await serve();
    expect((await rawRequest("/index.html", { method: "POST" })).status).toBe(405);
    expect((await rawRequest("/index.html", { method: "HEAD" })).body).toBe("");
  });

  it("answers to its own names only, so that no other site can read it by DNS rebinding", async () => {
    await serve();
    expect((await rawRequest("/", { host: "attacker.example" })).status).toBe(403);
    expect((await rawRequest("/", { host: "localhost:1" })).status).toBe(200);
    expect((await rawRequest("/", { host: "[::1]:1" })).status).toBe(200);
  });

  it("takes the next port when one is taken, unless told not to", async () => {
    await serve();
    const taken = running?.port ?? 0;
    const second = await createServer({ dir: join(folder, "dist"), port: taken });
    expect(second.port).toBeGreaterThan(taken);
    await second.close();
    await expect(createServer({ dir: join(folder, "dist"), port: taken, strictPort: true })).rejects.toThrow("is taken");
  });
});

describe("assertLoopback", () => {
  it.each(["127.0.0.1", "::1", "localhost"])("takes %s", (host) => expect(() => assertLoopback(host)).not.toThrow());
  it.each(["0.0.0.0", "::", "192.168.1.2", "example.org", ""])("refuses %j and says why", (host) =>
    expect(() => assertLoopback(host)).toThrow("this machine only"),
  );
});
