import { answerForProxy, forwardRequest, isSameOrigin, serviceAddress } from "./executor-proxy.mjs";

const CLOUD = "e2b.app";
const ENVD_PORT = "49983";
const CODE_PORT = "49999";
/** Calls of the control plane that a run needs: make, look at, extend and end a sandbox. */
const API_ROUTES = [
  { method: "POST", path: /^\/v2\/sandboxes$/ },
  { method: "GET", path: /^\/sandboxes\/[a-z0-9-]+$/i },
  { method: "DELETE", path: /^\/sandboxes\/[a-z0-9-]+$/i },
  { method: "POST", path: /^\/sandboxes\/[a-z0-9-]+\/timeout$/i },
];
/** Calls inside a sandbox, by its port: files, and the code server. */
const SANDBOX_ROUTES = {
  [ENVD_PORT]: [
    { method: "GET", path: /^\/health$/ },
    { method: "GET", path: /^\/files$/ },
    { method: "POST", path: /^\/files$/ },
    { method: "POST", path: /^\/filesystem\.Filesystem\/(?:ListDir|MakeDir|Remove)$/ },
  ],
  [CODE_PORT]: [
    { method: "POST", path: /^\/execute$/ },
    { method: "POST", path: /^\/contexts$/ },
    { method: "DELETE", path: /^\/contexts\/[\w-]+$/ },
  ],
};
/** What the SDK says of itself and of the person; the key is only ever passed on. */
const PASSED = [
  "content-type",
  "content-length",
  "transfer-encoding",
  "accept",
  "connect-protocol-version",
  "x-api-key",
  "x-access-token",
  "authorization",
  "e2b-traffic-access-token",
];
const BODY_LIMIT = 256 * 1024 * 1024;
/** The code server sends a sign of life every 5 seconds; the control plane answers within a minute. */
const TIMEOUT_MS = 120_000;

/**
 * E2B on this origin: `/api/…` goes to its control plane, `/sandbox/…` to the sandbox that the SDK's headers name.
 * @param {string | undefined} place `cloud`, a domain of one's own, the address of one server for both (`URL/api`, `URL/sandbox`), or undefined
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} a handler of paths below its mount
 * @throws {Error} for a place that is none
 */
export function createE2bProxy(place) {
  const addresses = place === undefined ? null : readPlace(place);
  return (request, response) => {
    if (!isSameOrigin(request)) return answerForProxy(response, 403, "refused", "only this server's own page may use it");
    const [whole = "/", query] = (request.url ?? "/").split("?", 2);
    const found = /^\/(api|sandbox)(\/.*)$/.exec(whole);
    const path = found?.[2] ?? "";
    const sandbox = found?.[1] === "sandbox";
    const id = headerOf(request, "e2b-sandbox-id");
    const port = headerOf(request, "e2b-sandbox-port");
    const routes = sandbox ? (SANDBOX_ROUTES[/** @type {keyof typeof SANDBOX_ROUTES} */ (port ?? "")] ?? []) : API_ROUTES;
    if (!routes.some((route) => route.method === request.method && route.path.test(path))) {
      return answerForProxy(response, 404, "refused", `${request.method} ${path} is not a call that a run needs`);
    }
    if (sandbox && !/^[a-z0-9-]+$/i.test(id ?? "")) return answerForProxy(response, 400, "refused", "the sandbox is not named");
    if (addresses === null) return answerForProxy(response, 503, "absent", "this server was started without --e2b");
    const base = sandbox ? addresses.sandbox(id ?? "", port ?? "") : addresses.api;
    const url = new URL(`${base}${path}${query === undefined ? "" : `?${query}`}`);
    const headers = Object.fromEntries(PASSED.map((name) => [name, headerOf(request, name)]));
    forwardRequest(request, response, {
      url,
      headers: { ...headers, ...(sandbox ? { "e2b-sandbox-id": id, "e2b-sandbox-port": port } : {}) },
      bodyLimit: BODY_LIMIT,
      timeoutMs: TIMEOUT_MS,
    });
  };
}

/**
 * @param {string} place
 * @returns {{ api: string, sandbox: (id: string, port: string) => string }}
 */
function readPlace(place) {
  if (place.includes("://")) {
    const base = serviceAddress(place, "--e2b").href.replace(/\/$/, "");
    return { api: `${base}/api`, sandbox: () => `${base}/sandbox` };
  }
  const domain = place === "cloud" ? CLOUD : place;
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain)) throw new Error(`--e2b ${place} is neither "cloud", a domain nor an address.`);
  return { api: `https://api.${domain}`, sandbox: (id, port) => `https://${port}-${id}.${domain}` };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {string} name in lower case
 * @returns {string | undefined}
 */
function headerOf(request, name) {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
