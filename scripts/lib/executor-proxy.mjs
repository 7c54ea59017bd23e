import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

/** Headers of a request that are the browser's business or a secret of this origin: they stay here. */
const ANSWER_HEADERS = ["content-type", "content-length", "retry-after", "connect-protocol-version"];

/**
 * @typedef {object} Route one call that may pass
 * @property {string} method
 * @property {RegExp} path of the whole path, without the query
 */

/**
 * @typedef {object} Forward where an allowed request goes
 * @property {URL} url
 * @property {Readonly<Record<string, string | undefined>>} headers all that go along; undefined ones are left out
 * @property {number} bodyLimit bytes of the request
 * @property {number} timeoutMs without any byte from there
 */

/** @typedef {import("node:http").IncomingMessage} IncomingMessage */
/** @typedef {import("node:http").ServerResponse} ServerResponse */

/**
 * Whether a request was made by the page that this server serves, and not by another site in the same browser.
 * Programs that are no browser send neither header.
 * @param {IncomingMessage} request
 */
export function isSameOrigin(request) {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

/**
 * Answers for the proxy itself, in a form that the page tells apart from the service's own answers.
 * @param {ServerResponse} response
 * @param {number} status
 * @param {"absent" | "unreachable" | "refused"} proxy
 * @param {string} detail
 */
export function answerForProxy(response, status, proxy, detail) {
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ proxy, detail, message: detail });
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

/**
 * Passes one request on and its answer back, both as streams. Cookies, origin and the like do not pass; redirects are not followed.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Forward} forward
 */
export function forwardRequest(request, response, { url, headers, bodyLimit, timeoutMs }) {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > bodyLimit) return answerForProxy(response, 413, "refused", `the request has ${length} bytes, more than ${bodyLimit}`);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const passed = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  const upstream = send(url, { method: request.method ?? "GET", headers: /** @type {Record<string, string>} */ (passed), timeout: timeoutMs }, (answer) => {
    const status = answer.statusCode ?? 502;
    if (status >= 300 && status < 400) {
      answer.resume();
      return answerForProxy(response, 502, "refused", `the service answered with a redirect (${status}), which is not followed`);
    }
    for (const name of ANSWER_HEADERS) {
      const value = answer.headers[name];
      if (value !== undefined) response.setHeader(name, value);
    }
    response.writeHead(status);
    answer.pipe(response);
    // A cut answer must reach the page as a cut answer, not as a short one.
    answer.on("error", () => response.destroy());
    answer.on("aborted", () => response.destroy());
  });
  upstream.on("timeout", () => upstream.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
  upstream.on("error", (error) => answerForProxy(response, 502, "unreachable", error.message));
  // The person stopped: the service learns it too.
  response.on("close", () => {
    if (!response.writableFinished) upstream.destroy();
  });
  let received = 0;
  request.on("data", (chunk) => {
    received += chunk.length;
    if (received > bodyLimit) upstream.destroy(new Error(`the request has more than ${bodyLimit} bytes`));
  });
  request.pipe(upstream);
}

/**
 * The address of a service as a person names it.
 * @param {string} text
 * @param {string} option for the message
 * @returns {URL} without a trailing slash in its path
 * @throws {Error} when it is none
 */
export function serviceAddress(text, option) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new Error(`${option} ${text} is not an address. It looks like http://127.0.0.1:50081.`);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(`${option} ${text} is neither http nor https.`);
  if (url.username !== "" || url.password !== "") throw new Error(`${option} must not carry a name or password in the address.`);
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}
