import { expect, test } from "vitest";
import { modelTitle } from "./model-title.ts";

test.each([
  ["endpoint:http://127.0.0.1:11434/v1#qwen2.5-coder:7b", "qwen2.5-coder:7b on 127.0.0.1:11434"],
  ["endpoint:https://models.example/v1#team/a#b", "team/a#b on models.example"],
  ["own:https://hub.example/files/model-q4.gguf", "model-q4.gguf"],
  ["own:https://hub.example/Llama-MLC/", "Llama-MLC"],
  ["file:mine (2).gguf", "mine (2).gguf"],
  ["qwen2.5-coder-1.5b-q4_k_m", "qwen2.5-coder-1.5b-q4_k_m"],
  ["endpoint:not an address", "endpoint:not an address"],
])("%s is shown as %s", (id, title) => {
  expect(modelTitle(id)).toBe(title);
});
