import { describe, expect, it } from "vitest";
import { createLanguageModel, type EngineFactories } from "./create-language-model.ts";
import { demoModel } from "./demo-model.ts";
import { EngineStateCell } from "./engine-state.ts";
import type { CatalogueModel, EngineName, EngineState, LanguageModel } from "./port.ts";
import { demoTasks } from "./scripted/demo-tasks.ts";
import { ScriptedModel } from "./scripted/scripted-model.ts";

const never = new AbortController().signal;

/** An engine that keeps a diary shared with the others. */
class RecordingEngine implements LanguageModel {
  readonly #cell = new EngineStateCell();
  constructor(
    readonly engine: EngineName,
    readonly diary: string[],
  ) {}
  get state(): EngineState {
    return this.#cell.current;
  }
  subscribe(listener: (state: EngineState) => void): () => void {
    return this.#cell.subscribe(listener);
  }
  async load(model: CatalogueModel): Promise<null> {
    this.diary.push(`load ${model.id}`);
    this.#cell.set({ kind: "ready", model: { engine: this.engine, model: model.id, demo: false }, loadMs: 1, contextSize: 1 });
    return null;
  }
  async unload(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.diary.push(`unload ${this.engine}`);
    this.#cell.set({ kind: "empty" });
  }
  async generate(): Promise<never> {
    throw new Error("not used");
  }
  async countTokens(): Promise<number> {
    return 42;
  }
}

const entry = (engine: EngineName): CatalogueModel => ({ ...demoModel, id: `${engine}-model`, engine });

function setUp(): { readonly model: LanguageModel; readonly diary: string[]; readonly made: EngineName[] } {
  const diary: string[] = [];
  const made: EngineName[] = [];
  const factory = (name: EngineName) => (): LanguageModel => {
    made.push(name);
    return name === "scripted" ? new ScriptedModel({ delayMs: 0 }) : new RecordingEngine(name, diary);
  };
  const factories: EngineFactories = { webllm: factory("webllm"), wllama: factory("wllama"), scripted: factory("scripted"), endpoint: factory("endpoint") };
  return { model: createLanguageModel(factories), diary, made };
}

describe("createLanguageModel", () => {
  it("is empty at first, makes no engine and generates nothing", async () => {
    const { model, made } = setUp();
    expect(model.state.kind).toBe("empty");
    const generation = await model.generate({ messages: [], temperature: 0, seed: null, maxTokens: 1, schema: null }, () => {}, never);
    expect(generation.fault?.code).toBe("SK-NO-MODEL");
    expect(await model.countTokens("12345")).toBe(2);
    expect(made).toEqual([]);
  });

  it("frees the former model before it loads another engine's", async () => {
    const { model, diary, made } = setUp();
    await model.load(entry("webllm"), never);
    expect(model.engine).toBe("webllm");
    expect(model.state).toMatchObject({ kind: "ready", model: { model: "webllm-model" } });
    await model.load(entry("wllama"), never);
    expect(model.engine).toBe("wllama");
    expect(diary).toEqual(["load webllm-model", "unload webllm", "load wllama-model"]);
    expect(made).toEqual(["webllm", "wllama"]);
  });

  it("keeps loads that overlap in order and reuses engines", async () => {
    const { model, diary, made } = setUp();
    await Promise.all([model.load(entry("webllm"), never), model.load(entry("wllama"), never), model.load(entry("webllm"), never)]);
    expect(diary).toEqual(["load webllm-model", "unload webllm", "load wllama-model", "unload wllama", "load webllm-model"]);
    expect(made).toEqual(["webllm", "wllama"]);
  });

  it("tells its watchers only of the engine in use", async () => {
    const { model } = setUp();
    const seen: string[] = [];
    model.subscribe((state) => seen.push(state.kind === "ready" ? state.model.model : state.kind));
    await model.load(entry("webllm"), never);
    await model.load(entry("wllama"), never);
    expect(seen).toEqual(["empty", "webllm-model", "empty", "wllama-model"]);
  });

  it("passes generation and counting to the engine in use", async () => {
    const { model } = setUp();
    await model.load(demoModel, never);
    const messages = [{ role: "user" as const, content: demoTasks[0]?.task ?? "" }];
    const generation = await model.generate({ messages, temperature: 0, seed: null, maxTokens: 1, schema: null }, () => {}, never);
    expect(generation.finish).toBe("stop");
    await model.load(entry("wllama"), never);
    expect(await model.countTokens("x")).toBe(42);
    await model.unload();
    expect(model.state.kind).toBe("empty");
  });

  it("reports an engine that cannot be made and tries it again next time", async () => {
    let tries = 0;
    const failing = (): LanguageModel => {
      tries += 1;
      throw new Error("chunk not found");
    };
    const model = createLanguageModel({ webllm: failing, wllama: failing, scripted: failing, endpoint: failing });
    expect((await model.load(entry("webllm"), never))?.code).toBe("SK-ENGINE");
    expect(model.state).toMatchObject({ kind: "failed", fault: { code: "SK-ENGINE" } });
    await model.load(entry("webllm"), never);
    expect(tries).toBe(2);
  });

  it("does not load when it was stopped while it waited for its turn", async () => {
    const { model, diary } = setUp();
    const controller = new AbortController();
    const first = model.load(entry("webllm"), never);
    const second = model.load(entry("wllama"), controller.signal);
    controller.abort();
    await first;
    expect((await second)?.code).toBe("SK-ABORTED");
    expect(diary).toEqual(["load webllm-model"]);
  });
});
