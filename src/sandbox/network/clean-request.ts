import type { NetworkRefusal, NetworkRequest } from "#domain/network.ts";
import type { NetworkLimits } from "./network-limits.ts";

export interface CleanRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Whether the program sends a key or a password of its own. */
  readonly authorization: boolean;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** RFC 9110 tokens; everything else could end a line and begin another header. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What Python's libraries add by themselves and the browser says anyway, and what carries or sets a session of the browser. */
const DROPPED =
  /^(?:host|user-agent|accept-encoding|accept-charset|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|expect|date|dnt|content-length|cookie2?|set-cookie2?|origin|referer|access-control-.*|sec-.*|proxy-.*|x-http-method.*|x-method-override)$/i;

/** A request as it may be sent, or why it may not. Nothing of the browser (cookies, its logins) is ever added to it. */
export function cleanRequest(
  request: NetworkRequest,
  host: string,
  limits: NetworkLimits,
): { readonly ok: true; readonly value: CleanRequest } | NetworkRefusal {
  const method = request.method.toUpperCase();
  if (!METHODS.has(method)) return no("request", `${host}: ${JSON.stringify(method.slice(0, 20))} is no method that may be sent`);
  let size = 0;
  const headers: (readonly [string, string])[] = [];
  for (const [name, value] of request.headers) {
    if (!NAME.test(name) || !VALUE.test(value))
      return no("request", `${host}: the header ${JSON.stringify(name.slice(0, 40))} holds characters that no header may have`);
    size += name.length + value.length;
    if (!DROPPED.test(name)) headers.push([name, value.trim()]);
  }
  if (size > limits.headerBytes) return no("size", `${host}: the headers are larger than ${limits.headerBytes} bytes`);
  const bytes = method === "GET" || method === "HEAD" ? 0 : (request.body?.byteLength ?? 0);
  if (bytes > limits.requestBytes) return no("size", `${host}: the body of ${bytes} bytes is larger than the ${limits.requestBytes} that one request may send`);
  const authorization = headers.some(([name]) => /^(?:authorization|x-api-key|api-key|x-auth-token)$/i.test(name));
  return { ok: true, value: { method, headers, body: bytes === 0 || request.body === null ? null : request.body.slice(), authorization } };
}

function no(reason: NetworkRefusal["reason"], message: string): NetworkRefusal {
  return { ok: false, reason, message };
}
