import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "#domain/sha256.ts";
import { fetchCatalogue } from "./fetch-catalogue.ts";
import type { AssetFile } from "./port.ts";

const base = "http://skep.test/app/";
const never = new AbortController().signal;
let answers: Map<string, { readonly status?: number; readonly body: string }>;
let requests: string[];

/** A host with the files of `answers`; any other host refuses the connection. */
async function fakeFetch(input: URL | string, init?: RequestInit): Promise<Response> {
  const url = new URL(input);
  init?.signal?.throwIfAborted();
  if (url.host !== "skep.test") throw new TypeError("fetch failed");
  requests.push(`${url.pathname} ${init?.cache ?? ""}`);
  const answer = answers.get(url.pathname);
  return new Response(answer?.body ?? "not here", { status: answer === undefined ? 404 : (answer.status ?? 200) });
}

beforeEach(() => {
  answers = new Map();
  requests = [];
  vi.stubGlobal("fetch", fakeFetch);
});

afterEach(() => vi.unstubAllGlobals());

async function fileOf(path: string, content: string): Promise<AssetFile> {
  return { path, size: content.length, sha256: await sha256(content) };
}

const numpy = {
  name: "numpy",
  version: "2.4.3",
  file: await fileOf("packages/numpy.whl", "wheel"),
  imports: ["numpy"],
  depends: [],
  sharedLibrary: false,
  licence: "BSD-3-Clause",
  origin: "here",
};
const gguf = {
  id: "tiny",
  engine: "wllama",
  name: "Tiny",
  licence: "MIT",
  goodFor: "tests",
  contextSize: 512,
  memoryBytes: null,
  needs: { webgpu: false, shaderF16: false },
  origin: "here",
  files: [await fileOf("models/tiny/a.gguf", "first"), await fileOf("models/tiny/b.gguf", "second!")],
  webllm: null,
};
const webllm = {
  ...gguf,
  id: "gpu",
  engine: "webllm",
  files: [await fileOf("models/gpu/resolve/main/tokenizer.json", "{}")],
  webllm: { modelId: "Gpu-q4", folder: "models/gpu/", library: await fileOf("models/gpu/lib.wasm", "wasm") },
};

function serveManifest(parts: Record<string, unknown>): void {
  const manifest = { v: "skep.assets/1", pyodide: { release: "314.0.3", abi: "2026_0", python: "3.14.0" }, roots: [], packages: [], models: [], ...parts };
  answers.set("/app/fetched/manifest.json", { body: JSON.stringify(manifest) });
}

describe("fetchCatalogue", () => {
  it("reads packages by name", async () => {
    serveManifest({ packages: [numpy] });
    const catalogue = await fetchCatalogue(base, never);
    expect(catalogue.problems).toEqual([]);
    expect(catalogue.packages).toHaveProperty("numpy.version", "2.4.3");
  });

  it("prefers the copy of a package that is compiled", async () => {
    const compiled = await fileOf("compiled/numpy.whl", "compiled wheel");
    serveManifest({ packages: [{ ...numpy, compiled }] });
    expect((await fetchCatalogue(base, never)).packages.numpy?.file).toEqual(compiled);
  });

  it("gives a GGUF's parts in order, by absolute address", async () => {
    serveManifest({ models: [gguf] });
    const [model] = (await fetchCatalogue(base, never)).models;
    expect(model).toMatchObject({ engine: "wllama", local: true, downloadBytes: 12 });
    expect(model?.source).toEqual({
      kind: "gguf-url",
      urls: [`${base}fetched/models/tiny/a.gguf`, `${base}fetched/models/tiny/b.gguf`],
      sha256: gguf.files.map((file) => file.sha256),
    });
  });

  it("gives a WebLLM model a record with absolute addresses", async () => {
    serveManifest({ models: [webllm] });
    const [model] = (await fetchCatalogue(base, never)).models;
    expect(model?.source).toEqual({
      kind: "webllm",
      id: "Gpu-q4",
      record: { model: `${base}fetched/models/gpu/`, modelLib: `${base}fetched/models/gpu/lib.wasm`, contextSize: 512 },
    });
    expect(model?.downloadBytes).toBe(6);
  });

  it("is empty and says so when nothing was fetched", async () => {
    const catalogue = await fetchCatalogue(base, never);
    expect(catalogue.packages).toEqual({});
    expect(catalogue.models).toEqual([]);
    expect(catalogue.problems).toEqual([expect.stringContaining("npm run assets")]);
  });

  it("takes the start page of a static host for an absent manifest", async () => {
    answers.set("/app/fetched/manifest.json", { body: "<!doctype html><title>Skep</title>" });
    expect((await fetchCatalogue(base, never)).problems).toEqual([expect.stringContaining("came with this installation")]);
  });

  it.each([
    ["damaged JSON", "{", "damaged"],
    ["another format", '{"v":"skep.assets/9"}', "does not fit"],
    ["no object", "null", "does not fit"],
  ])("never throws for %s", async (_what, body, words) => {
    answers.set("/app/fetched/manifest.json", { body });
    expect((await fetchCatalogue(base, never)).problems).toEqual([expect.stringContaining(words)]);
  });

  it("never throws when the host is gone or the page gave up", async () => {
    expect((await fetchCatalogue("http://gone.test/", never)).problems).toHaveLength(1);
    expect((await fetchCatalogue(base, AbortSignal.abort())).problems).toEqual([expect.stringContaining("stopped")]);
  });

  it.each(["../secret.whl", "/etc/passwd", "https://elsewhere.example/x.whl", "packages/../../x", "packages//x", "a\\b", "packages/.", ""])(
    "refuses the path %j and keeps the rest",
    async (path) => {
      serveManifest({ packages: [{ ...numpy, name: "bad", file: { ...numpy.file, path } }, numpy] });
      const catalogue = await fetchCatalogue(base, never);
      expect(Object.keys(catalogue.packages)).toEqual(["numpy"]);
      expect(catalogue.problems).toEqual([expect.stringContaining("file.path")]);
    },
  );

  it("names a dependency that was not fetched", async () => {
    serveManifest({ packages: [{ ...numpy, depends: ["openblas"] }] });
    expect((await fetchCatalogue(base, never)).problems).toEqual([expect.stringContaining("needs openblas")]);
  });

  it("refuses a model whose engine and files do not go together", async () => {
    serveManifest({ models: [{ ...gguf, engine: "webllm" }, gguf] });
    const catalogue = await fetchCatalogue(base, never);
    expect(catalogue.models.map((model) => model.id)).toEqual(["tiny"]);
    expect(catalogue.problems).toHaveLength(1);
  });
});

