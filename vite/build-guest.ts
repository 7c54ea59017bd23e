import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Plugin } from "vite";
import { bundleScript } from "./bundle-script.ts";
import { sandboxHeaders, sandboxPolicy } from "./sandbox-headers.ts";

const WORKER_MODULE = "virtual:guest-worker";

export interface GuestDocument {
  readonly html: string;
  /** `sha256-…` of the inline script, as a CSP source. */
  readonly scriptHash: string;
  /** Changes with the document and with its headers: 16 hex digits. */
  readonly version: string;
}

/** Bundles the guest: the worker into a text, the text into the relay, the relay into the sandboxed document. */
export async function buildGuest(root: string): Promise<GuestDocument> {
  const folder = join(root, "src/sandbox/guest");
  const worker = await bundleScript(root, join(folder, "worker.ts"));
  // Strict mode also keeps Python from reaching the worker's functions through a stack trace.
  const carrier: Plugin = {
    name: "skep-guest-worker",
    resolveId: (id) => (id === WORKER_MODULE ? `\0${id}` : null),
    load: (id) => (id === `\0${WORKER_MODULE}` ? `export default ${JSON.stringify(`"use strict";\n${worker}`)}` : null),
  };
  const relay = await bundleScript(root, join(folder, "relay.ts"), { plugins: [carrier] });
  const script = `"use strict";\n${relay}`.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${sandboxPolicy(scriptHash)}">`,
    `<title>Sandbox</title></head><body><script>${script}</script></body></html>\n`,
  ].join("\n");
  const version = createHash("sha256")
    .update(html)
    .update(JSON.stringify(sandboxHeaders(scriptHash)))
    .digest("hex")
    .slice(0, 16);
  return { html, scriptHash, version };
}
