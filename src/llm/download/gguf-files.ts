import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import type { LoadProgress, ModelPresence, ModelSource } from "../port.ts";
import { runDownloadWorker } from "../run-download-worker.ts";
import type { DownloadAnswer, DownloadOrder, DownloadRequest } from "./messages.ts";
import { fileNameFor, findFile, openModelFolder, readNote, removeFile } from "./model-folder.ts";

type GgufSource = Extract<ModelSource, { kind: "gguf-url" }>;
type ReportProgress = (progress: LoadProgress) => void;

/** Which part of a GGUF's files this browser keeps. A browser that keeps no files keeps none of these. */
export async function ggufPresence(source: GgufSource): Promise<ModelPresence> {
  const folder = await openModelFolder().catch(() => null);
  if (folder === null) return { kind: "absent" };
  let bytes = 0;
  let complete = true;
  let checked = true;
  let total: number | null = 0;
  for (const url of source.urls) {
    const name = await fileNameFor(url);
    const [file, note] = await Promise.all([findFile(folder, name), readNote(folder, name)]);
    if (note !== null) bytes += file?.size ?? 0;
    complete &&= note?.complete === true && file !== null && file.size === note.total;
    checked &&= note?.checked === true;
    total = total === null || note?.total === undefined || note.total === null ? null : total + note.total;
  }
  if (complete) return { kind: "complete", bytes, checked };
  return bytes === 0 ? { kind: "absent" } : { kind: "partial", bytes, total };
}

/** @returns the files in order, or null when not all of them are complete. */
export async function openGguf(source: GgufSource): Promise<readonly File[] | null> {
  if ((await ggufPresence(source)).kind !== "complete") return null;
  const folder = await openModelFolder();
  const files = await Promise.all(source.urls.map(async (url) => findFile(folder, await fileNameFor(url))));
  return files.every((file) => file !== null) ? files : null;
}

/**
 * Fetches what is missing, file by file. Abort ends it at once and keeps every byte that came.
 * @returns null when all files are complete and their checksums right where they are known.
 */
export async function downloadGguf(source: GgufSource, onProgress: ReportProgress, signal: AbortSignal): Promise<Fault | null> {
  const folder = await openModelFolder().catch(() => null);
  if (folder === null) return engineFault.noStorage();
  let before = 0;
  for (const [index, url] of source.urls.entries()) {
    if (signal.aborted) return engineFault.loadStopped(before > 0);
    const name = await fileNameFor(url);
    const note = await readNote(folder, name);
    const kept = await findFile(folder, name);
    if (note?.complete === true && kept !== null && kept.size === note.total) {
      before += kept.size;
      continue;
    }
    const part = source.urls.length === 1 ? "" : ` (part ${index + 1} of ${source.urls.length})`;
    const base = before;
    const last = index === source.urls.length - 1;
    const fault = await runDownload({ url, name, sha256: source.sha256?.[index] ?? null }, signal, (answer) => {
      if (answer.kind === "checking") onProgress({ phase: "read", loaded: answer.loaded, total: answer.total, message: `Checking the file${part}` });
      // With parts still to come the whole size is not known.
      else if (answer.kind === "progress") {
        const total = answer.total === null || !last ? null : base + answer.total;
        onProgress({ phase: "download", loaded: base + answer.loaded, total, message: `Downloading${part}` });
      }
    });
    if (fault !== null) return fault;
    before += (await findFile(folder, name))?.size ?? 0;
  }
  return null;
}

/** @returns the bytes freed. */
export async function removeGguf(source: GgufSource): Promise<number> {
  const folder = await openModelFolder();
  let freed = 0;
  for (const url of source.urls) freed += await removeFile(folder, await fileNameFor(url));
  return freed;
}

function runDownload(
  request: DownloadRequest,
  signal: AbortSignal,
  onAnswer: (answer: Exclude<DownloadAnswer, { kind: "end" }>) => void,
): Promise<Fault | null> {
  const worker = new Worker(new URL("./download.worker.ts", import.meta.url), { type: "module", name: "skep-download" });
  return runDownloadWorker<DownloadAnswer, Extract<DownloadOrder, { kind: "start" }>>(worker, { kind: "start", request }, signal, onAnswer, request.url);
}
