import { write } from "./printable.mjs";

/**
 * Prints an ExecutionResult: as JSON, or as the program would have printed it with a closing word on what it left.
 * @param {import("../../src/domain/execution-result.ts").ExecutionResult} result
 * @param {boolean} json
 */
export function printResult(result, json) {
  if (json) {
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  for (const chunk of result.output) write(chunk.stream === "stdout" ? process.stdout : process.stderr, chunk.text);
  if (result.result !== null) write(process.stdout, `${result.result.data["text/plain"] ?? ""}\n`);
  if (result.error !== null) write(process.stderr, `${result.error.traceback || `${result.error.name}: ${result.error.message}`}\n`);
  if (result.limit !== null) process.stderr.write(`limit: ${result.limit.name}${result.limit.kept ? ` (${result.limit.kept})` : ""}\n`);
  for (const display of result.displays) write(process.stderr, `shown: ${Object.keys(display.data).join(", ")}\n`);
  for (const file of result.files) write(process.stderr, `${file.change}: ${file.path} (${file.size} bytes)\n`);
  if (result.status !== "ok") process.stderr.write(`status: ${result.status}\n`);
}
