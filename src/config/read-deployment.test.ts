import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import type { CatalogueModel } from "#llm/port.ts";
import { DEFAULT_DEPLOYMENT } from "./deployment.ts";
import { readDeployment } from "./read-deployment.ts";

const BASE = new URL("https://skep.example/app/skep.config.json");
const read = (json: unknown) => readDeployment(json, BASE);

test("an empty config is the built-in defaults", () => {
  expect(read({})).toEqual({ deployment: DEFAULT_DEPLOYMENT, problems: [] });
  expect(read({ $schema: "x" }).problems).toEqual([]);
});

test("a whole config", () => {
  const { deployment, problems } = read({
    settings: { engine: "wllama", model: "tiny", timeoutMs: 5_000 },
    locked: ["executor", "timeoutMs"],
    models: [{ id: "tiny", name: "Tiny", source: { kind: "gguf-url", urls: ["models/tiny.gguf"] }, memoryBytes: 1_000 }],
    executors: { bee: { address: "/proxy/bee" } },
    network: { policy: "never", hosts: ["api.example.org", "*.example.com:8443"], packageIndex: "https://index.example/simple/" },
  });
  expect(problems).toEqual([]);
  expect(deployment).toEqual({
    defaults: { ...DEFAULT_SETTINGS, engine: "wllama", model: "tiny", timeoutMs: 5_000 },
    locked: ["executor", "timeoutMs"],
    models: [
      {
        id: "tiny",
        engine: "wllama",
        name: "Tiny",
        source: { kind: "gguf-url", urls: ["https://skep.example/app/models/tiny.gguf"] },
        downloadBytes: null,
        memoryBytes: 1_000,
        licence: "not stated",
        goodFor: "",
        needs: { webgpu: false, shaderF16: false },
        local: false,
      },
    ],
    executors: { bee: { address: "https://skep.example/proxy/bee" } },
    network: { policy: "never", hosts: ["api.example.org", "*.example.com:8443"], packageIndex: "https://index.example/simple" },
  });
  // A deployment's models go where the catalogue's go.
  const models: readonly CatalogueModel[] = deployment.models;
  expect(models).toHaveLength(1);
});

test("a bad setting is named with its path and what holds instead; the good ones hold", () => {
  const { deployment, problems } = read({ settings: { timeoutMs: "soon", attemptLimit: 5, colour: "red" } });
  expect(deployment.defaults).toEqual({ ...DEFAULT_SETTINGS, attemptLimit: 5 });
  expect(problems).toEqual([
    { path: "settings.timeoutMs", message: 'must be a whole number of milliseconds from 100 to 3600000, but is "soon"; 60000 is used' },
    {
      path: "settings.colour",
      message:
        "is not a setting; settings are executor, engine, model, webllmCache, timeoutMs, outputLimit, memoryMiB, fileLimit, fileMiB, messageLimit, keepState, attemptLimit, mode, candidateLimit, loop, stepLimit, codeTags, imports, approval, remoteApproval, network, theme",
    },
  ]);
});

test.each([
  [{ id: "", name: "n", source: { kind: "endpoint", baseUrl: "/v1", model: "m" } }, "models[0].id", "must not be empty; the model is left out"],
  [{ id: "i", name: "n", source: { kind: "torrent" } }, "models[0].source.kind", "must have a kind: webllm, gguf-url or endpoint; the model is left out"],
  [
    { id: "i", name: "n", source: { kind: "gguf-url", urls: ["a.gguf", "javascript:alert(1)"] } },
    "models[0].source.urls[1]",
    "must be an http(s) address or a path on this host, without a name or password; the model is left out",
  ],
  [
    { id: "i", name: "n", source: { kind: "endpoint", baseUrl: "https://me:secret@h.example", model: "m" } },
    "models[0].source.baseUrl",
    "must be an http(s) address or a path on this host, without a name or password; the model is left out",
  ],
  [{ id: "i", name: "n", source: { kind: "gguf-url", urls: [] } }, "models[0].source.urls", "must name at least one file; the model is left out"],
  [
    { id: "i", name: "n", source: { kind: "gguf-url", urls: ["a"], sha256: [] } },
    "models[0]",
    "must have one SHA-256 for each of its urls, or none; the model is left out",
  ],
  ["a model", "models[0]", "must be an object; the model is left out"],
])("the model %j is left out and %s named", (model, path, message) => {
  const good = { id: "good", name: "Good", source: { kind: "webllm", id: "Llama" } };
  const { deployment, problems } = read({ models: [model, good] });
  expect(problems).toEqual([{ path, message }]);
  expect(deployment.models.map(({ id }) => id)).toEqual(["good"]);
});

test("an unknown field of a model is named by its own path", () => {
  const { problems } = read({ models: [{ id: "i", name: "n", source: { kind: "webllm", id: "x" }, apiKey: "sk" }] });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.path).toBe("models[0].apiKey");
});

test("two models of one id: the first stays", () => {
  const model = { id: "same", name: "A", source: { kind: "webllm", id: "x" } };
  const { deployment, problems } = read({ models: [model, { ...model, name: "B" }] });
  expect(deployment.models.map(({ name }) => name)).toEqual(["A"]);
  expect(problems).toEqual([{ path: "models[1].id", message: 'is "same", which another model has; the model is left out' }]);
});

test("every other bad value is named too", () => {
  const { deployment, problems } = read({
    settings: [],
    locked: ["executor", "everything", 3],
    models: {},
    executors: { bee: { address: "ftp://x", key: "k" }, "Bad Name": {}, e2b: "here" },
    network: { policy: "always", hosts: ["https://a.example/", "ok.example"], packageIndex: "/simple", extra: 1 },
    settings2: {},
  });
  expect(problems.map(({ path }) => path)).toEqual([
    "settings2",
    "settings",
    "locked[1]",
    "locked[2]",
    "models",
    "executors.bee.address",
    "executors.bee.key",
    "executors.Bad Name",
    "executors.e2b",
    "network.policy",
    "network.hosts[0]",
    "network.packageIndex",
    "network.extra",
  ]);
  expect(deployment).toEqual({ ...DEFAULT_DEPLOYMENT, locked: ["executor"], network: { policy: "ask", hosts: ["ok.example"], packageIndex: null } });
});

test("what is no object at all", () => {
  for (const json of [null, [], "x", 3])
    expect(read(json)).toEqual({ deployment: DEFAULT_DEPLOYMENT, problems: [{ path: "", message: "must be a JSON object; the built-in defaults are used" }] });
});
