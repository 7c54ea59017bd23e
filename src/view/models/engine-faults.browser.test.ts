import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Fault } from "#domain/fault.ts";
import { engineFault } from "#llm/engine-fault.ts";
import { FAKE_MODELS } from "#state/fake-models.ts";
import { createFakePorts, type FakePorts } from "#state/fake-ports.ts";
import type { Stores } from "#state/stores.ts";
import { openApp } from "#view/app-for-tests.ts";

let ports: FakePorts;
let stores: Stores;

const [llama, coder] = FAKE_MODELS;
if (llama === undefined || coder === undefined) throw new Error("the fake catalogue lost its models");
const wide = { ...llama, id: "Llama-q4f32_1-MLC", name: "Llama 3.2 3B (f32)", needs: { webgpu: false, shaderF16: false } };
const narrow = { ...llama, id: "Llama-q4f16_1-MLC", name: "Llama 3.2 3B (f16)", needs: { webgpu: false, shaderF16: true } };

beforeEach(async () => {
  ports = createFakePorts();
  Object.assign(ports.models, { catalogue: async () => ({ models: [...FAKE_MODELS, narrow, wide], problems: [] }) });
  stores = await openApp(ports);
  stores.navigation.getState().go("models");
  await expect.element(page.getByRole("heading", { name: "Models", level: 1 })).toBeInTheDocument();
});

const loaded = () => page.getByRole("region", { name: "Loaded model" });

/** What each failure says, and the words that lead out of it. */
const FAULTS: readonly (readonly [what: string, fault: Fault, code: string, says: RegExp, wayOut: RegExp])[] = [
  ["no WebGPU", engineFault.noWebgpu("no graphics adapter was found"), "SK-NO-WEBGPU", /no graphics adapter was found/, /runs on the CPU/],
  ["no 16-bit shaders", engineFault.noShaderF16("Llama"), "SK-NO-F16", /shader-f16/, /f32 build/],
  ["out of memory", engineFault.noMemory(""), "SK-NO-MEMORY", /not enough memory/, /smaller model/],
  ["device lost", engineFault.deviceLost("", false), "SK-DEVICE-LOST", /was taken away/, /loaded again/],
  ["device lost again", engineFault.deviceLost("", true), "SK-DEVICE-LOST", /taken away again/, /smaller model or one that runs on the CPU/],
  ["download broken", engineFault.download("https://hub.example/x", "cut", true), "SK-DOWNLOAD", /broke off: cut/, /goes on from there/],
  ["file missing at the source", engineFault.notFound("https://hub.example/x", 404), "SK-NOT-FOUND", /answered 404/, /Check the address/],
  ["checksum wrong", engineFault.integrity("https://hub.example/x"), "SK-INTEGRITY", /checksum differs/, /Load the model again/],
  ["cache full", engineFault.storageFull(1_500_000_000), "SK-STORAGE-FULL", /needs 1\.5 GB more/, /Delete a model/],
  ["no storage", engineFault.noStorage(), "SK-NO-STORAGE", /keeps no files/, /not private/],
  ["file in use", engineFault.fileInUse("x"), "SK-FILE-IN-USE", /Another tab/, /Wait for that tab/],
  ["bad GGUF", engineFault.badModel("it is cut short."), "SK-BAD-MODEL", /not a model that can be loaded: it is cut short/, /Choose a GGUF file/],
  ["template missing", engineFault.noTemplate(), "SK-NO-TEMPLATE", /no chat template/, /instruct or chat version/],
  ["context overflow", engineFault.contextFull(5005, 4096), "SK-CONTEXT", /of 5005 tokens does not fit/, /Shorten the task/],
  ["CORS", engineFault.unreachable("http://127.0.0.1:1/v1"), "SK-CORS", /does not allow this page/, /OLLAMA_ORIGINS/],
  ["mixed content", engineFault.mixedContent("http://nas.local/v1"), "SK-MIXED-CONTENT", /plain http/, /reverse proxy/],
  ["401", engineFault.unauthorized("http://127.0.0.1:1/v1", 401), "SK-UNAUTHORIZED", /refused the key \(401\)/, /Enter a valid key/],
  ["429", engineFault.rateLimited("http://127.0.0.1:1/v1", "17"), "SK-RATE-LIMIT", /too many requests \(429\)/, /after 17 seconds/],
  ["cut mid-token", engineFault.streamCut("http://127.0.0.1:1/v1"), "SK-STREAM-CUT", /broke off in the middle/, /Run again/],
];

test("every failure of an engine shows its own message, its code and a way out", async () => {
  const seen = new Set<string>();
  await stores.models.getState().load(coder);
  for (const [what, fault, code, says, wayOut] of FAULTS) {
    ports.engines.wllama.show({ kind: "failed", model: null, fault });
    const alert = loaded().getByRole("alert");
    await expect.element(alert, { message: what }).toHaveTextContent(says);
    await expect.element(alert).toHaveTextContent(wayOut);
    await expect.element(alert).toHaveTextContent(code);
    await expect.element(alert.getByRole("button", { name: "Try again" })).toBeVisible();
    seen.add(`${fault.message} ${fault.advice}`);
  }
  expect(seen.size).toBe(FAULTS.length);
});

