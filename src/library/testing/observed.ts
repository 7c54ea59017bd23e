import type { DataFile } from "#domain/data-file.ts";
import { type ExecutionResult, streamText } from "#domain/execution-result.ts";
import type { JsonValue } from "#domain/json-value.ts";
import { sha256 } from "#domain/sha256.ts";
import { ANSWER_FILE } from "#library/run-helper.ts";
import type { Execution } from "#sandbox/port.ts";

/** What came out of one call of a tool, as far as a test can ask for it. */
export interface Observed {
  readonly result: ExecutionResult;
  /** Undefined when the call never returned. */
  readonly value: JsonValue | undefined;
  readonly output: string;
  /** Files that the tool made or changed. */
  readonly files: readonly (DataFile & { readonly sha256: string })[];
  /** Pictures that it showed, as base64 of PNG or as text of SVG. */
  readonly figures: readonly string[];
}

export async function observe({ result, files }: Execution): Promise<Observed> {
  const answer = files.find((file) => file.path === ANSWER_FILE);
  const own = files.filter((file) => file !== answer);
  return {
    result,
    value: answer === undefined ? undefined : keptValue(answer.bytes),
    output: streamText(result, "stdout"),
    files: await Promise.all(own.map(async (file) => ({ ...file, sha256: await sha256(file.bytes) }))),
    figures: result.displays.flatMap(({ data }) => data["image/png"] ?? data["image/svg+xml"] ?? []),
  };
}

/** The value that the tool's answer holds; a tool that overwrote the file has none. */
function keptValue(bytes: Uint8Array): JsonValue | undefined {
  try {
    const kept: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof kept === "object" && kept !== null && "value" in kept ? (kept.value as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}
