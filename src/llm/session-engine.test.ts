import { describe, expect, it } from "vitest";
import { demoModel } from "./demo-model.ts";
import { engineFault } from "./engine-fault.ts";
import { abortedGeneration } from "./generation.ts";
import type { CatalogueModel, EngineState, GenerateRequest, Generation } from "./port.ts";
import { type EngineSession, type SessionDeath, SessionEngine, type SessionStart } from "./session-engine.ts";

const never = new AbortController().signal;
const request: GenerateRequest = { messages: [{ role: "user", content: "x".repeat(300) }], temperature: 0, seed: null, maxTokens: 1, schema: null };
const reply: Generation = { text: "ok", finish: "stop", usage: { promptTokens: 100, completionTokens: 1, decodeRate: 1, prefillRate: 1 }, fault: null };
const entry = (id: string): CatalogueModel => ({ ...demoModel, id, engine: "wllama" });

/** A session that answers and dies as the test says. */
class FakeSession implements EngineSession {
  readonly contextSize = 100;
  closed = false;
  busy = false;
  answer: Promise<Generation> = Promise.resolve(reply);
  die: (death: SessionDeath) => void = () => {};
  readonly died = new Promise<SessionDeath>((resolve) => {
    this.die = resolve;
  });
  async idle(): Promise<boolean> {
    return !this.busy;
  }
  generate(): Promise<Generation> {
    return this.answer;
  }
  async close(): Promise<void> {
    this.closed = true;
  }
}

interface Rig {
  readonly engine: SessionEngine;
  readonly sessions: FakeSession[];
  readonly states: EngineState["kind"][];
  /** Faults that the next starts answer with. */
  readonly failures: SessionStart[];
}

function rig(): Rig {
  const sessions: FakeSession[] = [];
  const states: EngineState["kind"][] = [];
  const failures: SessionStart[] = [];
  const engine = new SessionEngine("wllama", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const failure = failures.shift();
    if (failure !== undefined) return failure;
    const session = new FakeSession();
    sessions.push(session);
    return { ok: true, session };
  });
  engine.subscribe((state) => states.push(state.kind));
  return { engine, sessions, states, failures };
}

