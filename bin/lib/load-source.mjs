import { fileURLToPath } from "node:url";
import { createServer } from "vite";

/**
 * Imports one of the application's own pure modules in Node, so that the command and the page share it.
 * @param {string} path relative to the project's root
 * @returns {Promise<any>}
 */
export async function loadSource(path) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: "custom",
  });
  try {
    return await server.ssrLoadModule(path);
  } finally {
    await server.close();
  }
}
