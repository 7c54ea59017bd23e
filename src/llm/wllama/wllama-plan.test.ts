import { describe, expect, it } from "vitest";
import { checkGguf } from "./check-gguf.ts";
import { type PlanFacts, planRun } from "./plan-run.ts";
import { generateFault, loadFault, NativeLog } from "./wllama-fault.ts";

const webgpu = { available: false, shaderF16: false, software: false, description: "", maxBufferBytes: 0, reason: "" };
const chromium: PlanFacts = { device: { cores: 8, crossOriginIsolated: true, webgpu }, jspi: true, firefox: false, modelBytes: 5e8, gpu: "auto" };

describe("planRun", () => {
  it.each([
    [8, true, 7],
    [2, true, 1],
    [1, true, 1],
    [32, true, 8],
    [8, false, 1],
  ])("gives %i cores (isolated: %s) %i threads", (cores, crossOriginIsolated, threads) => {
    expect(planRun({ ...chromium, device: { cores, crossOriginIsolated, webgpu } }).threads).toBe(threads);
  });

  it.each([
    ["Chromium", chromium, "compat"],
    ["Chromium with a model too large for 32 bits", { ...chromium, modelBytes: 3e9 }, "default"],
    ["Firefox", { ...chromium, firefox: true, jspi: false }, "default"],
    ["Safari, which has no JSPI", { ...chromium, jspi: false }, "compat"],
    ["Safari with a large model", { ...chromium, jspi: false, modelBytes: 3e9 }, "compat"],
  ])("chooses the build for %s", (_, facts, build) => {
    expect(planRun(facts)).toMatchObject({ build, gpu: false, batch: 64 });
  });

  it("takes a real graphics device, never one drawn in software, and not when it is told not to", () => {
    const real = { ...chromium, device: { ...chromium.device, webgpu: { ...webgpu, available: true } } };
    const software = { ...chromium, device: { ...chromium.device, webgpu: { ...webgpu, available: true, software: true } } };
    expect(planRun(real)).toMatchObject({ gpu: true, build: "default", batch: 512 });
    expect(planRun({ ...real, gpu: "never" }).gpu).toBe(false);
    expect(planRun(software).gpu).toBe(false);
  });
});

/** The start of a GGUF file: magic, version, counts. */
function header(version = 3): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(24);
  bytes.set(new TextEncoder().encode("GGUF"));
  bytes[4] = version;
  return bytes;
}

const file = (name: string, bytes: Uint8Array<ArrayBuffer> = header()): File => new File([bytes], name);

describe("checkGguf", () => {
  it("takes one file", async () => {
    expect(await checkGguf([file("m.gguf")])).toMatchObject({ ok: true, parts: [{ name: "m.gguf" }] });
  });

  it("puts parts in order", async () => {
    const checked = await checkGguf([file("m-00003-of-00003.gguf"), file("m-00001-of-00003.gguf"), file("m-00002-of-00003.gguf")]);
    expect(checked.ok ? checked.parts.map((part) => (part as File).name) : checked).toEqual([
      "m-00001-of-00003.gguf",
      "m-00002-of-00003.gguf",
      "m-00003-of-00003.gguf",
    ]);
  });

  it("joins raw pieces of one file", async () => {
    const checked = await checkGguf([new Blob([header()]), new Blob([new Uint8Array(100)])]);
    expect(checked.ok ? checked.parts.map((part) => part.size) : checked).toEqual([124]);
  });

  it.each([
    ["nothing", [], /no file/],
    ["another format", [file("m.bin", new TextEncoder().encode("PK not a model at all, a zip file"))], /m\.bin does not start like a GGUF/],
    ["an empty file", [file("m.gguf", new Uint8Array(0))], /does not start like/],
    ["version 1", [file("m.gguf", header(1))], /version 1/],
    ["a part alone", [file("m-00001-of-00003.gguf")], /split into 3 parts, and only one/],
    ["a part twice", [file("m-00001-of-00002.gguf"), file("m-00001-of-00002.gguf")], /split into 2 parts, and these 2/],
    [
      "a part of another format",
      [file("m-00001-of-00003.gguf"), file("m-00002-of-00003.gguf"), file("m-00003-of-00003.gguf", new Uint8Array(99))],
      /m-00003-of-00003\.gguf does not start/,
    ],
  ])("refuses %s", async (_, blobs, message) => {
    const checked = await checkGguf(blobs);
    expect(checked).toMatchObject({ ok: false, fault: { code: "SK-BAD-MODEL", message: expect.stringMatching(message) } });
  });
});

describe("wllama faults", () => {
  it.each([
    ["llama_model_load: error loading model: unknown model architecture: 'mamba9'", "SK-BAD-MODEL", /unknown model architecture: 'mamba9'/],
    ["error loading model: tensor 'a' data is not within the file bounds, model is corrupted or incomplete", "SK-BAD-MODEL", /not within the file bounds/],
    ["read: string length 1 exceeds maximum\ngguf_init_from_reader: failed to read key-value pairs", "SK-BAD-MODEL", /failed to read key-value pairs/],
    ["alloc_tensor_range: failed to allocate CPU buffer of size 99", "SK-NO-MEMORY", /not enough memory/],
    ["ggml_tallocr_alloc: not enough space in the buffer to allocate cache_k_l2 (needed 384073728, available 33292288)", "SK-NO-MEMORY", /not enough memory/],
    ["", "SK-ENGINE", /something else/],
  ])("reads the native log %j", (text, code, message) => {
    const log = new NativeLog();
    log.error(text);
    const fault = loadFault(new Error("something else"), log.text);
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
  });

  it("keeps only the newest lines", () => {
    const log = new NativeLog();
    for (let line = 0; line < 100; line += 1) log.warn("line", line);
    expect(log.text.split("\n")).toHaveLength(40);
    expect(log.text).toMatch(/line 99$/);
  });

  it("tells an overflow of the context from a crash", () => {
    const overflow = generateFault(new Error("request (723 tokens) exceeds the available context size (512 tokens), try increasing it"), "", 512);
    expect(overflow).toMatchObject({ dead: false, fault: { code: "SK-CONTEXT", message: expect.stringContaining("723") } });
    const crash = Object.assign(new Error("(ABORT) unreachable"), { name: "RuntimeError" });
    expect(generateFault(crash, "", 512)).toMatchObject({ dead: true, fault: { code: "SK-ENGINE" } });
    expect(generateFault(crash, "std::bad_alloc", 512)).toMatchObject({ dead: true, fault: { code: "SK-NO-MEMORY" } });
  });
});
