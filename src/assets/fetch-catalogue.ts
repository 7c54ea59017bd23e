import { safeParse } from "valibot";
import { messageOf } from "#domain/fault.ts";
import type { CatalogueModel } from "#llm/port.ts";
import { toCatalogueModel } from "./catalogue-model.ts";
import { fetchKeptFile } from "./fetch-kept-file.ts";
import { KeptFiles } from "./kept-files.ts";
import { manifestSchema, modelSchema, packageSchema, snapshotSetSchema } from "./manifest-schema.ts";
import type { AssetCatalogue, PackageEntry, SnapshotSet } from "./port.ts";

const NOTHING_FETCHED = "No Python packages and no models came with this installation. Whoever set it up can add them with `npm run assets`.";

/**
 * Reads what `npm run assets` left beside the application: `fetched/manifest.json`.
 * @param appBase absolute address that the application's files are below, with a slash at the end
 * @param kept the copies that this browser keeps
 * @returns always a catalogue: an empty one that says why, when there is no manifest or it cannot be read
 */
export async function fetchCatalogue(appBase: string | URL, signal: AbortSignal, kept = new KeptFiles(fetchedFolder(appBase))): Promise<AssetCatalogue> {
  const base = fetchedFolder(appBase);
  const fetchFile: AssetCatalogue["fetchFile"] = (file, stop) => fetchKeptFile(base, file, kept, stop);
  const manifest = await readManifest(base, signal);
  if (!manifest.ok) return { packages: {}, models: [], snapshots: null, problems: [manifest.problem], fetchFile };

  const problems: string[] = [];
  const packages: Record<string, PackageEntry> = {};
  for (const entry of manifest.packages) {
    const parsed = safeParse(packageSchema, entry);
    if (parsed.success) packages[parsed.output.name] = { ...parsed.output, file: parsed.output.compiled ?? parsed.output.file };
    else problems.push(`A package in the list of fetched files cannot be used: ${explain(parsed.issues)}.`);
  }
  const models: CatalogueModel[] = [];
  for (const entry of manifest.models) {
    const parsed = safeParse(modelSchema, entry);
    if (parsed.success && (parsed.output.engine === "webllm") === (parsed.output.webllm !== null)) models.push(toCatalogueModel(parsed.output, base));
    else
      problems.push(
        `A model in the list of fetched files cannot be used: ${parsed.success ? "its engine and its files do not go together" : explain(parsed.issues)}.`,
      );
  }
  for (const entry of Object.values(packages)) {
    const missing = entry.depends.filter((name) => packages[name] === undefined);
    if (missing.length > 0) problems.push(`The package ${entry.name} needs ${missing.join(", ")}, which was not fetched. \`npm run assets\` completes it.`);
  }
  return { packages, models, snapshots: readSnapshots(manifest, problems), problems, fetchFile };
}

/** Where `npm run assets` leaves what it fetched. @param appBase as for `fetchCatalogue` */
export function fetchedFolder(appBase: string | URL): URL {
  return new URL("fetched/", appBase);
}

/** A set that cannot be used is none: everything works without, only slower. */
function readSnapshots({ snapshot, snapshotProblem }: Extract<Manifest, { ok: true }>, problems: string[]): SnapshotSet | null {
  if (snapshotProblem !== undefined) problems.push(snapshotProblem);
  if (snapshot === undefined || snapshot === null) return null;
  const parsed = safeParse(snapshotSetSchema, snapshot);
  if (parsed.success) return parsed.output;
  problems.push(`The memory snapshots in the list of fetched files cannot be used: ${explain(parsed.issues)}.`);
  return null;
}

type Manifest =
  | {
      readonly ok: true;
      readonly packages: readonly unknown[];
      readonly models: readonly unknown[];
      readonly snapshot: unknown;
      readonly snapshotProblem: string | undefined;
    }
  | { readonly ok: false; readonly problem: string };

async function readManifest(base: URL, signal: AbortSignal): Promise<Manifest> {
  let text: string;
  try {
    const response = await fetch(new URL("manifest.json", base), { signal, cache: "no-cache" });
    if (response.status === 404) return { ok: false, problem: NOTHING_FETCHED };
    if (!response.ok) return { ok: false, problem: `The list of fetched packages and models could not be read (status ${response.status}).` };
    text = await response.text();
  } catch (thrown) {
    const reason = signal.aborted ? "it was stopped" : messageOf(thrown);
    return { ok: false, problem: `The list of fetched packages and models could not be read: ${reason}.` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Some static hosts answer every unknown address with the start page.
    if (/^\s*<(!doctype|html)/i.test(text)) return { ok: false, problem: NOTHING_FETCHED };
    return { ok: false, problem: "The list of fetched packages and models is damaged. `npm run assets` writes it anew." };
  }
  const parsed = safeParse(manifestSchema, value);
  if (!parsed.success)
    return {
      ok: false,
      problem: `The list of fetched packages and models does not fit this version: ${explain(parsed.issues)}. \`npm run assets\` writes it anew.`,
    };
  const { packages, models, snapshot, snapshotProblem } = parsed.output;
  return { ok: true, packages, models, snapshot, snapshotProblem };
}

interface Issue {
  readonly message: string;
  readonly path?: readonly { readonly key: unknown }[] | undefined;
}

function explain(issues: readonly Issue[]): string {
  return issues.map((issue) => `${(issue.path ?? []).map((step) => String(step.key)).join(".") || "entry"}: ${issue.message}`).join("; ");
}
