import type { DataFile } from "#domain/data-file.ts";
import { type ExecutionResult, streamText } from "#domain/execution-result.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { ExecutionLimits, Executor } from "#sandbox/port.ts";

/** Files through which a helper program of ours and this page talk; the program's own output stays free. */
const REQUEST_FILE = "skep-request.json";
export const ANSWER_FILE = "skep-answer.json";

export type HelperOutcome = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly message: string };

/** Reading code is quick; what takes longer hangs. */
export const HELPER_LIMITS: ExecutionLimits = { timeoutMs: 20_000, outputLimit: 100_000, memoryMiB: 1_024 };

/**
 * Runs one of the library's own Python programs in the sandbox: the request goes in as a file, the answer comes out as one.
 * @returns the answer's JSON, which is still anything: the code that the program looked at runs in no other place than it
 */
export async function runHelper(
  executor: Executor,
  { code, modules, request }: { readonly code: string; readonly modules: Readonly<Record<string, string>>; readonly request: JsonValue },
  signal: AbortSignal,
): Promise<HelperOutcome> {
  const texts = { ...modules, [REQUEST_FILE]: JSON.stringify(request) };
  const files: DataFile[] = Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));
  const { result, files: written } = await executor.execute({ code, files, limits: HELPER_LIMITS }, () => undefined, signal);
  const answer = written.find((file) => file.path === ANSWER_FILE);
  if (result.status !== "ok" || answer === undefined) return { ok: false, message: failureText(result) };
  try {
    return { ok: true, answer: JSON.parse(new TextDecoder().decode(answer.bytes)) };
  } catch {
    return { ok: false, message: "The sandbox gave an answer that is not JSON." };
  }
}

/** Why a program did not end well, in one line. */
export function failureText(result: ExecutionResult): string {
  if (result.error !== null) return result.error.message === "" ? result.error.name : `${result.error.name}: ${result.error.message}`;
  if (result.status === "ok") return "The program ended without an answer.";
  const output = streamText(result, "stderr").trim();
  return output === "" ? `The program ended with status ${result.status}.` : output.slice(-500);
}
