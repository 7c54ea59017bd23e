import { expect, test } from "vitest";
import { modelFromAddress } from "#state/model-from-address.ts";
import { createOwnModels } from "./own-models.ts";

const BASE = new URL("https://skep.example/app/");

function memory(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [["skep.own-models", text]]);
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

function model(address: string, library = "") {
  const read = modelFromAddress({ address, library }, BASE.href);
  if (!read.ok) throw new Error(read.message);
  return read.model;
}

test("what was added is there on the next visit, once, until it is removed", () => {
  const storage = memory();
  const [gguf, compiled] = [model("https://hub.example/a.gguf"), model("https://hub.example/f16/", "https://hub.example/f16.wasm")];
  for (const added of [gguf, compiled, gguf]) expect(createOwnModels(() => storage, BASE).add(added)).toBeNull();
  expect(createOwnModels(() => storage, BASE).list()).toEqual([compiled, gguf]);
  createOwnModels(() => storage, BASE).remove(gguf.id);
  expect(createOwnModels(() => storage, BASE).list()).toEqual([compiled]);
});

test.each(["{", "{}", '[{"id": 1}]'])("what cannot be read is none: %s", (text) => {
  expect(createOwnModels(() => memory(text), BASE).list()).toEqual([]);
});

test("says why something is not kept", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("quota");
    },
  };
  expect(createOwnModels(() => full, BASE).add(model("https://hub.example/a.gguf"))).toBe("quota");
});
