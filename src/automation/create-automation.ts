import type { AgentTools } from "#agent/agent-tools.ts";
import { runLoop } from "#agent/run/run-loop.ts";
import type { RunOutcome } from "#agent/run/run-outcome.ts";
import { runCode } from "#agent/run-code.ts";
import { DEFAULT_TASK } from "#agent/task-request.ts";
import type { Fault } from "#domain/fault.ts";
import { runLimits } from "#domain/run-limits.ts";
import type { Settings } from "#domain/settings.ts";
import type { CatalogueModel, EngineName, LanguageModel } from "#llm/port.ts";
import type { Executor, RunNetwork } from "#sandbox/port.ts";
import type { Stores } from "#state/stores.ts";
import { waitForModel } from "#state/wait-for-model.ts";
import { type CallPorts, callTool } from "./call-tool.ts";
import { evaluate } from "./evaluate.ts";
import { layWishes, type Wishes } from "./lay-wishes.ts";
import { LogFollower } from "./log-follower.ts";
import type { AskAnswer, AskRequest, Automation, ExecuteRequest } from "./port.ts";
import { refuseSetting } from "./refuse-setting.ts";
import { fromWire, toWire } from "./wire-files.ts";

/** What the command needs of the page: its stores choose model and executor as for a person. */
export interface AutomationPorts {
  readonly stores: Stores;
  /** Nobody is there to be asked: what the command names is granted. */
  readonly network: { openRun(ask: null): RunNetwork; allowOnly(hosts: readonly string[]): void };
  readonly tools: Pick<AgentTools, "library" | "log" | "fileStore"> & Required<Pick<AgentTools, "callTool">>;
  readonly callFromPack: CallPorts["callFromPack"];
  /** Asks the gates on the way to tested of every snippet of a pack, and keeps none. */
  readonly testPack: Automation["testPack"];
}

type Picked = { readonly ok: true; readonly model: LanguageModel } | { readonly ok: false; readonly fault: Fault };

/** `window.skep`: one run or task by request, through the same loop, executors and log as the screens. */
export function createAutomation({ stores, network, tools, testPack, callFromPack }: AutomationPorts): Automation {
  // What was granted to a person at the screen is not granted to a command.
  network.allowOnly([]);
  const settings = (): Settings => stores.settings.getState().settings;

  const refusal: Automation["refusal"] = (key, value) => refuseSetting(key, value, settings(), stores.settings.getState().locked);

  /** The place that a request names, else the one of the settings. */
  const executorFor = (name: string | null): Executor => {
    if (name === null) return stores.executors.getState().active();
    const refused = refusal("executor", name);
    if (refused !== null) throw new Error(`executor ${name}: ${refused}`);
    const executor = stores.executors.getState().find(name);
    if (executor === null)
      throw new Error(
        `there is no executor named ${name}; there are: ${stores.executors
          .getState()
          .choices.map((choice) => choice.name)
          .join(", ")}`,
      );
    return executor;
  };

  const settingsWith = (wishes: Wishes): Settings => layWishes(settings(), stores.settings.getState().locked, wishes);

  const toolsFor = (executor: Executor, model: LanguageModel | null, run: string): AgentTools => ({
    ...tools,
    run,
    network: network.openRun(null),
    executor,
    model,
    onEvent: () => undefined,
    // Whoever typed the command has said yes to it.
    askApproval: async () => true,
  });

  const pickModel = async (request: Pick<AskRequest, "engine" | "model">): Promise<Picked> => {
    const models = stores.models;
    if (request.engine !== null || request.model !== null) {
      const wanted = findModel(models.getState().models, request);
      if (wanted === null) return { ok: false, fault: unknownModel(request, models.getState().models) };
      await models.getState().load(wanted);
    }
    const waited = await waitForModel(models, new AbortController().signal);
    if (waited.ok) return waited;
    return { ok: false, fault: waited.fault ?? { code: "SK-NO-MODEL", message: "No model is loaded.", advice: "Name one with --model." } };
  };

  return {
    version: 1,
    async execute({ code, files, executor, session, ...wishes }: ExecuteRequest) {
      const limits = runLimits(settingsWith(session === undefined ? wishes : { ...wishes, session }));
      network.allowOnly(wishes.allowHosts ?? []);
      const run = crypto.randomUUID();
      const place = executorFor(executor);
      if (session !== undefined && !place.capabilities.state) throw new Error(`${place.name} keeps no state between runs`);
      const shared = { task: "skep run", files: files.map(fromWire), limits, approval: "auto", code } as const;
      const request = session === undefined ? shared : { ...shared, session };
      const outcome = await runCode(request, toolsFor(place, null, run), new AbortController().signal);
      const execution = outcome.final?.execution;
      if (!execution) throw new Error(outcome.fault?.message ?? outcome.reason ?? "the program did not run");
      return { run, result: execution.result, files: execution.files.map(toWire) };
    },
    call: (request) =>
      callTool(request, {
        library: tools.library,
        callTool: tools.callTool,
        callFromPack,
        run: (run, code) =>
          runCode(
            { ...code, limits: runLimits(settingsWith({ timeout: request.timeout })), approval: "auto" },
            toolsFor(executorFor(request.executor), null, run),
            new AbortController().signal,
          ),
      }),
    async ask(request, onEvent) {
      const wanted = settingsWith(request);
      network.allowOnly(request.allowHosts ?? []);
      const picked = await pickModel(request);
      if (!picked.ok) return answerWithoutRun(picked.fault);
      const run = crypto.randomUUID();
      const follower = onEvent === null ? null : new LogFollower(tools.log, run, onEvent);
      const outcome = await runLoop(
        wanted,
        {
          ...DEFAULT_TASK,
          task: request.task,
          files: request.files.map(fromWire),
          limits: runLimits(wanted),
          approval: "auto",
          attemptLimit: wanted.attemptLimit,
          mode: wanted.mode,
          candidateLimit: wanted.candidateLimit,
          maxTokens: request.maxTokens ?? DEFAULT_TASK.maxTokens,
          temperature: request.temperature ?? DEFAULT_TASK.temperature,
          seed: request.seed,
        },
        toolsFor(executorFor(request.executor), picked.model, run),
        new AbortController().signal,
      );
      await follower?.finish();
      return answerOf(outcome);
    },
    async evaluate(request, onReport) {
      const wanted = settingsWith(request);
      const picked = await pickModel(request);
      if (!picked.ok) return picked;
      const { engine } = picked.model;
      if (request.engine !== null && engine !== request.engine) return { ok: false, fault: otherEngine(request.engine, engine) };
      const everything = { ...toolsFor(executorFor(request.executor), picked.model, ""), model: picked.model };
      return evaluate(request, everything, wanted, onReport);
    },
    refusal,
    executors: () => stores.executors.getState().choices.map((choice) => choice.name),
    giveKey: (name, text) => executorFor(name).key?.set(text) === true,
    log: (run) => tools.log.exportLines(run),
    testPack,
  };
}

