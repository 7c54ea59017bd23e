import { describe, expect, it } from "vitest";
import { ConversationMemory } from "./conversation-memory.ts";
import { bodyFiles, headFiles, mlcAddresses } from "./mlc-files.ts";
import { webllmGenerateFault, webllmLoadFault } from "./webllm-fault.ts";

describe("mlcAddresses", () => {
  it.each([
    ["https://hub.example/org/model", "https://hub.example/org/model/resolve/main/"],
    ["https://hub.example/org/model/", "https://hub.example/org/model/resolve/main/"],
    ["https://hub.example/org/model/resolve/v2", "https://hub.example/org/model/resolve/v2/"],
    ["https://hub.example/org/model/resolve/v2/", "https://hub.example/org/model/resolve/v2/"],
  ])("finds the folder of %s as WebLLM does", (model, folder) => {
    const addresses = mlcAddresses(model, "https://libs.example/model.wasm");
    expect(addresses).toEqual({
      folder,
      config: `${folder}mlc-chat-config.json`,
      index: `${folder}tensor-cache.json`,
      library: "https://libs.example/model.wasm",
    });
    expect(headFiles(addresses).map((file) => file.cache)).toEqual(["webllm/config", "webllm/wasm", "webllm/model"]);
  });
});

describe("bodyFiles", () => {
  const addresses = mlcAddresses("https://hub.example/org/model", "https://libs.example/model.wasm");
  const config = JSON.stringify({ tokenizer_files: ["tokenizer.json", "tokenizer_config.json"] });
  const index = JSON.stringify({
    records: [
      { dataPath: "params_shard_0.bin", nbytes: 12, md5sum: "ABCD" },
      { dataPath: "params_shard_1.bin", nbytes: 34 },
    ],
  });

  it("names the tokenizer and the weights with their sizes and sums", () => {
    const body = bodyFiles(addresses, config, index);
    expect(body.ok ? body.files.map(({ url, bytes, md5 }) => [url.replace(addresses.folder, ""), bytes, md5]) : body).toEqual([
      ["tokenizer.json", null, null],
      ["params_shard_0.bin", 12, "abcd"],
      ["params_shard_1.bin", 34, null],
    ]);
  });

  it.each([
    ["<html>", index],
    [config, "<html>"],
    [config, "{}"],
    [JSON.stringify({ tokenizer_files: ["vocab.json"] }), index],
  ])("refuses %s with %s", (configText, indexText) => {
    expect(bodyFiles(addresses, configText, indexText)).toMatchObject({ ok: false, detail: expect.any(String) });
  });
});

describe("ConversationMemory", () => {
  const user = (content: string) => ({ role: "user" as const, content });
  const assistant = (content: string) => ({ role: "assistant" as const, content });

  it("knows a conversation that goes on where it ended", () => {
    const memory = new ConversationMemory();
    expect(memory.reuse([user("a")])).toBe(0);
    memory.remember([user("a")], "b", "stop", 40);
    expect(memory.reuse([user("a"), assistant("b"), user("c")])).toBe(40);
  });

  it.each([
    ["another start", [user("x"), assistant("b"), user("c")]],
    ["another reply", [user("a"), assistant("B"), user("c")]],
    ["the same again", [user("a")]],
    ["two rounds at once", [user("a"), assistant("b"), user("c"), assistant("d"), user("e")]],
  ])("does not take %s for it", (_, messages) => {
    const memory = new ConversationMemory();
    memory.remember([user("a")], "b", "stop", 40);
    expect(memory.reuse(messages)).toBe(0);
  });

  it.each(["abort", "length"] as const)("does not go on from a reply that ended with %s", (finish) => {
    const memory = new ConversationMemory();
    memory.remember([user("a")], "b", finish, 40);
    expect(memory.reuse([user("a"), assistant("b"), user("c")])).toBe(0);
  });
});

describe("WebLLM's errors", () => {
  it.each([
    ["ShaderF16SupportError", "This model requires WebGPU extension shader-f16", "SK-NO-F16"],
    ["WebGPUNotAvailableError", "WebGPU is not supported in your current environment", "SK-NO-WEBGPU"],
    ["Error", "Unable to find a compatible GPU. This issue might be because", "SK-NO-WEBGPU"],
    ["DeviceLostError", "The WebGPU device was lost while loading the model.", "SK-NO-MEMORY"],
    ["RangeError", "Array buffer allocation failed", "SK-NO-MEMORY"],
    ["Error", "Cannot initialize runtime because of requested maxBufferSize exceeds limit.", "SK-NO-MEMORY"],
    ["QuotaExceededError", "Quota exceeded.", "SK-STORAGE-FULL"],
    ["CompileError", "WebAssembly.instantiate(): BufferSource argument is empty", "SK-BAD-MODEL"],
    ["TypeError", "Failed to execute 'add' on 'Cache': Request failed", "SK-DOWNLOAD"],
    ["Error", "Failed to store https://x with error: TypeError: Failed to fetch", "SK-DOWNLOAD"],
    ["Error", "something new", "SK-ENGINE"],
  ])("%s: %s while loading is %s", (name, message, code) => {
    expect(webllmLoadFault(name, message, "Llama").code).toBe(code);
  });

  it("names a prompt that is too long and what else fails in a reply", () => {
    const message = "Prompt tokens exceed context window size: number of prompt tokens: 5005; context window size: 4096\nConsider shortening the prompt.";
    expect(webllmGenerateFault("ContextWindowSizeExceededError", message, 4096)).toMatchObject({
      code: "SK-CONTEXT",
      message: expect.stringContaining("5005 tokens"),
    });
    expect(webllmGenerateFault("Error", "Out of memory", 4096).code).toBe("SK-NO-MEMORY");
    expect(webllmGenerateFault("Error", "grammar is broken", 4096)).toMatchObject({ code: "SK-ENGINE", message: expect.stringContaining("grammar is broken") });
  });
});
