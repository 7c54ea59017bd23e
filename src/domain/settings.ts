/** What a person can set. The deployment's config and URL parameters are laid over it. */
export interface Settings {
  readonly executor: string;
  /** `auto` lets Skep choose; else an engine's name (`webllm`, `wllama`, `scripted`). */
  readonly engine: string;
  /** A catalogue id, or the empty string for the engine's default. */
  readonly model: string;
  /** Where WebLLM's models are kept in this browser: the Cache API (every byte shown, checked and resumed), or WebLLM's own stores in IndexedDB or the private file system. */
  readonly webllmCache: "cache" | "indexeddb" | "opfs";
  /** Milliseconds a program may run, packages not counted. */
  readonly timeoutMs: number;
  /** Characters of output kept per run. */
  readonly outputLimit: number;
  /** MiB of WebAssembly memory per interpreter. */
  readonly memoryMiB: number;
  /** Files kept of those that a run made. */
  readonly fileLimit: number;
  /** MiB of those files together. */
  readonly fileMiB: number;
  /** Messages that one run may send to the page before it is ended. */
  readonly messageLimit: number;
  /** Whether runs share an interpreter, so that what one defines is there for the next. */
  readonly keepState: boolean;
  /** Attempts per task, the first included. */
  readonly attemptLimit: number;
  /** How many programs may answer one task: the first that works; more, until two agree; or `candidateLimit`. */
  readonly mode: "fast" | "careful" | "thorough";
  /** Programs that the careful and the thorough mode compare at most. */
  readonly candidateLimit: number;
  /** How a task is worked on: Skep's own loop (one whole program, repaired until it works), or the steps of smolagents' CodeAgent. */
  readonly loop: "skep" | "code-agent";
  /** Steps of one task in CodeAgent's loop. */
  readonly stepLimit: number;
  /** What stands around code in CodeAgent's replies: `<code>` and `</code>`, or Markdown fences. */
  readonly codeTags: "code" | "markdown";
  /** What programs may import in smolagents' interpreter beside its own list: names, `numpy.*`, or `*` for all. */
  readonly imports: string;
  readonly approval: "auto" | "ask";
  /** The same for an executor on another machine, where code and files leave this one. */
  readonly remoteApproval: "auto" | "ask";
  /** Whether programs may ask for hosts of the network; each host is granted by itself. */
  readonly network: "off" | "ask";
  readonly theme: "light" | "dark" | "auto";
}

/** Defaults of a fresh installation. */
export const DEFAULT_SETTINGS: Settings = {
  executor: "pyodide",
  engine: "auto",
  model: "",
  webllmCache: "cache",
  timeoutMs: 60_000,
  outputLimit: 1_000_000,
  memoryMiB: 1024,
  fileLimit: 500,
  fileMiB: 64,
  messageLimit: 50_000,
  keepState: false,
  attemptLimit: 3,
  mode: "fast",
  candidateLimit: 5,
  loop: "skep",
  stepLimit: 20,
  codeTags: "code",
  imports: "*",
  approval: "auto",
  remoteApproval: "ask",
  network: "off",
  theme: "auto",
};
