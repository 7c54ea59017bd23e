import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { sandboxPolicy } from "./sandbox-headers.ts";

const WORKER_MODULE = "virtual:guest-worker";

export interface GuestDocument {
  readonly html: string;
  /** `sha256-…` of the inline script, as a CSP source. */
  readonly scriptHash: string;
}

/** Bundles the guest: the worker into a text, the text into the relay, the relay into the sandboxed document. */
export async function buildGuest(root: string): Promise<GuestDocument> {
  const folder = join(root, "src/sandbox/guest");
  const worker = await bundle(root, join(folder, "worker.ts"), []);
  // Strict mode also keeps Python from reaching the worker's functions through a stack trace.
  const carrier: Plugin = {
    name: "skep-guest-worker",
    resolveId: (id) => (id === WORKER_MODULE ? `\0${id}` : null),
    load: (id) => (id === `\0${WORKER_MODULE}` ? `export default ${JSON.stringify(`"use strict";\n${worker}`)}` : null),
  };
  const relay = await bundle(root, join(folder, "relay.ts"), [carrier]);
  const script = `"use strict";\n${relay}`.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${sandboxPolicy(scriptHash)}">`,
    `<title>Sandbox</title></head><body><script>${script}</script></body></html>\n`,
  ].join("\n");
  return { html, scriptHash };
}

async function bundle(root: string, entry: string, plugins: Plugin[]): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: "error",
    plugins,
    build: {
      write: false,
      target: "es2023",
      minify: true,
      reportCompressedSize: false,
      lib: { entry, formats: ["iife"], name: "guest" },
    },
  });
  const bundles = Array.isArray(output) ? output : [output];
  for (const part of bundles) {
    if (!("output" in part)) continue;
    const chunk = part.output.find((file) => file.type === "chunk");
    if (chunk?.type === "chunk") return chunk.code;
  }
  throw new Error(`the guest bundle of ${entry} is empty`);
}
