import * as v from "valibot";
import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";

const errorBody = v.object({ error: v.union([v.string(), v.object({ message: v.string() })]) });
const MAX_DETAIL = 300;

/** The message in an error body, whichever of the usual shapes it has; else the first text of the body. */
export function errorDetail(body: string): string {
  try {
    const parsed = v.safeParse(errorBody, JSON.parse(body));
    if (parsed.success) return shorten(typeof parsed.output.error === "string" ? parsed.output.error : parsed.output.error.message);
  } catch {
    // Not JSON: a proxy's page, or plain text.
  }
  return shorten(body.replace(/<[^>]*>/g, " "));
}

/** Names what a server's refusal means. @param body of the response. */
export function responseFault(address: string, response: Response, body: string, contextSize: number): Fault {
  const detail = errorDetail(body);
  const { status } = response;
  if (status === 401 || status === 403) return engineFault.unauthorized(address, status);
  if (status === 429) return engineFault.rateLimited(address, response.headers.get("retry-after"));
  if (isContextError(detail)) return engineFault.contextFull(null, contextSize);
  return engineFault.endpoint(address, `${status}${detail === "" ? "" : `, ${detail}`}`);
}

export function isContextError(detail: string): boolean {
  return /context (?:length|size|window)|maximum context|too many tokens|prompt is too long/i.test(detail);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL)}…` : line;
}