describe("snapshots", async () => {
  const file = await fileOf("snapshot/0123456789abcdef/core.memory", "memory");
  const set = { key: "0123456789abcdef", pyodide: "314.0.7", glue: file, snapshots: [{ name: "core", metadata: file, memory: file, files: file }] };

  it("are read as a set", async () => {
    serveManifest({ snapshot: set });
    const catalogue = await fetchCatalogue(base, never);
    expect(catalogue.snapshots).toEqual(set);
    expect(catalogue.problems).toEqual([]);
  });

  it("are none, without a word, where none were made", async () => {
    serveManifest({});
    expect(await fetchCatalogue(base, never)).toMatchObject({ snapshots: null, problems: [] });
  });

  it("are none, with the builder's reason, where they could not be made", async () => {
    serveManifest({ snapshot: null, snapshotProblem: "This Pyodide cannot hold a snapshot." });
    expect(await fetchCatalogue(base, never)).toMatchObject({ snapshots: null, problems: ["This Pyodide cannot hold a snapshot."] });
  });

  it("are refused as a whole when one path leads out of the folder", async () => {
    serveManifest({ snapshot: { ...set, glue: { ...file, path: "../glue.mjs" } } });
    expect(await fetchCatalogue(base, never)).toMatchObject({ snapshots: null, problems: [expect.stringContaining("glue.path")] });
  });
});

describe("fetchFile", () => {
  const open = async () => {
    serveManifest({ packages: [numpy] });
    return fetchCatalogue(base, never);
  };

  it("gives the bytes when they match", async () => {
    const catalogue = await open();
    answers.set("/app/fetched/packages/numpy.whl", { body: "wheel" });
    const result = await catalogue.fetchFile(numpy.file, never);
    expect(result.ok && (await result.blob.text())).toBe("wheel");
  });

  it.each([
    ["one changed byte", "wheeL", "SHA-256"],
    ["a cut file", "whee", "4 bytes instead of 5"],
  ])("refuses %s, after asking once more", async (_what, body, words) => {
    const catalogue = await open();
    answers.set("/app/fetched/packages/numpy.whl", { body });
    const result = await catalogue.fetchFile(numpy.file, never);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(words) });
    expect(requests.filter((request) => request.includes("numpy.whl"))).toEqual([
      "/app/fetched/packages/numpy.whl default",
      "/app/fetched/packages/numpy.whl reload",
    ]);
  });

  it("says that a file is missing", async () => {
    expect(await (await open()).fetchFile(numpy.file, never)).toMatchObject({ ok: false, message: expect.stringContaining("404") });
  });

  it("says that it was stopped", async () => {
    expect(await (await open()).fetchFile(numpy.file, AbortSignal.abort())).toMatchObject({ ok: false, message: expect.stringContaining("stopped") });
  });
});
