import { readdir, readFile, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Connect, Plugin } from "vite";
import { buildGuest, type GuestDocument } from "./build-guest.ts";
import { type PyodideCore, readPyodideCore } from "./pyodide-core.ts";
import { hostHeaders, sandboxHeaders } from "./sandbox-headers.ts";

const CORE_MODULE = "virtual:pyodide-core";
const DOCUMENT_MODULE = "virtual:sandbox-document";
const SANDBOX = "sandbox.html";
const SOURCES = ["src/sandbox/guest", "src/sandbox/guest/python", "src/sandbox/protocol"];
const TYPES: Readonly<Record<string, string>> = { mjs: "text/javascript", wasm: "application/wasm", zip: "application/zip" };

/**
 * Brings the sandbox into the application: `sandbox.html` with the guest inlined and its policy, the interpreter's files under
 * paths that name their content, `virtual:pyodide-core` with their hashes, `virtual:sandbox-document` with
 * the document's address, and `headers.json` for whatever serves the build.
 * In dev and in tests the same documents come from a middleware, with the same headers.
 */
export function guestPlugin(): Plugin {
  let root = process.cwd();
  let document: { readonly stamp: number; readonly guest: Promise<GuestDocument> } | null = null;
  let interpreter: ReturnType<typeof readPyodideCore> | null = null;

  const guest = async (): Promise<GuestDocument> => {
    const stamp = await newestSource(root);
    if (document?.stamp !== stamp) document = { stamp, guest: buildGuest(root) };
    return document.guest;
  };
  const core = (): ReturnType<typeof readPyodideCore> => {
    interpreter ??= readPyodideCore(root);
    return interpreter;
  };

  const serve: Connect.NextHandleFunction = (request, response, next) => {
    const path = (request.url ?? "").split("?")[0]?.slice(1) ?? "";
    const answer = async (): Promise<boolean> => {
      if (path === SANDBOX) {
        const { html, scriptHash } = await guest();
        // What is being worked on is never kept.
        send(response, html, { "Content-Type": "text/html; charset=utf-8", ...sandboxHeaders(scriptHash), "Cache-Control": "no-store" });
        return true;
      }
      if (!path.startsWith("pyodide/")) return false;
      const content = (await core()).contents.get(path);
      if (content === undefined) return false;
      const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      send(response, content, { "Content-Type": type, "Cache-Control": "max-age=31536000, immutable" });
      return true;
    };
    answer().then((answered) => (answered ? undefined : next()), next);
  };

  return {
    name: "skep-guest",
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === CORE_MODULE || id === DOCUMENT_MODULE ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${DOCUMENT_MODULE}`) return `export const sandboxDocument = ${JSON.stringify(`${SANDBOX}?v=${(await guest()).version}`)};`;
      if (id !== `\0${CORE_MODULE}`) return null;
      const description: PyodideCore = (await core()).core;
      return `export const pyodideCore = ${JSON.stringify(description)};`;
    },
    configureServer(server) {
      server.middlewares.use(serve);
    },
    configurePreviewServer(server) {
      server.middlewares.use(serve);
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      const { html, scriptHash } = await guest();
      this.emitFile({ type: "asset", fileName: SANDBOX, source: html });
      for (const [path, content] of (await core()).contents) this.emitFile({ type: "asset", fileName: path, source: content });
      const headers = { [`/${SANDBOX}`]: sandboxHeaders(scriptHash), "/index.html": hostHeaders(await documentPolicy(root)) };
      this.emitFile({ type: "asset", fileName: "headers.json", source: `${JSON.stringify(headers, null, 2)}\n` });
    },
  };
}

function send(response: ServerResponse, body: string | Buffer, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** The policy in index.html, so that the header and the document never differ. */
async function documentPolicy(root: string): Promise<string> {
  const html = await readFile(join(root, "index.html"), "utf8");
  const found = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html);
  if (found?.[1] === undefined) throw new Error("index.html has no Content-Security-Policy");
  return found[1];
}

/** Time of the latest change below the guest's sources: a rebuild is needed when it moves. */
async function newestSource(root: string): Promise<number> {
  let newest = 0;
  for (const folder of SOURCES) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      if (entry.isFile()) newest = Math.max(newest, (await stat(join(root, folder, entry.name))).mtimeMs);
    }
  }
  return newest;
}
