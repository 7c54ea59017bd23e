import { afterEach, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import type { BodyPiece, PlannedResponse, PlannedServerCommands } from "../../../vite/planned-server-types.ts";
import type { CatalogueModel, GenerateRequest, Generation } from "../port.ts";
import { createEndpointAccess } from "./endpoint-access.ts";
import { EndpointModel } from "./endpoint-model.ts";
import { SessionKeys } from "./session-keys.ts";

const server = commands as unknown as PlannedServerCommands;
const never = new AbortController().signal;
const origins: string[] = [];

afterEach(async () => {
  for (const origin of origins.splice(0)) await server.stopPlannedServer(origin);
});

const json = (value: unknown, status = 200, headers: Record<string, string> = {}): PlannedResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: [JSON.stringify(value)],
  end: "end",
});

const list = json({
  object: "list",
  data: [
    { id: "coder", meta: { n_ctx: 2048 } },
    { id: "other", aliases: ["twin"] },
  ],
});

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: string): string => event({ choices: [{ index: 0, delta: { content } }] });
const finish = (reason = "stop"): string => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
const done = "data: [DONE]\n\n";

const stream = (body: readonly BodyPiece[], end: PlannedResponse["end"] = "end"): PlannedResponse => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  body,
  end,
});

/** Every byte in a write of its own, with a pause now and then so that they arrive apart. */
function byteByByte(text: string): BodyPiece[] {
  return [...new TextEncoder().encode(text)].flatMap((byte, index): BodyPiece[] => [
    { base64: btoa(String.fromCharCode(byte)) },
    ...(index % 16 === 0 ? [{ pauseMs: 1 }] : []),
  ]);
}

const request: GenerateRequest = { messages: [{ role: "user", content: "Say hello." }], temperature: 0.5, seed: 7, maxTokens: 64, schema: null };

async function connect(
  responses: readonly PlannedResponse[],
  cors = true,
): Promise<{ readonly model: EndpointModel; readonly entry: CatalogueModel; readonly origin: string; readonly keys: SessionKeys }> {
  const { origin } = await server.startPlannedServer([list, ...responses], cors);
  origins.push(origin);
  const keys = new SessionKeys();
  const entry: CatalogueModel = {
    id: "served",
    engine: "endpoint",
    name: "served",
    source: { kind: "endpoint", baseUrl: `${origin}/v1`, model: "coder" },
    downloadBytes: 0,
    memoryBytes: null,
    licence: "",
    goodFor: "",
    needs: { webgpu: false, shaderF16: false },
    local: false,
  };
  return { model: new EndpointModel(keys), entry, origin, keys };
}

async function ask(
  responses: readonly PlannedResponse[],
  wanted: GenerateRequest = request,
): Promise<Generation & { readonly chunks: readonly string[]; readonly origin: string }> {
  const { model, entry, origin } = await connect(responses);
  expect(await model.load(entry, never)).toBeNull();
  const chunks: string[] = [];
  const generation = await model.generate(wanted, (text) => chunks.push(text), never);
  expect(model.state.kind).toBe("ready");
  return { ...generation, chunks, origin };
}