function findModel(models: readonly CatalogueModel[], { engine, model }: Pick<AskRequest, "engine" | "model">): CatalogueModel | null {
  const ofEngine = models.filter((entry) => engine === null || entry.engine === engine);
  if (model === null) return ofEngine.find((entry) => entry.local) ?? ofEngine[0] ?? null;
  const named = ofEngine.find((entry) => entry.id === model);
  if (named !== undefined) return named;
  if (!model.startsWith("http")) return null;
  if (engine === "endpoint") return servedAt(model);
  return engine === null || engine === "wllama" ? ggufAt(model) : null;
}

/** A model of an OpenAI-compatible server by address: `http://127.0.0.1:8080/v1#its-name`. */
function servedAt(address: string): CatalogueModel {
  const [baseUrl = address, name = ""] = address.split("#");
  return {
    id: address,
    engine: "endpoint",
    name,
    source: { kind: "endpoint", baseUrl, model: name },
    downloadBytes: null,
    memoryBytes: null,
    licence: "unknown",
    goodFor: "Named by its address",
    needs: { webgpu: false, shaderF16: false },
    local: true,
  };
}

/** A GGUF by address, such as one that the command serves from disk. */
function ggufAt(url: string): CatalogueModel {
  const name = decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? url);
  const engine: EngineName = "wllama";
  return {
    id: name,
    engine,
    name,
    source: { kind: "gguf-url", urls: [url] },
    downloadBytes: null,
    memoryBytes: null,
    licence: "unknown",
    goodFor: "Named by its address",
    needs: { webgpu: false, shaderF16: false },
    local: true,
  };
}

/** A measurement of another model than the one that was named would be worse than none. */
function otherEngine(wanted: string, loaded: string): Fault {
  return { code: "SK-NO-MODEL", message: `${wanted} was wanted, and ${loaded} is loaded.`, advice: "Run the command again." };
}

function unknownModel({ engine, model }: Pick<AskRequest, "engine" | "model">, models: readonly CatalogueModel[]): Fault {
  const names = models.filter((entry) => engine === null || entry.engine === engine).map((entry) => entry.id);
  return {
    code: "SK-NO-MODEL",
    message: `There is no model ${[model, engine === null ? null : `for ${engine}`].filter((part) => part !== null).join(" ")}.`,
    advice: names.length === 0 ? "Fetch one with npm run assets." : `There are: ${names.join(", ")}.`,
  };
}

function answerWithoutRun(fault: Fault): AskAnswer {
  return {
    run: null,
    status: "error",
    result: null,
    code: null,
    attempts: 0,
    model: null,
    tokens: { prompt: 0, completion: 0 },
    decodeRate: null,
    fault,
    files: [],
  };
}

function answerOf(outcome: RunOutcome): AskAnswer {
  const { run, status, final, attempts, model, tokens, decodeRate } = outcome;
  const lostLog: Fault | null = outcome.log.ok
    ? null
    : { code: "SK-LOG-WRITE", message: `The log of this run was not stored: ${outcome.log.message}`, advice: "Free some space, then ask again." };
  return {
    run,
    status,
    result: final?.execution?.result ?? null,
    code: final?.code ?? null,
    attempts: attempts.length,
    model,
    tokens,
    decodeRate,
    fault: outcome.fault ?? lostLog,
    files: (final?.execution?.files ?? []).map(toWire),
  };
}
