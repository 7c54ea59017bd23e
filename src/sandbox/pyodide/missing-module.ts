import type { AssetCatalogue } from "#assets/port.ts";
import type { Execution, RunNetwork } from "#sandbox/port.ts";
import type { PackageIndex } from "../package-index.ts";
import type { AssetBroker } from "./asset-broker.ts";
import { indexNames } from "./index-names.ts";
import { importNames } from "./known-imports.ts";
import type { AttemptEnd } from "./run-attempt.ts";

/** Where packages can come from. */
export interface PackageSources {
  readonly broker: AssetBroker;
  /** Import name to distribution name, known to Pyodide whether fetched or not. */
  readonly imports: ReturnType<typeof importNames>;
  readonly index: PackageIndex | null;
}

/** Distributions that would give a failed program the module that it did not find. */
export function loadable(attempt: AttemptEnd, network: RunNetwork | null, { broker, imports, index }: PackageSources): readonly string[] {
  if (attempt.cause.kind !== "done" || attempt.stopped !== null || attempt.cause.outcome.missing === null) return [];
  const { missing } = attempt.cause.outcome;
  const here = broker.resolve([missing], [missing]).map((entry) => entry.name);
  const there = index?.available(
    indexNames([missing], [], imports, (name) => broker.has(name)),
    network,
  );
  const names = here.length > 0 ? here : (there ?? []);
  return names.some((name) => !attempt.loaded.includes(name)) ? names : [];
}

/** Says which package a module that was not found belongs to: its name is often another. */
export function explainMissing(attempt: AttemptEnd, execution: Execution, catalogue: AssetCatalogue): Execution {
  const missing = attempt.cause.kind === "done" ? attempt.cause.outcome.missing : null;
  const { error } = execution.result;
  if (missing === null || error === null) return execution;
  const distribution = importNames(catalogue)[missing];
  if (distribution === undefined || catalogue.packages[distribution] !== undefined) return execution;
  const message = `${error.message} (the package ${distribution} is not available here)`;
  return { ...execution, result: { ...execution.result, error: { ...error, message } } };
}
