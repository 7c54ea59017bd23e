import type { ExecutionRequest } from "#sandbox/port.ts";
import type { AssetBroker } from "./asset-broker.ts";

/** Imported in the snapshot with packages; what needs one of them gains as well. */
export const FROZEN: ReadonlySet<string> = new Set(["numpy", "pandas", "matplotlib"]);
const WORD = /[A-Za-z_]\w*/g;

/**
 * Whether a program seems to import what the snapshot with packages has imported already. A guess by its words, made without an
 * interpreter: a wrong one costs time and nothing else.
 * @param distributions packages that it is known to need
 */
export function importsFrozen(
  request: Pick<ExecutionRequest, "code" | "files">,
  distributions: readonly string[],
  broker: Pick<AssetBroker, "resolve">,
): boolean {
  const texts = [request.code, ...request.files.filter((file) => file.path.endsWith(".py")).map((file) => new TextDecoder().decode(file.bytes))];
  const words = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  return broker.resolve([...words], distributions).some((entry) => FROZEN.has(entry.name));
}
