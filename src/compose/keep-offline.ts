import type { KeptFiles } from "#assets/kept-files.ts";
import type { AssetCatalogue, AssetFile } from "#assets/port.ts";
import { messageOf } from "#domain/fault.ts";
import { sandboxAddress } from "#sandbox/pyodide/sandbox-address.ts";
import { FROZEN } from "#sandbox/pyodide/snapshot-imports.ts";
import type { OfflineState } from "#state/store-ports.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/;
/** A sandboxed document that the browser keeps for less is gone when it is needed. */
const LONG_SECONDS = 24 * 60 * 60;
const NEVER = new AbortController().signal;

export interface OfflineKeeper {
  readonly state: OfflineState;
  subscribe(listener: (state: OfflineState) => void): () => void;
  /** Keeps the application and what was fetched so far in this browser. Call once, when the page has nothing more urgent to do. */
  start(): Promise<void>;
  /** Fetches and keeps all Python packages of this host. */
  keepPackages(signal: AbortSignal): Promise<void>;
}

/** Makes the page open with its server stopped and without a network, and says truly how far that goes. */
export function createOfflineKeeper(options: { readonly baseUrl: URL; readonly catalogue: AssetCatalogue; readonly kept: KeptFiles }): OfflineKeeper {
  const { baseUrl, catalogue, kept } = options;
  const listeners = new Set<(state: OfflineState) => void>();
  const become = (state: OfflineState): void => {
    keeper.state = state;
    for (const listener of listeners) listener(state);
  };
  const keeper = {
    state: notKept(null),
    subscribe: (listener: (state: OfflineState) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      try {
        const obstacle = (await registerServiceWorker(baseUrl)) ?? (await documentObstacle(baseUrl));
        if (obstacle !== null) return become(notKept(obstacle));
        await kept.start(catalogue.problems.length === 0 ? listedFiles(catalogue) : null);
        // A program may ask for them tomorrow, without a network.
        for (const file of snapshotFiles(catalogue)) if (!kept.has(file)) await catalogue.fetchFile(file, NEVER);
        await kept.settled();
        become(keptState(catalogue, kept));
      } catch (thrown) {
        become(notKept(messageOf(thrown)));
      }
    },
    keepPackages: async (signal: AbortSignal) => {
      for (const { file } of Object.values(catalogue.packages)) await catalogue.fetchFile(file, signal);
      await kept.settled();
      become(keptState(catalogue, kept));
    },
  };
  return keeper;
}

/** @returns null when the application is kept, else why not */
async function registerServiceWorker(baseUrl: URL): Promise<string | null> {
  if (!("serviceWorker" in navigator)) return "this browser, or this kind of window, keeps no pages";
  const registration = await navigator.serviceWorker.register(new URL("service-worker.js", baseUrl), { scope: baseUrl.href, updateViaCache: "none" });
  // Browsers that are told to keep nothing answer with nothing.
  if (registration === undefined) return "this browser keeps no pages";
  await navigator.serviceWorker.ready;
  return null;
}

/** Only the browser's own cache may answer for the sandboxed document, and only when its host allows that. */
async function documentObstacle(baseUrl: URL): Promise<string | null> {
  const response = await fetch(sandboxAddress(baseUrl), { method: "HEAD" }).catch(() => null);
  if (response === null) return null;
  const seconds = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1] ?? 0);
  return seconds >= LONG_SECONDS ? null : "its server does not let the browser keep sandbox.html (the headers it should send are in headers.json)";
}

function listedFiles(catalogue: AssetCatalogue): readonly AssetFile[] {
  return [...Object.values(catalogue.packages).map(({ file }) => file), ...snapshotFiles(catalogue)];
}

function snapshotFiles(catalogue: AssetCatalogue): readonly AssetFile[] {
  const set = catalogue.snapshots ?? null;
  return set === null ? [] : [set.glue, ...set.snapshots.flatMap(({ metadata, memory, files }) => [metadata, memory, files])];
}

function notKept(reason: string | null): OfflineState {
  const why = reason === null ? "" : ` It is not kept in the browser: ${reason}.`;
  if (LOOPBACK.test(location.hostname)) {
    return { kind: "ready", detail: `The page comes from this machine: it needs no network while its server runs here.${why}` };
  }
  return { kind: "unavailable", detail: `The page itself comes from its server each time; models and history are kept in this browser.${why}` };
}

function keptState(catalogue: AssetCatalogue, kept: KeptFiles): OfflineState {
  const science = catalogue.snapshots?.snapshots.find(({ name }) => name === "science");
  const inSnapshot = science !== undefined && [science.metadata, science.memory, science.files].every((file) => kept.has(file));
  const packages = Object.values(catalogue.packages);
  const missing = packages.filter(({ file, name }) => !kept.has(file) && !(inSnapshot && FROZEN.has(name)));
  const here = packages.filter((entry) => !missing.includes(entry)).map(({ name }) => name);
  const python = here.length === 0 ? "Python" : `Python with ${here.join(", ")}`;
  const detail = `The page and ${python} are kept in this browser: they work with the server stopped and without a network.`;
  if (kept.problem !== null) return { kind: "partial", detail: `${detail} Not all could be kept: ${kept.problem}.` };
  return { kind: "ready", detail, packagesBytes: missing.reduce((sum, { file }) => sum + file.size, 0) };
}
