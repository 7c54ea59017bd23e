import type { CatalogueModel, LoadProgress, ModelStore } from "#llm/port.ts";

/** How the outcome of a download or deletion reaches the screens. */
export interface DownloadTellers {
  /** Null when it is over. */
  progress(id: string, progress: LoadProgress | null): void;
  problem(text: string): void;
  /** Something that went well and should be seen. */
  note(text: string): void;
  /** What is kept of the model has changed. */
  changed(model: CatalogueModel): Promise<void>;
}

interface Running {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Downloads that go on, at most one a model. */
export class ModelDownloads {
  readonly #store: ModelStore;
  readonly #tell: DownloadTellers;
  readonly #running = new Map<string, Running>();

  constructor(store: ModelStore, tell: DownloadTellers) {
    this.#store = store;
    this.#tell = tell;
  }

  /** Fetches what is missing. Resolves when it is there, paused or failed. */
  async start(model: CatalogueModel): Promise<void> {
    if (this.#running.has(model.id)) return;
    const stop = new AbortController();
    const done = this.#fetch(model, stop.signal);
    this.#running.set(model.id, { stop, done });
    await done;
    this.#running.delete(model.id);
    this.#tell.progress(model.id, null);
    await this.#tell.changed(model);
  }

  /** Ends a download and keeps what came. Resolves when its files are let go of. */
  async pause(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.stop.abort();
    await running?.done;
  }

  /** Deletes what this browser keeps of a model, a download under way included. */
  async remove(model: CatalogueModel): Promise<void> {
    await this.pause(model.id);
    const outcome = await this.#store.remove(model);
    if (outcome.ok) this.#tell.note(`${megabytes(outcome.freedBytes)} were freed: the files of ${model.name} are deleted.`);
    else this.#tell.problem(`The files of ${model.name} were not deleted: ${outcome.fault.message} ${outcome.fault.advice} (${outcome.fault.code})`);
    await this.#tell.changed(model);
  }

  async #fetch(model: CatalogueModel, signal: AbortSignal): Promise<void> {
    this.#tell.progress(model.id, { phase: "download", loaded: 0, total: model.downloadBytes, message: "Starting" });
    const fault = await this.#store.download(model, (progress) => this.#tell.progress(model.id, progress), signal);
    if (fault === null || signal.aborted) return;
    const kept = fault.kept === undefined ? "" : ` ${fault.kept}`;
    this.#tell.problem(`${model.name} was not downloaded: ${fault.message}${kept} ${fault.advice} (${fault.code})`);
  }
}

const megabytes = (bytes: number): string => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);
