import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

/** The port of every start, so that models in the browser's storage (kept by address and port) are found again. */
export const DEFAULT_PORT = 4173;
/** Ports tried after a taken one. */
const PORTS_TRIED = 20;

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** What a page needs to be cross-origin isolated, and with it SharedArrayBuffer. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** Types that the static file library does not know. */
const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  ".whl": "application/zip",
  ".gguf": "application/octet-stream",
  ".bin": "application/octet-stream",
  ".data": "application/octet-stream",
  ".py": "text/x-python;charset=utf-8",
});

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A folder or a handler below a path of its own (with a slash at its end), or one file at a path.
 * @typedef {{ path: string, dir: string } | { path: string, file: string } | { path: string, handler: (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void | Promise<void> }} Mount
 */

/**
 * @typedef {object} ServerOptions
 * @property {string} [dir] the built application; by default the one that `npm run build` made, with `public/fetched` mounted at /fetched/
 * @property {boolean} [isolation] false serves as a plain static host does, without any header of ours (for tests of that case)
 * @property {readonly Mount[]} [extraMounts] paths begin with a slash and lie below the base
 * @property {string} [base] path that everything is below, with slashes on both ends
 * @property {string} [host] a loopback address
 * @property {number} [port] 0 takes any free one
 * @property {boolean} [strictPort] true fails on a taken port instead of taking the next
 */

/**
 * @typedef {object} RunningServer
 * @property {string} url of the application, with a slash at the end
 * @property {number} port
 * @property {import("node:http").Server} server
 * @property {() => Promise<void>} close
 */

/**
 * Refuses addresses that other machines reach: the page would lose its isolation there (no https), and whatever else is mounted would be open to the network.
 * @param {string} host
 * @throws {Error}
 */
export function assertLoopback(host) {
  if (LOOPBACK.has(host)) return;
  throw new Error(
    `Skep serves this machine only, so --host must be 127.0.0.1, ::1 or localhost, not ${host}. Browsers give the sandbox what it needs only over https or on the machine itself: to serve others, put the folder dist behind a web server with https and the headers of dist/headers.json.`,
  );
}

/**
 * Serves the built application from this machine to this machine, with the headers that it needs.
 * @param {ServerOptions} options
 * @returns {Promise<RunningServer>}
 * @throws {Error} for a host that is not loopback, or when no port is free
 */
export async function createServer(options = {}) {
  const host = options.host ?? "127.0.0.1";
  assertLoopback(host);
  const handle = makeHandler(options);
  const server = createHttpServer((request, response) => handle(request, response));
  const first = options.port ?? DEFAULT_PORT;
  const tries = first === 0 || options.strictPort ? 1 : PORTS_TRIED;
  const port = await listen(server, host, first, tries);
  const shown = host === "::1" ? "[::1]" : host;
  return {
    url: `http://${shown}:${port}${options.base ?? "/"}`,
    port,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {ServerOptions} options
 * @returns {import("node:http").RequestListener}
 */
function makeHandler(options) {
  const isolation = options.isolation ?? true;
  const base = options.base ?? "/";
  const application = options.dir === undefined ? applicationFolders(ROOT) : { dir: options.dir, mounts: [] };
  const named = isolation ? readHeaderFile(application.dir) : {};
  /** @type {readonly Mount[]} */
  const mounts = [...(options.extraMounts ?? []), ...application.mounts, { path: "/", dir: application.dir }];
  const served = mounts.map((mount) => {
    if ("dir" in mount) return { path: mount.path, handler: serveFolder(mount.dir), kind: "dir" };
    if ("file" in mount) return { path: mount.path, handler: serveFile(mount.file), kind: "file" };
    return { path: mount.path, handler: mount.handler, kind: "handler" };
  });

  return (request, response) => {
    if (!isLoopbackName(request.headers.host)) return refuse(response, 403, "This address serves its own machine only, by the names 127.0.0.1 and localhost.");
    const [path = "/", query] = (request.url ?? "/").split("?", 2);
    if (base !== "/" && path === base.slice(0, -1)) {
      response.writeHead(301, { Location: base });
      return void response.end();
    }
    if (!path.startsWith(base)) return refuse(response, 404, "There is nothing here.");
    const below = `/${path.slice(base.length)}`;
    if (isolation) {
      for (const [name, value] of Object.entries({ ...ISOLATION, ...(named[below === "/" ? "/index.html" : below] ?? {}) })) response.setHeader(name, value);
    }
    if (isolation && /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(below)) response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    for (const mount of served) {
      if (mount.kind === "file" ? below !== mount.path : !below.startsWith(mount.path)) continue;
      request.url = `/${below.slice(mount.path.length)}${query === undefined ? "" : `?${query}`}`;
      if (mount.kind !== "handler") {
        if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "Files can only be read.");
        if (hasHiddenPart(below)) break;
      }
      return void mount.handler(request, response);
    }
    refuse(response, 404, "There is nothing here.");
  };
}

/**
 * @param {string} dir
 * @returns {import("node:http").RequestListener}
 */
function serveFolder(dir) {
  // "dev" looks at the disk on each request, so that files fetched or built meanwhile are there without a restart.
  const files = sirv(dir, {
    dev: true,
    etag: true,
    setHeaders(response, pathname) {
      const type = TYPES[extname(pathname)];
      if (type !== undefined) response.setHeader("Content-Type", type);
    },
  });
  return (request, response) => files(request, response, () => refuse(response, 404, "There is nothing here."));
}

/**
 * @param {string} file
 * @returns {import("node:http").RequestListener}
 */
function serveFile(file) {
  const folder = serveFolder(dirname(file));
  return (request, response) => {
    request.url = `/${encodeURI(basename(file))}`;
    folder(request, response);
  };
}

/**
 * Headers by path, as the build writes them: `{"/sandbox.html": {"Content-Security-Policy": "…"}}`.
 * @param {string} dir
 * @returns {Record<string, Record<string, string>>}
 */
function readHeaderFile(dir) {
  const file = join(dir, "headers.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * Another site's name that was made to point here (DNS rebinding) must not read anything.
 * @param {string | undefined} host of the request
 */
function isLoopbackName(host) {
  const name = (host ?? "").replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return LOOPBACK.has(name) || name.endsWith(".localhost");
}

/** @param {string} path Files and folders with a leading dot are nobody's business. */
function hasHiddenPart(path) {
  try {
    return decodeURI(path)
      .split(/[\\/]/)
      .some((part) => part.startsWith("."));
  } catch {
    return true;
  }
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} words
 */
function refuse(response, status, words) {
  response.writeHead(status, { "Content-Type": "text/plain;charset=utf-8" });
  response.end(`${words}\n`);
}

/**
 * @param {import("node:http").Server} server
 * @param {string} host
 * @param {number} first
 * @param {number} tries
 * @returns {Promise<number>} the port
 */
async function listen(server, host, first, tries) {
  for (let port = first; ; port++) {
    try {
      await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve(undefined);
        });
      });
      const address = server.address();
      return address !== null && typeof address === "object" ? address.port : port;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE") throw error;
      if (port - first + 1 >= tries)
        throw new Error(
          tries === 1 ? `Port ${port} is taken; name another with --port.` : `Ports ${first} to ${port} are all taken; name a free one with --port.`,
        );
    }
  }
}

/**
 * The application as `npm run build` left it, with what `npm run assets` fetched.
 * @param {string} root of the repository
 * @returns {{ dir: string, mounts: Mount[] }}
 */
function applicationFolders(root) {
  const dir = join(root, "dist");
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new Error("The application is not built yet. `npm run build` does it.");
  return { dir, mounts: [{ path: "/fetched/", dir: join(root, "public", "fetched") }] };
}
