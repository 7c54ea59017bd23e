import { expect, test } from "vitest";
import { FAKE_MODELS } from "./fake-models.ts";
import { createFakePorts, type FakePorts } from "./fake-ports.ts";
import { createStores, type Stores } from "./stores.ts";

async function started(prepare: (ports: FakePorts) => void = () => undefined): Promise<{ readonly stores: Stores; readonly ports: FakePorts }> {
  const ports = createFakePorts();
  prepare(ports);
  const stores = createStores(ports);
  await stores.start();
  return { stores, ports };
}

const coder = FAKE_MODELS[1];
if (coder === undefined) throw new Error("the fake catalogue lost its CPU model");

test("with no model on this machine the demo is used and one that fits is offered", async () => {
  const { stores, ports } = await started();
  expect(stores.models.getState()).toMatchObject({ current: { id: "scripted" }, offer: { id: "wllama-coder" }, engine: { kind: "ready" } });
  expect(ports.engines.wllama.loads).toEqual([]);
});

test("a model that is already here and fits is loaded instead of the demo", async () => {
  const { stores } = await started((ports) => ports.presence.set("wllama-coder", { kind: "complete", bytes: 1, checked: true }));
  expect(stores.models.getState()).toMatchObject({ current: { id: "wllama-coder" }, offer: null, engine: { kind: "ready" } });
});

test("a model that is here but does not fit this device is not loaded", async () => {
  const { stores } = await started((ports) => ports.presence.set("webllm-llama", { kind: "complete", bytes: 1, checked: true }));
  expect(stores.models.getState().current?.id).toBe("scripted");
});

test("half a download is not a model", async () => {
  const { stores } = await started((ports) => ports.presence.set("wllama-coder", { kind: "partial", bytes: 1, total: 2 }));
  expect(stores.models.getState().current?.id).toBe("scripted");
});

test("a set model that is not here any more is offered, never downloaded unasked", async () => {
  const { stores, ports } = await started((fake) => {
    fake.kept.settings = { ...fake.kept.settings, engine: "wllama", model: "wllama-coder" };
  });
  expect(stores.models.getState()).toMatchObject({ current: { id: "scripted" }, offer: { id: "wllama-coder" } });
  expect(ports.engines.wllama.loads).toEqual([]);
});

test("loading frees the engine before it, and the choice is remembered", async () => {
  const { stores, ports } = await started();
  await stores.models.getState().load(coder);
  expect(ports.engines.scripted.state.kind).toBe("empty");
  expect(stores.models.getState()).toMatchObject({ current: { id: "wllama-coder" }, engine: { kind: "ready" } });
  expect(ports.kept.settings).toMatchObject({ engine: "wllama", model: "wllama-coder" });
});

test("a server that was used is used on the next visit, and is no longer when it is taken off the list", async () => {
  const address = "http://127.0.0.1:11434/v1";
  const served = { ...coder, id: `endpoint:${address}#coder`, engine: "endpoint", source: { kind: "endpoint", baseUrl: address, model: "coder" } } as const;
  const { stores, ports } = await started((fake) =>
    Object.assign(fake.models, { endpoints: { setKey: () => undefined, models: async () => ({ ok: true, models: [served, { ...served, id: "other" }] }) } }),
  );
  expect(await stores.models.getState().addEndpoint(address, "")).toBe(true);
  await stores.models.getState().load(served);
  const next = createStores(ports);
  await next.start();
  expect(next.models.getState()).toMatchObject({ current: { id: served.id }, own: [served.id], offer: null, engine: { kind: "ready" } });
  await next.models.getState().removeOwn(served);
  const last = createStores(ports);
  await last.start();
  expect(last.models.getState()).toMatchObject({ current: { id: "scripted" }, own: [], offer: { id: "wllama-coder" } });
});

test("an engine without a model that could run here does not keep one of another engine from being used", async () => {
  const { stores } = await started((fake) => {
    fake.kept.settings = { ...fake.kept.settings, engine: "endpoint", model: "endpoint:gone" };
    fake.presence.set("wllama-coder", { kind: "complete", bytes: 1, checked: true });
  });
  expect(stores.models.getState().current?.id).toBe("wllama-coder");
});

test("a failed load shows its fault and is not remembered", async () => {
  const { stores, ports } = await started();
  const fault = { code: "SK-MEMORY", message: "Not enough memory.", advice: "Choose a smaller one." };
  Object.assign(ports.engines.wllama, {
    load: async () => {
      ports.engines.wllama.show({ kind: "failed", model: null, fault });
      return fault;
    },
  });
  await stores.models.getState().load(coder);
  expect(stores.models.getState().engine).toMatchObject({ kind: "failed", fault: { code: "SK-MEMORY" } });
  expect(ports.kept.settings.model).toBe("");
});

