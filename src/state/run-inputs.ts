import type { DataFile } from "#domain/data-file.ts";
import type { RunLog } from "#log/port.ts";
import type { FileStore } from "#storage/port.ts";

/** The files that a run was given; null where the run, or one of its files, is not on this device any more. */
export async function runInputs(log: Pick<RunLog, "events">, files: Pick<FileStore, "get">, run: string): Promise<readonly DataFile[] | null> {
  const start = (await log.events(run)).find((event) => event.type === "run-start");
  if (start === undefined) return null;
  const inputs: DataFile[] = [];
  for (const { path, sha256 } of start.data.files) {
    const bytes = await files.get(sha256);
    if (bytes === null) return null;
    inputs.push({ path, bytes });
  }
  return inputs;
}