const lost = (recoverable = true): SessionDeath => ({ fault: (again) => engineFault.deviceLost("test", again), recoverable });
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("SessionEngine", () => {
  it("loads once, and another model in place of the first", async () => {
    const { engine, sessions } = rig();
    expect(await engine.load(entry("a"), never)).toBeNull();
    expect(await engine.load(entry("a"), never)).toBeNull();
    expect(sessions).toHaveLength(1);
    await engine.load(entry("b"), never);
    expect(sessions.map((session) => session.closed)).toEqual([true, false]);
    expect(engine.state).toMatchObject({ kind: "ready", contextSize: 100, model: { model: "b", demo: false } });
  });

  it("shows why a load failed and loads the next one", async () => {
    const { engine, failures } = rig();
    failures.push({ ok: false, fault: engineFault.noTemplate() });
    expect((await engine.load(entry("a"), never))?.code).toBe("SK-NO-TEMPLATE");
    expect(engine.state).toMatchObject({ kind: "failed", fault: { code: "SK-NO-TEMPLATE" } });
    expect(await engine.load(entry("a"), never)).toBeNull();
  });

  it("is empty after a load that was stopped, whatever came of it", async () => {
    const { engine, sessions } = rig();
    const controller = new AbortController();
    const loading = engine.load(entry("a"), controller.signal);
    await Promise.resolve();
    controller.abort();
    expect((await loading)?.code).toBe("SK-ABORTED");
    expect(engine.state.kind).toBe("empty");
    expect(sessions.every((session) => session.closed)).toBe(true);
  });

  it("takes one request at a time and none before a model is there", async () => {
    const { engine, sessions } = rig();
    expect((await engine.generate(request, () => {}, never)).fault?.code).toBe("SK-NO-MODEL");
    await engine.load(entry("a"), never);
    let finish: (generation: Generation) => void = () => {};
    if (sessions[0] !== undefined) sessions[0].answer = new Promise((resolve) => (finish = resolve));
    const running = engine.generate(request, () => {}, never);
    expect((await engine.generate(request, () => {}, never)).fault?.code).toBe("SK-BUSY");
    finish(reply);
    expect(await running).toEqual(reply);
    expect(engine.state.kind).toBe("ready");
  });

  it("replaces a session that does not let go after a stop", async () => {
    const { engine, sessions } = rig();
    await engine.load(entry("a"), never);
    if (sessions[0] !== undefined) sessions[0].busy = true;
    expect(await engine.generate(request, () => {}, never)).toEqual(reply);
    expect(sessions.map((session) => session.closed)).toEqual([true, false]);
    expect(engine.state.kind).toBe("ready");
  });

  it("does not ask the engine when it was stopped while it waited", async () => {
    const { engine } = rig();
    await engine.load(entry("a"), never);
    expect(await engine.generate(request, () => {}, AbortSignal.abort())).toEqual(abortedGeneration(""));
    expect(engine.state.kind).toBe("ready");
  });

  describe("a session that dies", () => {
    it("while idle is loaded again", async () => {
      const { engine, sessions, states } = rig();
      await engine.load(entry("a"), never);
      sessions[0]?.die(lost());
      await settle();
      expect(states.slice(-3)).toEqual(["loading", "loading", "ready"]);
      expect(sessions.map((session) => session.closed)).toEqual([true, false]);
      expect(await engine.generate(request, () => {}, never)).toEqual(reply);
    });

    it("in the middle of a reply ends it with the fault and is loaded again", async () => {
      const { engine, sessions } = rig();
      await engine.load(entry("a"), never);
      const session = sessions[0] as FakeSession;
      session.answer = Promise.resolve({ ...reply, finish: "error", fault: engineFault.deviceLost("test", false) });
      session.die(lost());
      const generation = await engine.generate(request, () => {}, never);
      expect(generation.fault?.code).toBe("SK-DEVICE-LOST");
      await settle();
      expect(engine.state.kind).toBe("ready");
    });

    it("twice without a whole reply between is explained and not loaded again", async () => {
      const { engine, sessions } = rig();
      await engine.load(entry("a"), never);
      sessions[0]?.die(lost());
      await settle();
      sessions[1]?.die(lost());
      await settle();
      expect(sessions).toHaveLength(2);
      expect(engine.state).toMatchObject({ kind: "failed", fault: { code: "SK-DEVICE-LOST", advice: expect.stringContaining("smaller model") } });
      expect(await engine.load(entry("a"), never)).toBeNull();
    });

    it("again after a whole reply gets another chance", async () => {
      const { engine, sessions } = rig();
      await engine.load(entry("a"), never);
      for (const index of [0, 1]) {
        sessions[index]?.die(lost());
        await settle();
        await engine.generate(request, () => {}, never);
      }
      expect(engine.state.kind).toBe("ready");
    });

    it("of something that starting again cannot help is final", async () => {
      const { engine, sessions } = rig();
      await engine.load(entry("a"), never);
      sessions[0]?.die(lost(false));
      await settle();
      expect(sessions).toHaveLength(1);
      expect(engine.state.kind).toBe("failed");
    });

    it("and cannot be loaded again shows that", async () => {
      const { engine, sessions, failures } = rig();
      await engine.load(entry("a"), never);
      failures.push({ ok: false, fault: engineFault.noWebgpu("gone") });
      sessions[0]?.die(lost());
      await settle();
      expect(engine.state).toMatchObject({ kind: "failed", fault: { code: "SK-NO-WEBGPU" } });
    });

    it("does not come back when another model was loaded meanwhile", async () => {
      const { engine, sessions } = rig();
      await engine.load(entry("a"), never);
      sessions[0]?.die(lost());
      await engine.load(entry("b"), never);
      await settle();
      expect(engine.state).toMatchObject({ kind: "ready", model: { model: "b" } });
    });

    it("does not come back after an unload", async () => {
      const { engine, sessions } = rig();
      await engine.load(entry("a"), never);
      sessions[0]?.die(lost());
      await engine.unload();
      await settle();
      expect(engine.state.kind).toBe("empty");
      expect(sessions.length).toBeLessThanOrEqual(2);
      expect(sessions.every((session) => session.closed)).toBe(true);
    });
  });

  it("counts tokens by the densest prompt that it has seen", async () => {
    const { engine } = rig();
    await engine.load(entry("a"), never);
    expect(await engine.countTokens("12345678")).toBe(2);
    await engine.generate(request, () => {}, never);
    expect(await engine.countTokens("12345678")).toBe(3);
  });
});
