import { cp, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import sirv from "sirv";
import type { Plugin, ResolvedConfig } from "vite";

const FETCHED = "fetched";

/**
 * Keeps `public/fetched` (models of hundreds of megabytes) out of the build: everything else in `public/` is copied,
 * and the preview server serves the folder from where it is, as `scripts/lib/server.mjs` does. `npm run bundle` puts it into a build.
 */
export function fetchedPlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "skep-fetched",
    config: () => ({ build: { copyPublicDir: false } }),
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      const out = resolve(config.root, config.build.outDir);
      for (const name of await readdir(config.publicDir)) {
        if (name !== FETCHED) await cp(join(config.publicDir, name), join(out, name), { recursive: true });
      }
    },
    configurePreviewServer(server) {
      server.middlewares.use(`/${FETCHED}`, sirv(join(config.publicDir, FETCHED), { dev: true, etag: true }));
    },
  };
}