test("the way out of missing 16-bit shaders is one press", async () => {
  await stores.models.getState().load(narrow);
  ports.engines.webllm.show({ kind: "failed", model: null, fault: engineFault.noShaderF16(narrow.name) });
  await loaded().getByRole("button", { name: "Load Llama 3.2 3B (f32)" }).click();
  await expect.poll(() => stores.models.getState().current?.id).toBe(wide.id);
  await expect.element(loaded()).toHaveTextContent("Llama 3.2 3B (f32)");
});

test("rates are shown while a reply is written and after it", async () => {
  await stores.models.getState().load(coder);
  const model = { engine: "wllama", model: coder.id, demo: false };
  ports.engines.wllama.show({ kind: "generating", model, contextSize: 4096 });
  await expect.element(loaded()).toHaveTextContent("Reading the prompt");
  ports.engines.wllama.show({ kind: "generating", model, contextSize: 4096, live: { pieces: 12, rate: 7.5 } });
  await expect.element(loaded()).toHaveTextContent("Writing: 12 tokens, 7.5 tok/s");
  const last = { promptTokens: 300, cachedTokens: 260, completionTokens: 40, decodeRate: 8, prefillRate: 20 };
  ports.engines.wllama.show({ kind: "ready", model, loadMs: 4200, contextSize: 4096, last });
  await expect.element(loaded()).toHaveTextContent("Last reply: read 40 tokens (260 tokens were in memory) at 20 tok/s, wrote 40 tokens at 8.0 tok/s.");
  await expect.element(loaded()).toHaveTextContent("Loaded in 4.2 s");
});

test("a download shows bytes, speed and time left, can be paused and cancelled, and deleting says what was freed", async () => {
  let finish: (() => void) | null = null;
  Object.assign(ports.models.store, {
    download: (_model: unknown, onProgress: (progress: unknown) => void, signal: AbortSignal) =>
      new Promise((resolve) => {
        onProgress({ phase: "download", loaded: 100e6, total: 400e6, message: "Downloading", bytesPerSecond: 10e6 });
        finish = () => resolve(null);
        signal.addEventListener("abort", () => {
          ports.presence.set(coder.id, { kind: "partial", bytes: 100e6, total: 400e6 });
          resolve({ code: "SK-ABORTED", message: "", advice: "" });
        });
      }),
    remove: async () => {
      ports.presence.delete(coder.id);
      return { ok: true, freedBytes: 100e6 };
    },
  });
  const row = page.getByRole("list", { name: "Models" }).getByRole("listitem").filter({ hasText: coder.name });
  await row.getByRole("button", { name: `Download ${coder.name}` }).click();
  await expect.element(row).toHaveTextContent("100 MB of 400 MB · 10 MB/s · 30 s left");
  await row.getByRole("button", { name: /^Pause/ }).click();
  await expect.element(row).toHaveTextContent("100 MB downloaded so far");
  await row.getByRole("button", { name: `Download ${coder.name}` }).click();
  await row.getByRole("button", { name: /^Cancel/ }).click();
  await expect.element(page.getByRole("main").getByText(/^100 MB were freed/)).toBeVisible();
  await expect.element(row).not.toHaveTextContent("downloaded so far");
  expect(finish).not.toBeNull();
});

test("a model is added by its address, stays on the list until it is removed, and a bad address is refused in words", async () => {
  await page.getByLabelText("Address of the model").fill("https://hub.example/folder/");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await expect.element(page.getByRole("main").getByText(/give its library/)).toBeVisible();
  await page.getByLabelText("Address of the model").fill("https://hub.example/tiny.gguf");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await page.getByRole("button", { name: "Remove tiny from the list" }).click();
  await expect.poll(() => stores.models.getState().own).toEqual([]);
});

test("a GGUF that is dropped on Models or on Task is loaded; what is none is refused in words", async () => {
  const drop = (name: string, text: string): void => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    page
      .getByRole("heading", { level: 1 })
      .element()
      .closest("main")
      ?.querySelector("h2, textarea")
      ?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  };
  drop("bee.gguf", "GGUF and so on");
  await expect.poll(() => stores.models.getState().current?.name).toBe("bee");
  drop("page.gguf", "<html>");
  await expect.element(page.getByRole("main").getByText(/page\.gguf is not a GGUF model/)).toBeVisible();
  stores.navigation.getState().go("task");
  await expect.element(page.getByRole("textbox", { name: "Task" })).toBeVisible();
  drop("hive.gguf", "GGUF and so on");
  await expect.poll(() => stores.models.getState().current?.name).toBe("hive");
});
