/** A compiled model's files in the browser's caches, without WebLLM: looked for, fetched and deleted by address. */
import type { Fault } from "#domain/fault.ts";
import { type CacheFile, type FillOptions, fillCache } from "../download/fill-cache.ts";
import { engineFault } from "../engine-fault.ts";
import type { LoadProgress, ModelPresence } from "../port.ts";
import { bodyFiles, CONFIG_CACHE, headFiles, type MlcAddresses, MODEL_CACHE, WASM_CACHE } from "./mlc-files.ts";

/** Which part of a model this browser keeps. Reads only the small files. */
export async function mlcPresence(addresses: MlcAddresses): Promise<ModelPresence> {
  if (!("caches" in globalThis)) return { kind: "absent" };
  const heads = headFiles(addresses);
  const texts = await readHeads(addresses);
  if (texts === null) return { kind: "absent" };
  const body = bodyFiles(addresses, texts.config, texts.index);
  if (!body.ok) return { kind: "absent" };
  const present = await Promise.all([...heads, ...body.files].map(isCached));
  const files = [...heads, ...body.files];
  const bytes = files.reduce((sum, file, index) => sum + (present[index] ? (file.bytes ?? 0) : 0), 0);
  const total = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  return present.every((found) => found)
    ? { kind: "complete", bytes, checked: body.files.every((file) => file.bytes === null || file.md5 !== null) }
    : { kind: "partial", bytes, total };
}

/** Fetches what is missing, the small files first: an address that is wrong shows before anything large is on its way. */
export async function fetchMlc(
  addresses: MlcAddresses,
  onProgress: (progress: LoadProgress) => void,
  options: Omit<FillOptions, "onBytes">,
): Promise<Fault | null> {
  onProgress({ phase: "download", loaded: 0, total: null, message: "Asking for the model's files" });
  const heads = await fillCache(headFiles(addresses), { ...options, onBytes: () => {} });
  if (heads !== null) return heads;
  const wrong = await wrongLibrary(addresses);
  if (wrong !== null) return wrong;
  const texts = await readHeads(addresses);
  const body = texts === null ? ({ ok: false, detail: "its files are gone again" } as const) : bodyFiles(addresses, texts.config, texts.index);
  if (!body.ok) {
    await removeMlc(addresses);
    return engineFault.badModel(`${body.detail}.`);
  }
  const total = body.files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const fault = await fillCache(body.files, {
    ...options,
    onBytes: (loaded) => onProgress({ phase: "download", loaded: Math.min(loaded, total), total, message: "Downloading" }),
  });
  // Weights that do not go with their index: the next try asks for a fresh one.
  if (fault?.code === "SK-INTEGRITY") await (await caches.open(MODEL_CACHE)).delete(addresses.index);
  return fault;
}

/** @returns the bytes of weights freed. */
export async function removeMlc(addresses: MlcAddresses): Promise<number> {
  const texts = await readHeads(addresses);
  const body = texts === null ? null : bodyFiles(addresses, texts.config, texts.index);
  let freed = 0;
  for (const file of [...(body?.ok === true ? body.files : []), ...headFiles(addresses)]) {
    const deleted = await (await caches.open(file.cache)).delete(file.url);
    if (deleted) freed += file.bytes ?? 0;
  }
  return freed;
}

/** Deletes files by their addresses, whichever of the caches they are in. */
export async function removeAddresses(urls: Iterable<string>): Promise<void> {
  const kept = await Promise.all([CONFIG_CACHE, WASM_CACHE, MODEL_CACHE].map((name) => caches.open(name)));
  for (const url of urls) for (const cache of kept) await cache.delete(url);
}

/** The compiled library as a Blob, from the cache. */
export async function openLibrary(addresses: MlcAddresses): Promise<Blob | null> {
  const [, library] = headFiles(addresses);
  if (library === undefined) return null;
  const response = await (await caches.open(library.cache)).match(library.url);
  return response === undefined ? null : response.blob();
}

async function isCached(file: CacheFile): Promise<boolean> {
  return (await (await caches.open(file.cache)).match(file.url)) !== undefined;
}

async function readHeads(addresses: MlcAddresses): Promise<{ readonly config: string; readonly index: string } | null> {
  const [config, , index] = await Promise.all(headFiles(addresses).map(async (file) => (await caches.open(file.cache)).match(file.url)));
  return config === undefined || index === undefined ? null : { config: await config.text(), index: await index.text() };
}

/** A library that is no WebAssembly: a server that answers with a page for what it does not have. */
async function wrongLibrary(addresses: MlcAddresses): Promise<Fault | null> {
  const library = await openLibrary(addresses);
  const start = library === null ? "" : new TextDecoder("latin1").decode(await library.slice(0, 4).arrayBuffer());
  if (start === "\0asm") return null;
  await removeMlc(addresses);
  return engineFault.badModel(`${addresses.library} is not WebAssembly.`);
}
