import { expect, test } from "vitest";
import { modelFromAddress } from "./model-from-address.ts";

const BASE = "https://skep.example/app/";
const read = (address: string, library = "") => modelFromAddress({ address, library }, BASE);

test.each([
  ["https://hub.example/a/tiny-Q4_K_M.gguf", ["https://hub.example/a/tiny-Q4_K_M.gguf"], "tiny-Q4_K_M"],
  ["models/tiny.gguf", ["https://skep.example/app/models/tiny.gguf"], "tiny"],
  ["https://huggingface.co/o/r/blob/main/x.gguf", ["https://huggingface.co/o/r/resolve/main/x.gguf"], "x"],
  ["http://nas.local/m-00001-of-00002.gguf", ["http://nas.local/m-00001-of-00002.gguf", "http://nas.local/m-00002-of-00002.gguf"], "m"],
])("reads %s as a GGUF with all its parts", (address, urls, name) => {
  expect(read(address)).toMatchObject({ ok: true, model: { engine: "wllama", name, source: { kind: "gguf-url", urls }, needs: { webgpu: false } } });
});

test("reads a folder and a library as a compiled model", () => {
  expect(read("/mirror/Llama-q4f16_1-MLC", "/mirror/llama.wasm")).toMatchObject({
    ok: true,
    model: {
      engine: "webllm",
      name: "Llama-q4f16_1-MLC",
      source: { record: { model: "https://skep.example/mirror/Llama-q4f16_1-MLC/", modelLib: "https://skep.example/mirror/llama.wasm" } },
      needs: { webgpu: true, shaderF16: true },
    },
  });
  expect(read("https://hub.example/org/name/resolve/main/", "/x.wasm")).toMatchObject({ ok: true, model: { name: "name" } });
});

test.each([
  ["", "", "must begin"],
  ["ftp://x/y.gguf", "", "must begin"],
  ["https://hub.example/folder/", "", "give its library"],
  ["https://hub.example/folder/", "https://hub.example/page.html", "ends in .wasm"],
])("refuses %s with %s", (address, library, message) => {
  expect(read(address, library)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});
