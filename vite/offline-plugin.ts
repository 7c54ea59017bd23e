import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { bundleScript } from "./bundle-script.ts";

const SERVICE_WORKER = "service-worker.js";
/** Not part of what the page is made of: what a server reads, what the browser's own cache keeps, what may change by itself. */
const LEFT_OUT = new Set([SERVICE_WORKER, "headers.json", "sandbox.html", "skep.config.json"]);
/** Addresses that name their content. */
const NAMED_BY_CONTENT = /^(assets\/.+-[\w-]{8}\.\w+|pyodide\/[0-9a-f]{12}\/.+)$/;

/**
 * Writes the service worker into the build, with the list of the build's files.
 * Must come after every plugin that writes files. In dev there is none: what was kept would stand before what was just edited.
 */
export function offlinePlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "skep-offline",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        if (this.environment.name !== "client") return;
        const out = resolve(config.root, config.build.outDir);
        const files = await listApplication(out);
        const define = { APPLICATION_FILES: JSON.stringify(files), "process.env.NODE_ENV": '"production"' };
        await writeFile(join(out, SERVICE_WORKER), await bundleScript(config.root, join(config.root, "src/offline/service-worker.ts"), { define }));
      },
    },
  };
}

interface ListedFile {
  readonly url: string;
  /** Of the content, where the address does not name it. */
  readonly revision: string | null;
}

async function listApplication(out: string): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const url = relative(out, path).split(sep).join("/");
    if (LEFT_OUT.has(url) || url.startsWith("fetched/")) continue;
    const revision = NAMED_BY_CONTENT.test(url)
      ? null
      : createHash("sha256")
          .update(await readFile(path))
          .digest("hex")
          .slice(0, 16);
    listed.push({ url, revision });
  }
  return listed.sort((one, other) => (one.url < other.url ? -1 : 1));
}
