import { answerForProxy, forwardRequest, isSameOrigin, serviceAddress } from "./executor-proxy.mjs";

/** The service's three calls; nothing else of it is reachable from the page. */
const ALLOWED = new Set(["/v1/execute", "/v1/parse-custom-tool", "/v1/execute-custom-tool"]);
/** The service's pods take 2 MiB of source; JSON escapes can triple that. */
const BODY_LIMIT = 8 * 1024 * 1024;
/** A pod may need 60 s to start, the program 60 s to run, and its packages their time. */
const TIMEOUT_MS = 180_000;

/**
 * bee-code-interpreter on this origin: the service sends no CORS headers, so a page cannot call it where it is.
 * @param {string | undefined} address such as `http://127.0.0.1:50081`; undefined answers that there is none
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} a handler of paths below its mount
 * @throws {Error} for an address that is none
 */
export function createBeeProxy(address) {
  const target = address === undefined ? null : serviceAddress(address, "--bee");
  return (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (!isSameOrigin(request)) return answerForProxy(response, 403, "refused", "only this server's own page may use it");
    if (!ALLOWED.has(path)) return answerForProxy(response, 404, "refused", `${path} is not one of the service's calls`);
    if (request.method !== "POST") return answerForProxy(response, 405, "refused", "the service's calls are POST");
    if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) return answerForProxy(response, 415, "refused", "the service takes JSON");
    if (target === null) return answerForProxy(response, 503, "absent", "this server was started without --bee");
    const url = new URL(target);
    url.pathname += path;
    forwardRequest(request, response, {
      url,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "content-length": request.headers["content-length"],
        "transfer-encoding": request.headers["transfer-encoding"],
      },
      bodyLimit: BODY_LIMIT,
      timeoutMs: TIMEOUT_MS,
    });
  };
}
