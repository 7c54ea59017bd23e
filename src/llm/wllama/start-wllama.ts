import { Wllama, type WllamaConfig } from "@wllama/wllama";
import defaultWasm from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import compatWasm from "@wllama/wllama-compat/wasm/wllama.wasm?url";
import type { WllamaPlan } from "./plan-run.ts";

type WorkerResources = ReturnType<Wllama["getWorkerResources"]>;

/** The library with our choice of build in place of its own; both builds come from this host, never from a CDN. */
class HostedWllama extends Wllama {
  readonly #resources: WorkerResources;

  constructor(resources: WorkerResources, config: WllamaConfig) {
    super({ default: resources.wasmPath }, config);
    this.setCompat(null);
    this.#resources = resources;
  }

  override getWorkerResources(): WorkerResources {
    return { ...this.#resources };
  }
}

/** Makes an engine without a model. The compat build's script is fetched only when it is used. */
export async function startWllama(build: WllamaPlan["build"], logger: WllamaConfig["logger"]): Promise<Wllama> {
  const absolute = (path: string): string => new URL(path, globalThis.location.href).href;
  const config: WllamaConfig = logger === undefined ? {} : { logger };
  if (build === "default") return new HostedWllama({ wasmPath: absolute(defaultWasm), compat: false }, config);
  const { default: code } = await import("@wllama/wllama-compat/wasm/wllama.js?raw");
  return new HostedWllama({ wasmPath: absolute(compatWasm), jsPath: { code }, compat: true }, config);
}
