import { describe, expect, it } from "vitest";
import { buildCatalogue } from "./catalogue/build-catalogue.ts";
import { chooseModel } from "./choose-model.ts";
import { fit } from "./fit.ts";
import type { CatalogueModel, DeviceFacts } from "./port.ts";
import { demoModel } from "./scripted/demo-model.ts";

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

describe("fit", () => {
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
    const result = fit(model, facts);
    expect(result.fits ? "" : result.why).toContain(why);
    expect(result.fits).toBe(why === "");
  });

  it("asks storage only for what is not there yet", () => {
    const tight = { ...graphics, storage: { quotaBytes: 2e9, usedBytes: 1e9, persisted: false } };
    expect(fit(llama3b, tight, { kind: "partial", bytes: 1e9, total: null }).fits).toBe(true);
    expect(fit(llama3b, tight, { kind: "complete", bytes: 1.8e9 }).fits).toBe(true);
  });

  it("says how a GGUF over 2 GiB can be used", () => {
    const big = { ...coder, downloadBytes: 2.5e9, memoryBytes: 3e9 };
    const result = fit(big, graphics);
    expect(result.fits ? "" : result.why).toMatch(/split/);
  });
});

const auto = { engine: "auto", model: "" };
const none: ReadonlySet<string> = new Set();

describe("chooseModel", () => {
  it("takes the demo and offers Llama where nothing is on the machine", () => {
    const choice = chooseModel({ catalogue, device: graphics, cached: none, settings: auto });
    expect(choice.model).toBe(demoModel);
    expect(choice.offer?.model).toBe(llama3b);
    expect(choice.offer?.text).toMatch(/1\.8 GB to download once, needs 2\.4 GB of graphics memory, licence: Llama 3\.2/);
  });

  it.each([
    ["the f32 build without shader-f16", noF16, "Llama-3.2-3B-Instruct-q4f32_1-MLC"],
    ["the 1B where memory is short", { ...graphics, memoryGiB: 2 }, "Llama-3.2-1B-Instruct-q4f16_1-MLC"],
    ["a coder on the CPU without WebGPU", noGraphics, "qwen2.5-coder-1.5b-q4_k_m"],
    ["a coder on the CPU where graphics are drawn in software", { ...graphics, webgpu: { ...graphics.webgpu, software: true } }, "qwen2.5-coder-1.5b-q4_k_m"],
    ["the small coder where memory is short, too", { ...noGraphics, memoryGiB: 2 }, "qwen2.5-coder-0.5b-q4_k_m"],
  ])("offers %s", (_, device, id) => {
    expect(chooseModel({ catalogue, device, cached: none, settings: auto }).offer?.model.id).toBe(id);
  });

  it("offers nothing where nothing fits", () => {
    const device = { ...noGraphics, memoryGiB: 0.25 };
    expect(chooseModel({ catalogue, device, cached: none, settings: auto })).toMatchObject({ model: { id: "demo" }, offer: null });
  });

  it("prefers a cached model on graphics, and the CPU to graphics in software", () => {
    const cached = new Set([coder.id, llama3b.id]);
    expect(chooseModel({ catalogue, device: graphics, cached, settings: auto })).toMatchObject({ model: { id: llama3b.id }, offer: null });
    const software = { ...graphics, webgpu: { ...graphics.webgpu, software: true } };
    expect(chooseModel({ catalogue, device: software, cached, settings: auto }).model).toBe(coder);
  });

  it("takes a model of this installation, and needs no room to download it", () => {
    const local = { ...coder, id: "smollm2", local: true };
    const device = { ...noGraphics, storage: { quotaBytes: 1e6, usedBytes: 0, persisted: false } };
    const choice = chooseModel({ catalogue: buildCatalogue([local], []), device, cached: none, settings: auto });
    expect(choice).toMatchObject({ model: local, reason: "It came with this installation.", offer: null });
  });

  it("does not take what is on the machine but cannot run here", () => {
    const choice = chooseModel({ catalogue, device: noGraphics, cached: new Set([llama3b.id]), settings: auto });
    expect(choice.model).toBe(demoModel);
    expect(choice.reason).toMatch(/None of the models on this device runs here/);
  });

  it("follows the settings' engine and model", () => {
    const cached = new Set([coder.id, llama3b.id]);
    expect(chooseModel({ catalogue, device: graphics, cached, settings: { engine: "wllama", model: "" } }).model).toBe(coder);
    expect(chooseModel({ catalogue, device: graphics, cached, settings: { engine: "auto", model: coder.id } }).model).toBe(coder);
    expect(chooseModel({ catalogue, device: graphics, cached, settings: { engine: "scripted", model: "" } }).model).toBe(demoModel);
    expect(chooseModel({ catalogue, device: graphics, cached: none, settings: { engine: "wllama", model: "" } }).offer?.model.engine).toBe("wllama");
  });

  it("says why the model of the settings does not run", () => {
    const choice = chooseModel({ catalogue, device: noF16, cached: new Set([llama3b.id]), settings: { engine: "auto", model: llama3b.id } });
    expect(choice.model).toBe(demoModel);
    expect(choice.reason).toMatch(/f32 build/);
  });

  it("uses an endpoint only when the settings name it", () => {
    const server: CatalogueModel = {
      ...demoModel,
      id: "server",
      engine: "endpoint",
      local: false,
      source: { kind: "endpoint", baseUrl: "http://127.0.0.1:1/v1", model: "m" },
    };
    const withServer = buildCatalogue([], [server]);
    expect(chooseModel({ catalogue: withServer, device: graphics, cached: none, settings: auto }).model).toBe(demoModel);
    expect(chooseModel({ catalogue: withServer, device: graphics, cached: none, settings: { engine: "endpoint", model: "server" } }).model).toBe(server);
  });
});
