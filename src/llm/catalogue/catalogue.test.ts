import { prebuiltAppConfig } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import { demoModel } from "../demo-model.ts";
import { buildCatalogue } from "./build-catalogue.ts";
import { ggufModels } from "./gguf-models.ts";
import { webllmModels } from "./webllm-models.ts";

describe("webllmModels", () => {
  it.each(webllmModels.map((model) => [model.id, model] as const))("%s is in the library's own list, with its memory", (id, model) => {
    const record = prebuiltAppConfig.model_list.find((candidate) => candidate.model_id === id);
    expect(record).toBeDefined();
    expect(model.source).toMatchObject({
      id,
      record: { model: `${record?.model}/`, modelLib: record?.model_lib, contextSize: record?.overrides?.context_window_size },
    });
    expect(model.memoryBytes).toBe(Math.round((record?.vram_required_MB ?? 0) * 1024 * 1024));
    expect(model.needs).toEqual({ webgpu: true, shaderF16: id.includes("q4f16") });
    expect(model.downloadBytes ?? 0).toBeLessThan(model.memoryBytes ?? 0);
  });

  it("offers every model in both float widths", () => {
    const families = new Set(webllmModels.map((model) => model.id.replace(/q4f(16|32)_1/, "")));
    expect(webllmModels).toHaveLength(2 * families.size);
    expect(families.size).toBe(7);
  });
});

describe("ggufModels", () => {
  it("names files of the publishers' own repositories, none over what the engine reads", () => {
    for (const model of ggufModels) {
      if (model.source.kind !== "gguf-url") throw new Error(model.id);
      expect(model.source.urls[0]).toMatch(/^https:\/\/huggingface\.co\/(HuggingFaceTB|Qwen|ibm-granite)\/[\w.-]+-GGUF\/resolve\/main\/[\w.-]+\.gguf$/);
      expect(model.downloadBytes).toBeLessThan(2 ** 31);
      expect(model.memoryBytes).toBeGreaterThan(model.downloadBytes ?? 0);
      expect(model.licence).toBe("Apache-2.0");
    }
    expect(ggufModels.filter((model) => model.name.startsWith("IBM Granite")).length).toBeGreaterThanOrEqual(4);
  });
});

describe("buildCatalogue", () => {
  it("puts this installation's models first, the demo last, and keeps the first of each id", () => {
    const local = { ...demoModel, id: "local", local: true };
    const custom = { ...demoModel, id: "Llama-3.2-1B-Instruct-q4f16_1-MLC", name: "mine" };
    const models = buildCatalogue([local], [custom, { ...custom, id: "local", name: "shadowed" }]);
    expect(models[0]).toBe(local);
    expect(models[1]).toBe(custom);
    expect(models.at(-1)).toBe(demoModel);
    expect(new Set(models.map((model) => model.id)).size).toBe(models.length);
  });
});

describe("a model that names only an id of WebLLM's list", () => {
  it("gets the addresses of its files", () => {
    const id = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
    const [model] = buildCatalogue([], [{ ...demoModel, id: "house", engine: "webllm", source: { kind: "webllm", id, record: null } }]);
    expect(model).toMatchObject({ id: "house", source: { id, record: { model: `https://huggingface.co/mlc-ai/${id}/` } } });
  });
});
