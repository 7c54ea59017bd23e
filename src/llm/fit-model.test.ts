import { describe, expect, it } from "vitest";
import { buildCatalogue } from "./catalogue/build-catalogue.ts";
import { rankModels } from "./catalogue/rank-models.ts";
import { demoModel } from "./demo-model.ts";
import { fitModel } from "./fit-model.ts";
import type { CatalogueModel, DeviceFacts } from "./port.ts";

const catalogue = buildCatalogue([], []);

const graphics: DeviceFacts = {
  webgpu: { available: true, shaderF16: true, software: false, description: "test", maxBufferBytes: 2 ** 31, reason: "" },
  memoryGiB: 8,
  cores: 8,
  crossOriginIsolated: true,
  storage: { quotaBytes: 100e9, usedBytes: 0, persisted: false },
};
const noGraphics: DeviceFacts = {
  ...graphics,
  webgpu: { available: false, shaderF16: false, software: false, description: "", maxBufferBytes: 0, reason: "no graphics adapter was found" },
};
const noF16: DeviceFacts = { ...graphics, webgpu: { ...graphics.webgpu, shaderF16: false } };

function find(id: string): CatalogueModel {
  const model = catalogue.find((candidate) => candidate.id === id);
  if (model === undefined) throw new Error(id);
  return model;
}

const llama3b = find("Llama-3.2-3B-Instruct-q4f16_1-MLC");
const llama3bWide = find("Llama-3.2-3B-Instruct-q4f32_1-MLC");
const coder = find("qwen2.5-coder-0.5b-q4_k_m");

describe("fitModel", () => {
  it.each([
    ["a model with room for it", llama3b, graphics, ""],
    ["WebGPU missing, with the reason", llama3b, noGraphics, "no graphics adapter was found"],
    ["shader-f16 missing, before any download", llama3b, noF16, "f32 build"],
    ["the f32 build without shader-f16", llama3bWide, noF16, ""],
    ["a CPU model without WebGPU", coder, noGraphics, ""],
    ["too little memory", llama3b, { ...graphics, memoryGiB: 2 }, "memory"],
    ["memory that the browser does not tell", llama3b, { ...graphics, memoryGiB: null }, ""],
    ["memory at the browser's cap says nothing", find("Llama-3.1-8B-Instruct-q4f32_1-MLC"), graphics, ""],
    ["too little storage", llama3b, { ...graphics, storage: { quotaBytes: 2e9, usedBytes: 1e9, persisted: false } }, "1.0 GB left"],
    ["storage that the browser does not tell", llama3b, { ...graphics, storage: { quotaBytes: null, usedBytes: null, persisted: false } }, ""],
    [
      "buffers too small for the tables",
      find("Llama-3.1-8B-Instruct-q4f16_1-MLC"),
      { ...graphics, webgpu: { ...graphics.webgpu, maxBufferBytes: 2 ** 27 } },
      "buffer",
    ],
    [
      "the smallest buffers that WebGPU promises, for the 1B",
      find("Llama-3.2-1B-Instruct-q4f16_1-MLC"),
      { ...graphics, webgpu: { ...graphics.webgpu, maxBufferBytes: 2 ** 27 } },
      "",
    ],
    ["the demo anywhere", demoModel, noGraphics, ""],
  ])("judges %s", (_, model, facts, why) => {
    const result = fitModel(model, facts);
    expect(result.fits ? "" : result.why).toContain(why);
    expect(result.fits).toBe(why === "");
  });

  it("asks storage only for what is not there yet", () => {
    const tight = { ...graphics, storage: { quotaBytes: 2e9, usedBytes: 1e9, persisted: false } };
    expect(fitModel(llama3b, tight, { kind: "partial", bytes: 1e9, total: null }).fits).toBe(true);
    expect(fitModel(llama3b, tight, { kind: "complete", bytes: 1.8e9, checked: true }).fits).toBe(true);
  });

  it("takes a GGUF over 2 GiB, which is read in parts, up to what the CPU engine's memory holds", () => {
    expect(fitModel({ ...coder, downloadBytes: 2.5e9, memoryBytes: 3e9 }, graphics).fits).toBe(true);
    const result = fitModel({ ...coder, downloadBytes: 4e9, memoryBytes: 5e9 }, graphics);
    expect(result.fits ? "" : result.why).toMatch(/the CPU engine has at most 4\.3 GB/);
  });
});

const first = (models: readonly CatalogueModel[], device: DeviceFacts): string | undefined =>
  rankModels(models, device).find((model) => fitModel(model, device).fits)?.id;

describe("rankModels", () => {
  it.each([
    ["Llama 3.2 3B where it fits", graphics, llama3b.id],
    ["its f32 build without shader-f16", noF16, llama3bWide.id],
    ["the 1B where memory is short", { ...graphics, memoryGiB: 2 }, "Llama-3.2-1B-Instruct-q4f16_1-MLC"],
    ["a coder on the CPU without WebGPU", noGraphics, "qwen2.5-coder-1.5b-q4_k_m"],
    ["a coder on the CPU where graphics are drawn in software", { ...graphics, webgpu: { ...graphics.webgpu, software: true } }, "qwen2.5-coder-1.5b-q4_k_m"],
    ["the small coder where memory is short, too", { ...noGraphics, memoryGiB: 2 }, "qwen2.5-coder-0.5b-q4_k_m"],
    ["the demo where nothing else fits", { ...noGraphics, memoryGiB: 0.25 }, "demo"],
  ])("puts %s first of those that fit", (_, device, id) => {
    expect(first(catalogue, device)).toBe(id);
  });

  it("prefers what is on the machine on graphics, then on the CPU, the larger of two unknown ones", () => {
    const small = { ...coder, id: "own-small", memoryBytes: 1e8 };
    const large = { ...coder, id: "own-large", memoryBytes: 2e8 };
    expect(rankModels([demoModel, small, large, llama3b, coder], graphics).map((model) => model.id)).toEqual([
      llama3b.id,
      coder.id,
      "own-large",
      "own-small",
      "demo",
    ]);
    const software = { ...graphics, webgpu: { ...graphics.webgpu, software: true } };
    expect(rankModels([llama3b, demoModel, coder], software).map((model) => model.id)).toEqual([coder.id, llama3b.id, "demo"]);
  });

  it("never puts a server before a model of this tab", () => {
    const server: CatalogueModel = {
      ...demoModel,
      id: "server",
      engine: "endpoint",
      source: { kind: "endpoint", baseUrl: "http://127.0.0.1:1/v1", model: "m" },
    };
    expect(rankModels([server, demoModel, coder], noGraphics).map((model) => model.id)).toEqual([coder.id, "server", "demo"]);
  });
});