describe("EndpointModel", () => {
  it("asks the server as the protocol says and streams the reply", async () => {
    const usage = event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 5 } } });
    const reply = await ask([stream([delta("Hel"), { pauseMs: 20 }, delta("lo"), finish(), usage, done])]);
    expect(reply).toMatchObject({ text: "Hello", finish: "stop", fault: null, chunks: ["Hel", "lo"] });
    expect(reply.usage).toMatchObject({ promptTokens: 11, completionTokens: 2, cachedTokens: 5, prefillRate: null });
    expect(reply.usage.decodeRate).toBeGreaterThan(0);
    const sent = (await server.seenRequests(reply.origin))[1];
    expect(sent).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(sent?.headers.authorization).toBeUndefined();
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      model: "coder",
      messages: request.messages,
      stream: true,
      max_tokens: 64,
      temperature: 0.5,
      seed: 7,
      stream_options: { include_usage: true },
    });
  });

  it("takes a reply that arrives byte by byte, in the middle of characters and events", async () => {
    const reply = await ask([stream(byteByByte(`: comment\r\n\r\n${delta("Grüße, 蜜蜂 🐝")}event: message\n${delta("\n```python\n")}${finish()}${done}`))]);
    expect(reply).toMatchObject({ text: "Grüße, 蜜蜂 🐝\n```python\n", finish: "stop", fault: null });
  });

  it("takes a reply in one chunk", async () => {
    expect(await ask([stream([`${delta("a")}${delta("b")}${finish("length")}${done}`])])).toMatchObject({ text: "ab", finish: "length", chunks: ["a", "b"] });
  });

  it("takes a server that does not stream", async () => {
    const reply = await ask([
      json({ choices: [{ message: { role: "assistant", content: "whole" }, finish_reason: "stop" }], usage: { prompt_tokens: 3, completion_tokens: 1 } }),
    ]);
    expect(reply).toMatchObject({ text: "whole", finish: "stop", fault: null, usage: { promptTokens: 3, completionTokens: 1, decodeRate: null } });
  });

  it("takes a server that streams without saying so", async () => {
    expect(await ask([{ ...stream([delta("x"), finish(), done]), headers: { "content-type": "text/plain" } }])).toMatchObject({ text: "x", finish: "stop" });
  });

  it("counts by itself where the server does not, and takes llama.cpp's rates where it does", async () => {
    const reply = await ask([
      stream([
        delta("1234567890123456"),
        event({ choices: [{ delta: {}, finish_reason: "stop" }], timings: { prompt_per_second: 90, predicted_per_second: 12 } }),
        done,
      ]),
    ]);
    // One piece that is too long to be one token is told by its length.
    expect(reply.usage).toMatchObject({ promptTokens: 3, completionTokens: 4, decodeRate: 12, prefillRate: 90 });
    const pieces = await ask([stream([delta("12345678"), delta("9"), delta("0"), finish(), done])]);
    expect(pieces.usage.completionTokens).toBe(3);
  });

  it.each([
    ["ends without saying so", "end"],
    ["is cut", "cut"],
  ] as const)("keeps the text of a stream that %s in the middle of a token", async (_, end) => {
    const reply = await ask([stream([delta("half a rep"), delta("ly that").slice(0, 25), { pauseMs: 20 }], end)]);
    expect(reply).toMatchObject({ text: "half a rep", finish: "error", fault: { code: "SK-STREAM-CUT" } });
  });

  it("takes an end without [DONE] after a finish reason", async () => {
    expect(await ask([stream([delta("x"), finish()])])).toMatchObject({ text: "x", finish: "stop", fault: null });
  });

  it.each([
    ["401", json({ error: { message: "bad key" } }, 401), "SK-UNAUTHORIZED", /401/],
    ["403", json({}, 403), "SK-UNAUTHORIZED", /403/],
    ["429", json({ error: "slow down" }, 429, { "retry-after": "17" }), "SK-RATE-LIMIT", /429/],
    ["400 for a long prompt", json({ error: { message: "This model's maximum context length is 2048 tokens" } }, 400), "SK-CONTEXT", /2048 tokens/],
    ["404", json({ error: { message: "model 'coder' not found" } }, 404), "SK-ENDPOINT", /404, model 'coder' not found/],
    ["500 with a page", { ...json({}, 500), body: ["<h1>Oops</h1>"] }, "SK-ENDPOINT", /500, Oops/],
    ["an error in the stream", stream([event({ error: { message: "out of memory" } })]), "SK-ENDPOINT", /out of memory/],
    ["a context error in the stream", stream([event({ error: { message: "exceeds the available context size" } })]), "SK-CONTEXT", /does not fit/],
    ["no JSON in the stream", stream(["data: hello\n\n"]), "SK-ENDPOINT", /not JSON/],
    ["another shape", stream([event({ choices: "none" })]), "SK-ENDPOINT", /unknown shape/],
  ])("names %s", async (_, response, code, message) => {
    const reply = await ask([response]);
    expect(reply).toMatchObject({ finish: "error", fault: { code, message: expect.stringMatching(message) } });
    if (code === "SK-RATE-LIMIT") expect(reply.fault?.advice).toBe("Run again after 17 seconds.");
  });

  it("leaves out what a server refuses, once", async () => {
    const refuse = (name: string): PlannedResponse => json({ error: { message: `Unsupported parameter: '${name}' is not supported with this model.` } }, 400);
    const { model, entry, origin } = await connect([refuse("max_tokens"), refuse("temperature"), stream([delta("ok"), finish(), done])]);
    await model.load(entry, never);
    expect(await model.generate(request, () => {}, never)).toMatchObject({ text: "ok", finish: "stop" });
    expect(await model.generate(request, () => {}, never)).toMatchObject({ text: "ok" });
    const bodies = (await server.seenRequests(origin)).slice(1).map((sent) => JSON.parse(sent.body) as Record<string, unknown>);
    expect(bodies).toHaveLength(4);
    expect(bodies[3]).toMatchObject({ max_completion_tokens: 64, seed: 7 });
    expect(bodies[3]).not.toHaveProperty("temperature");
  });

  it("estimates tokens by what the server counted", async () => {
    const text = "x".repeat(400);
    const usage = event({ choices: [], usage: { prompt_tokens: 200, completion_tokens: 1 } });
    const { model, entry } = await connect([stream([delta("ok"), finish(), usage, done])]);
    await model.load(entry, never);
    expect(await model.countTokens(text)).toBe(100);
    await model.generate({ ...request, messages: [{ role: "user", content: text }] }, () => {}, never);
    expect(await model.countTokens(text)).toBe(200);
    expect(model.state).toMatchObject({ kind: "ready", last: { promptTokens: 200 } });
  });

  it("asks for a JSON Schema by response_format", async () => {
    const schema = { type: "object" };
    const reply = await ask([stream([delta("{}"), finish(), done])], { ...request, schema, seed: null });
    const body: unknown = JSON.parse((await server.seenRequests(reply.origin))[1]?.body ?? "");
    expect(body).toMatchObject({ response_format: { type: "json_schema", json_schema: { schema, strict: true } } });
    expect(body).not.toHaveProperty("seed");
  });

  it("stops at once, closes the connection and keeps what was written", async () => {
    const { model, entry, origin } = await connect([stream([delta("some")], "hang"), stream([delta("next"), finish(), done])]);
    await model.load(entry, never);
    const controller = new AbortController();
    const started = performance.now();
    const generation = await model.generate(request, () => controller.abort(), controller.signal);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(generation).toMatchObject({ text: "some", finish: "aborted", fault: null, usage: { completionTokens: 1 } });
    expect(generation.usage.promptTokens).toBeGreaterThan(0);
    await expect.poll(() => server.closedEarly(origin)).toBe(1);
    expect(await model.generate(request, () => {}, never)).toMatchObject({ text: "next" });
  });

  it("takes one request at a time", async () => {
    const { model, entry } = await connect([stream([{ pauseMs: 100 }, delta("x"), finish(), done])]);
    await model.load(entry, never);
    const running = model.generate(request, () => {}, never);
    expect((await model.generate(request, () => {}, never)).fault?.code).toBe("SK-BUSY");
    expect((await running).text).toBe("x");
  });

  it("sends the key of the session and keeps it out of everything else", async () => {
    const { model, entry, origin, keys } = await connect([stream([delta("x"), finish(), done])]);
    keys.set(origin, "secret-key");
    const states: string[] = [];
    model.subscribe((state) => states.push(JSON.stringify(state)));
    await model.load(entry, never);
    await model.generate(request, () => {}, never);
    expect((await server.seenRequests(origin)).map((sent) => sent.headers.authorization)).toEqual(["Bearer secret-key", "Bearer secret-key"]);
    expect(states.join()).not.toContain("secret-key");
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-key");
  });

  it("takes the context size from the server", async () => {
    const { model, entry } = await connect([]);
    await model.load(entry, never);
    expect(model.state).toMatchObject({ kind: "ready", contextSize: 2048 });
  });

  it("knows a model by the other names that its server gives it", async () => {
    const { model, entry } = await connect([]);
    const { origin } = new URL(entry.source.kind === "endpoint" ? entry.source.baseUrl : "");
    expect(await model.load({ ...entry, source: { kind: "endpoint", baseUrl: `${origin}/v1`, model: "twin" } }, never)).toBeNull();
  });

  it("says which models there are when the one asked for is not", async () => {
    const { model, entry } = await connect([]);
    const { origin } = new URL(entry.source.kind === "endpoint" ? entry.source.baseUrl : "");
    const fault = await model.load({ ...entry, source: { kind: "endpoint", baseUrl: `${origin}/v1`, model: "gone" } }, never);
    expect(fault).toMatchObject({ code: "SK-ENDPOINT", message: expect.stringContaining("coder, other") });
    expect(model.state.kind).toBe("failed");
  });

  it.each([
    ["does not allow this page (CORS)", false],
    ["is off", true],
  ])("says that a server %s, and what to set", async (_, off) => {
    const { model, entry } = await connect([], false);
    const gone = off ? { ...entry, source: { kind: "endpoint" as const, baseUrl: "http://127.0.0.1:9/v1", model: "coder" } } : entry;
    const fault = await model.load(gone, never);
    expect(fault).toMatchObject({ code: "SK-CORS", advice: expect.stringContaining(location.origin) });
    expect(fault?.advice).toContain("OLLAMA_ORIGINS");
  });
});

describe("createEndpointAccess", () => {
  it("lists a server's models as entries that say where prompts go", async () => {
    const { origin } = await connect([]);
    const answer = await createEndpointAccess(new SessionKeys()).models(origin.replace("http://", ""), never);
    if (!answer.ok) throw new Error(answer.fault.message);
    expect(answer.models.map((model) => model.name)).toEqual([`coder (${new URL(origin).host})`, `other (${new URL(origin).host})`]);
    expect(answer.models[0]?.goodFor).toMatch(/leave this tab/);
  });

  it.each([
    ["nothing", ""],
    ["a sentence", "my own server"],
  ])("refuses %s", async (_, typed) => {
    expect(await createEndpointAccess(new SessionKeys()).models(typed, never)).toMatchObject({ ok: false, fault: { code: "SK-ENDPOINT" } });
  });

  it("says when something else answers", async () => {
    const { origin } = await server.startPlannedServer([{ status: 200, headers: {}, body: ["<html>router</html>"], end: "end" }], true);
    origins.push(origin);
    expect(await createEndpointAccess(new SessionKeys()).models(origin, never)).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining("does not speak") },
    });
  });
});
