import { cp, link, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./lib/install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Builds, and puts what was fetched into dist/, so that dist/ alone can be copied to a static host. */
async function main() {
  await ensureInstalled(ROOT);
  const { ensureBuilt } = await import("./lib/build.mjs");
  await ensureBuilt(ROOT);
  const source = join(ROOT, "public", "fetched");
  const target = join(ROOT, "dist", "fetched");
  await rm(target, { recursive: true, force: true });
  let count = 0;
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const from = join(entry.parentPath, entry.name);
    // Locks, and what is being made at this moment.
    if (
      !entry.isFile() ||
      from
        .slice(source.length)
        .split(sep)
        .some((name) => name.startsWith("."))
    )
      continue;
    const to = join(target, from.slice(source.length));
    await mkdir(dirname(to), { recursive: true });
    await link(from, to).catch(() => cp(from, to));
    count++;
  }
  process.stdout.write(`dist/ is complete, with ${count} fetched files. A host that can set headers should set those of dist/headers.json.\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