test("a load that was stopped leaves no model behind, and can be begun again", async () => {
  const { stores, ports } = await started();
  const { engines } = ports;
  const whole = engines.wllama.load;
  const load: typeof whole = (wanted, signal) =>
    new Promise((resolve) => {
      engines.wllama.show({
        kind: "loading",
        model: { engine: "wllama", model: wanted.name, demo: false },
        progress: { phase: "read", loaded: 0, total: null, message: "" },
      });
      signal.addEventListener("abort", () => {
        const fault = { code: "SK-ABORTED", message: "Loading was stopped.", advice: "Load it again." };
        engines.wllama.show({ kind: "failed", model: null, fault });
        resolve(fault);
      });
    });
  Object.assign(engines.wllama, { load });
  const loading = stores.models.getState().load(coder);
  await expect.poll(() => stores.models.getState().engine.kind).toBe("loading");
  stores.models.getState().cancelLoad();
  await loading;
  expect(stores.models.getState()).toMatchObject({ current: null, engine: { kind: "empty" } });
  Object.assign(engines.wllama, { load: whole });
  await stores.models.getState().load(coder);
  expect(stores.models.getState()).toMatchObject({ current: { id: "wllama-coder" }, engine: { kind: "ready" } });
});

test("a download ends in a model that is here, and can be deleted again", async () => {
  const { stores } = await started();
  await stores.models.getState().download(coder);
  expect(stores.models.getState()).toMatchObject({ downloads: {}, presence: { "wllama-coder": { kind: "complete" } } });
  await stores.models.getState().forget(coder);
  expect(stores.models.getState().presence["wllama-coder"]).toEqual({ kind: "absent" });
});

test("deleting the files of the loaded model unloads it first", async () => {
  const { stores, ports } = await started((fake) => fake.presence.set("wllama-coder", { kind: "complete", bytes: 1, checked: true }));
  await stores.models.getState().forget(coder);
  expect(stores.models.getState().current).toBeNull();
  expect(ports.engines.wllama.state.kind).toBe("empty");
});

test("a GGUF from disk is added and loaded; its parts are put in order; it is not remembered", async () => {
  const { stores, ports } = await started();
  const part = (name: string, text: string) => Object.assign(new Blob([text]), { name });
  await stores.models.getState().addFiles([part("m-00002-of-00002.gguf", "second"), part("m-00001-of-00002.gguf", "GGUFfirst")]);
  const { current } = stores.models.getState();
  expect(current).toMatchObject({ name: "m", engine: "wllama", source: { kind: "gguf-file" } });
  const texts = current?.source.kind === "gguf-file" ? await Promise.all(current.source.parts.map((one) => one.text())) : [];
  expect(texts).toEqual(["GGUFfirst", "second"]);
  expect(ports.kept.settings.model).toBe("");
});

test("a file that is no GGUF is refused by its first bytes", async () => {
  const { stores } = await started();
  await stores.models.getState().addFiles([Object.assign(new Blob(["<html>"]), { name: "model.gguf" })]);
  expect(stores.models.getState().problems).toEqual([expect.stringContaining("not a GGUF")]);
  expect(stores.models.getState().current?.id).toBe("scripted");
});

test("what the engine says while it loads is what is shown", async () => {
  const { stores, ports } = await started();
  ports.engines.wllama.show({
    kind: "loading",
    model: { engine: "wllama", model: "x", demo: false },
    progress: { phase: "download", loaded: 1, total: 2, message: "" },
  });
  expect(stores.models.getState().engine.kind).toBe("ready");
  ports.engines.scripted.show({ kind: "generating", model: { engine: "scripted", model: "Demo replies", demo: true }, contextSize: 4096 });
  expect(stores.models.getState().engine.kind).toBe("generating");
});

test("without 16-bit shaders the f32 build stands in for the f16 one that was set", async () => {
  const [llama] = FAKE_MODELS;
  if (llama === undefined) throw new Error("the fake catalogue lost its GPU model");
  const narrow = { ...llama, id: "Llama-q4f16_1-MLC" };
  const wide = { ...llama, id: "Llama-q4f32_1-MLC", needs: { webgpu: true, shaderF16: false } };
  const prepare = (ports: FakePorts): void => {
    const fit = (model: typeof llama) => (model.needs.shaderF16 ? ({ fits: false, why: "no shader-f16" } as const) : ({ fits: true } as const));
    Object.assign(ports.models, { catalogue: async () => ({ models: [...FAKE_MODELS, narrow, wide], problems: [] }), fit });
    ports.kept.settings = { ...ports.kept.settings, engine: "webllm", model: narrow.id };
  };
  expect((await started(prepare)).stores.models.getState()).toMatchObject({ offer: { id: wide.id } });
  const here = (ports: FakePorts): void => {
    prepare(ports);
    ports.presence.set(wide.id, { kind: "complete", bytes: 1, checked: true });
  };
  expect((await started(here)).stores.models.getState()).toMatchObject({ current: { id: wide.id } });
});
