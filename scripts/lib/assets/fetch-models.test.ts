import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchAssets } from "./fetch-assets.mjs";
import { listModelOffers } from "./fetch-models.mjs";
import { MODEL_OFFERS } from "./model-list.mjs";
import { silentReporter } from "./progress.mjs";
import { FileHost, sha256 } from "./testing/file-host.ts";
import { Installation } from "./testing/installation.ts";

const GGUF_PATH = "/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf";
const LLAMA = "Llama-3.2-1B-Instruct-q4f32_1-MLC";
const LLAMA_PATH = `/mlc-ai/${LLAMA}/resolve/main/`;
const LIBRARY = "Llama-3.2-1B-Instruct-q4f32_1_cs1k-webgpu.wasm";

let installation: Installation;
let host: FileHost;

beforeEach(async () => {
  installation = await Installation.make([]);
  host = new FileHost();
  await host.start();
  vi.stubEnv("HF_ENDPOINT", `${host.url}/`);
  vi.stubEnv("SKEP_WEBLLM_LIBRARIES", `${host.url}/libraries/`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await host.close();
  await installation.remove();
});

const fetchModels = (models: readonly string[], sources: readonly string[] = []) =>
  fetchAssets({ root: installation.root, cache: installation.cache, packages: [], models, sources, reporter: silentReporter });

function putLlama(): void {
  host.put(`${LLAMA_PATH}mlc-chat-config.json`, JSON.stringify({ tokenizer_files: ["tokenizer.json"] }));
  host.put(`${LLAMA_PATH}tensor-cache.json`, JSON.stringify({ records: [{ dataPath: "params_shard_0.bin" }, { dataPath: "params_shard_1.bin" }] }));
  for (const name of ["tokenizer.json", "params_shard_0.bin", "params_shard_1.bin"]) host.put(LLAMA_PATH + name, `content of ${name}`);
  host.put(`/libraries/${LIBRARY}`, "wasm");
}

describe("a GGUF from the hub", () => {
  it("is fetched, checked against what the hub says, and named in the manifest", async () => {
    host.put(GGUF_PATH, "GGUF weights", { "X-Linked-Etag": `"${sha256("GGUF weights")}"` });
    const { manifest, failures } = await fetchModels(["qwen2.5-coder-0.5b"]);
    expect(failures).toEqual([]);
    const [model] = manifest.models;
    expect(model).toMatchObject({
      id: "qwen2.5-coder-0.5b",
      engine: "wllama",
      licence: "Apache-2.0",
      webllm: null,
      origin: `${host.url}/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF`,
    });
    expect(model?.files).toEqual([{ path: "models/qwen2.5-coder-0.5b/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", size: 12, sha256: sha256("GGUF weights") }]);
    expect(await readFile(join(installation.fetched, model?.files[0]?.path ?? ""), "utf8")).toBe("GGUF weights");
  });

  it("is refused when it is not what the hub says", async () => {
    host.put(GGUF_PATH, "GGUF weights", { "X-Linked-Etag": `"${sha256("other weights")}"` });
    const { manifest, failures } = await fetchModels(["qwen2.5-coder-0.5b"]);
    expect(failures).toEqual([expect.stringContaining("not the expected one")]);
    expect(manifest.models).toEqual([]);
    expect(await readdir(join(installation.fetched, "models")).catch(() => [])).toEqual([]);
  });

  it("is not asked for again, not even for a second checkout", async () => {
    host.put(GGUF_PATH, "GGUF weights");
    await fetchModels(["qwen2.5-coder-0.5b"]);
    await rm(installation.fetched, { recursive: true });
    const before = host.requests.length;
    const { failures } = await fetchModels(["qwen2.5-coder-0.5b"]);
    await fetchModels(["qwen2.5-coder-0.5b"]);
    expect(failures).toEqual([]);
    expect(host.requests).toHaveLength(before);
  });

  it("is mended when it was damaged in place, and with it the cache's copy", async () => {
    host.put(GGUF_PATH, "GGUF weights");
    const { manifest } = await fetchModels(["qwen2.5-coder-0.5b"]);
    const path = join(installation.fetched, manifest.models[0]?.files[0]?.path ?? "");
    await writeFile(path, "GGUF weightZ");
    await fetchModels(["qwen2.5-coder-0.5b"]);
    expect(await readFile(path, "utf8")).toBe("GGUF weights");
  });

  it("names the address when the hub is out of reach, and other models still come", async () => {
    putLlama();
    const { manifest, failures } = await fetchModels(["qwen2.5-coder-0.5b", LLAMA]);
    expect(failures).toEqual([expect.stringContaining(GGUF_PATH)]);
    expect(manifest.models.map((model) => model.id)).toEqual([LLAMA]);
  });

  it("comes from another installation's folder without a request", async () => {
    host.put(GGUF_PATH, "GGUF weights");
    await fetchModels(["qwen2.5-coder-0.5b"]);
    const requests = host.requests.length;
    const other = await Installation.make([]);
    const { manifest } = await fetchAssets({
      root: other.root,
      cache: other.cache,
      packages: [],
      models: ["qwen2.5-coder-0.5b"],
      sources: [`local:${installation.fetched}`],
      reporter: silentReporter,
    });
    expect(await readFile(join(other.fetched, manifest.models[0]?.files[0]?.path ?? ""), "utf8")).toBe("GGUF weights");
    await other.remove();
    expect(host.requests).toHaveLength(requests);
  });
});

describe("a WebLLM model from the hub", () => {
  it("is laid out as web-llm asks for it, with its library", async () => {
    putLlama();
    const { manifest, failures } = await fetchModels([LLAMA]);
    expect(failures).toEqual([]);
    const [model] = manifest.models;
    expect(model).toMatchObject({ engine: "webllm", licence: "Llama 3.2 Community License", needs: { webgpu: true, shaderF16: false }, contextSize: 4096 });
    expect(model?.webllm).toMatchObject({
      modelId: LLAMA,
      folder: `models/${LLAMA}/`,
      library: { path: `models/${LLAMA}/${LIBRARY}`, sha256: sha256("wasm") },
    });
    const weights = await readdir(join(installation.fetched, model?.webllm?.folder ?? "", "resolve", "main"));
    expect(weights.sort()).toEqual(["mlc-chat-config.json", "params_shard_0.bin", "params_shard_1.bin", "tensor-cache.json", "tokenizer.json"]);
  });

  it("is refused when its index names files elsewhere", async () => {
    putLlama();
    host.put(`${LLAMA_PATH}tensor-cache.json`, JSON.stringify({ records: [{ dataPath: "../../../outside.bin" }] }));
    expect((await fetchModels([LLAMA])).failures).toEqual([expect.stringContaining("not a plain name")]);
  });
});

describe("listModelOffers", () => {
  it("names each model once, with what it needs and under which licence", async () => {
    const offers = await listModelOffers();
    expect(new Set(offers.map((offer) => offer.id)).size).toBe(offers.length);
    expect(offers.length).toBeGreaterThan(MODEL_OFFERS.length + 50);
    expect(offers.every((offer) => offer.licence !== "" && offer.contextSize > 0)).toBe(true);
    expect(offers.find((offer) => offer.id === "Llama-3.2-3B-Instruct-q4f16_1-MLC")?.needs).toEqual({ webgpu: true, shaderF16: true });
  });

  it("says so when an id is not known", async () => {
    expect((await fetchModels(["no-such-model"])).failures).toEqual([expect.stringContaining("There is no model no-such-model")]);
  });
});
