import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";

/** Something in a config or an address that could not be used. */
export interface ConfigProblem {
  /** Where it is: `settings.timeoutMs`, `models[1].source.urls[0]`, `?timeout`; the empty string for the file as a whole. */
  readonly path: string;
  /** What is wrong and what is done instead, in words that follow the path. */
  readonly message: string;
}

/** A model that the deployment offers beside the built-in list; the shape of a catalogue entry. */
export interface DeploymentModel {
  readonly id: string;
  readonly engine: "webllm" | "wllama" | "endpoint";
  readonly name: string;
  readonly source:
    | {
        readonly kind: "webllm";
        readonly id: string;
        readonly record: { readonly model: string; readonly modelLib: string; readonly contextSize: number } | null;
      }
    | { readonly kind: "gguf-url"; readonly urls: readonly string[]; readonly sha256?: readonly string[] }
    | { readonly kind: "endpoint"; readonly baseUrl: string; readonly model: string };
  /** Bytes, or null when not known. */
  readonly downloadBytes: number | null;
  readonly memoryBytes: number | null;
  readonly licence: string;
  readonly goodFor: string;
  readonly needs: { readonly webgpu: boolean; readonly shaderF16: boolean };
  readonly local: false;
}

/** What this installation says of the network of programs. */
export interface NetworkPolicy {
  /** `ask` lets a person grant hosts, `never` does not offer it: then `hosts` are all that can be reached. */
  readonly policy: "ask" | "never";
  /** Granted without a question while the network is on. */
  readonly hosts: readonly string[];
  /** Address of a package index with the simple API, or null for the installer's own. */
  readonly packageIndex: string | null;
}

/** What `skep.config.json` beside index.html says: the defaults of everyone who opens this address. */
export interface Deployment {
  /** Settings of who never chose. */
  readonly defaults: Settings;
  /** Settings that a person may not change here. */
  readonly locked: readonly (keyof Settings)[];
  readonly models: readonly DeploymentModel[];
  /** Where each remote executor is, as an absolute URL, by its name. */
  readonly executors: Readonly<Record<string, { readonly address: string }>>;
  readonly network: NetworkPolicy;
}

/** An installation without a config. */
export const DEFAULT_DEPLOYMENT: Deployment = {
  defaults: DEFAULT_SETTINGS,
  locked: [],
  models: [],
  executors: {},
  network: { policy: "ask", hosts: [], packageIndex: null },
};
