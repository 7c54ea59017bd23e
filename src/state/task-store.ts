import { createStore, type StoreApi } from "zustand/vanilla";
import type { DataFile, FileReference } from "#domain/data-file.ts";
import { type Fault, messageOf } from "#domain/fault.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { RunRecord } from "#domain/run-record.ts";
import type { ViewPart, ViewSpec } from "#domain/view-spec.ts";
import type { WrongAnswer } from "#domain/wrong-answer.ts";
import type { CallProblem } from "#library/port.ts";
import type { SpecReading } from "#share/port.ts";
import type { ApprovalQuestion, RunCallbacks, RunOutcome, TaskRequest } from "./agent-actions.ts";
import { createEventBatch } from "./event-batch.ts";
import type { ExecutorStore } from "./executor-store.ts";
import type { ModelsStore } from "./models-store.ts";
import type { NetworkStore } from "./network-store.ts";
import { type PickedDataFile, readDataFiles, withFiles } from "./read-data-files.ts";
import { readText } from "./read-text.ts";
import { reduceTimeline } from "./reduce-timeline.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { DemoTask, StorePorts } from "./store-ports.ts";
import { filesProblem, logProblem, neededProblem, specProblem } from "./task-problems.ts";
import { appendEvents, type TimedEvent } from "./timed-event.ts";
import type { Timeline } from "./timeline.ts";
import { waitForModel } from "./wait-for-model.ts";

export type { CallProblem } from "#library/port.ts";

/** Characters of a call in the name of its run. */
const CALL_NAME_LENGTH = 300;

/** What the Task screen is doing. */
export type TaskPhase =
  | { readonly kind: "idle" }
  | { readonly kind: "waiting"; readonly since: number }
  | { readonly kind: "running"; readonly since: number }
  | { readonly kind: "stopping"; readonly since: number };

export interface TaskState {
  readonly text: string;
  readonly files: readonly DataFile[];
  readonly demos: readonly DemoTask[];
  readonly phase: TaskPhase;
  /** Of the run on screen, live or ended; null before the first. */
  readonly timeline: Timeline | null;
  /** The run's events as they came, for the Log tab. */
  readonly events: readonly TimedEvent[];
  /** Id of the run on screen once it ended. */
  readonly run: string | null;
  /** What went wrong around the run, as against in it. */
  readonly problem: Fault | null;
  readonly approval: ApprovalQuestion | null;
  /** A view spec that was opened and has not run; null else. */
  readonly opened: ViewSpec | null;
  /** What of the result is worth seeing first, as the spec says that was opened and run last; null when nothing says so. */
  readonly shown: { readonly part: ViewPart } | null;
  setText(text: string): void;
  addFiles(files: readonly PickedDataFile[]): Promise<void>;
  removeFile(path: string): void;
  useDemo(demo: DemoTask): void;
  runTask(): Promise<void>;
  /** Runs code that a person wrote or edited, with the name and files of the run on screen, or of another run or snippet. */
  runCode(code: string, from?: Pick<RunRecord, "task" | "files">): Promise<void>;
  /** Asks the model to write new code for a run's task, without the tools of the library. */
  writeNewCode(from: Timeline): Promise<void>;
  /** Tells that a run's answer is wrong, in the person's words: a repair that accepts neither its program nor its answer again. */
  markWrong(from: Timeline, words: string): Promise<void>;
  /** Calls a tool as a run like any other, without a model. What does not fit its schema is answered, and nothing runs. */
  callTool(tool: { readonly id: string; readonly name: string }, args: ToolArguments, files: readonly DataFile[]): Promise<readonly CallProblem[]>;
  /** Puts a past run's task and files back into the composer. */
  reuse(record: Pick<RunRecord, "task" | "files">): Promise<void>;
  /** Shows a view spec from a file's text or a link, without running it. Files that it needs and this browser has come with it. */
  open(source: { readonly text: string } | { readonly carried: string } | { readonly file: Blob }): Promise<void>;
  closeOpened(): void;
  stop(): void;
  answerApproval(approved: boolean): void;
  /** Leaves the run on screen for an empty one. Does nothing while a run goes on. */
  newTask(): void;
  dismissProblem(): void;
}

/** A tool's arguments, by parameter. */
export type ToolArguments = { readonly [parameter: string]: JsonValue };

export type TaskStore = StoreApi<TaskState>;

export interface TaskCollaborators {
  readonly settings: SettingsStore;
  readonly models: ModelsStore;
  readonly executors: ExecutorStore;
  readonly network: NetworkStore;
}

/** The composer and the run on screen. One run at a time. */
export function createTaskStore(
  ports: Pick<StorePorts, "agent" | "workshop" | "files" | "sharing" | "demos" | "schedule" | "now">,
  stores: TaskCollaborators,
): TaskStore {
  let controller: AbortController | null = null;
  let answer: ((approved: boolean) => void) | null = null;
  /** Files of the run on screen, for running its code again. */
  let runFiles: readonly DataFile[] = [];

  return createStore<TaskState>()((set, get) => {
    const settle = (approved: boolean): void => {
      answer?.(approved);
      answer = null;
      set({ approval: null });
    };

    /** The frame around a run: one at a time, events folded a frame at a time, problems told. */
    const conduct = async (begin: (callbacks: RunCallbacks, signal: AbortSignal) => Promise<RunOutcome | null>): Promise<void> => {
      if (controller !== null) return;
      const own = new AbortController();
      controller = own;
      const batch = createEventBatch(ports.schedule, (events) => {
        const before = get();
        set({ timeline: reduceTimeline(before.timeline, events), events: appendEvents(before.events, events) });
      });
      const callbacks: RunCallbacks = {
        onEvent: (event) => batch.push({ ...event, time: new Date(ports.now()).toISOString() }),
        askApproval: (question) =>
          new Promise((resolve) => {
            if (own.signal.aborted) {
              resolve(false);
              return;
            }
            answer = resolve;
            set({ approval: question });
          }),
        askNetwork: (question, signal) => stores.network.getState().ask(question, signal),
      };
      const part = get().opened?.show[0];
      const shown = part === undefined ? get().shown : { part };
      set({ timeline: null, events: [], run: null, problem: null, opened: null, shown, phase: { kind: "waiting", since: ports.now() } });
      try {
        const outcome = await begin(callbacks, own.signal);
        batch.flush();
        if (outcome !== null) set({ run: outcome.run, problem: outcome.log.ok ? null : logProblem(outcome.log.message) });
      } catch (thrown) {
        batch.flush();
        set({
          problem: {
            code: "SK-INTERNAL",
            message: `Skep itself failed: ${messageOf(thrown)}`,
            advice: "Run again; if it stays, export the log and report it.",
            kept: "What is on screen is kept.",
          },
        });
      } finally {
        controller = null;
        settle(false);
        // A run may have granted a host for good, and kept packages.
        void stores.network.getState().refresh();
        set({ phase: { kind: "idle" } });
      }
    };

    const readReferences = async (references: readonly FileReference[]): Promise<{ readonly files: readonly DataFile[]; readonly lost: readonly string[] }> => {
      const files: DataFile[] = [];
      const lost: string[] = [];
      for (const { path, sha256 } of references) {
        const bytes = await ports.files.get(sha256);
        if (bytes === null) lost.push(path);
        else files.push({ path, bytes });
      }
      return { files, lost };
    };

    /** A task that was asked before, once more and otherwise. */
    const askAnew = ({ task, files: references }: Timeline, wrong: WrongAnswer | null): Promise<void> =>
      conduct(async (callbacks, signal) => {
        const { files, lost } = await readReferences(references);
        const waited = lost.length > 0 ? null : await waitForModel(stores.models, signal);
        if (waited === null || !waited.ok) {
          set({ problem: waited === null ? filesProblem(lost) : waited.fault });
          return null;
        }
        return begin({ task, files, model: waited.model, wrong, useLibrary: false }, callbacks, signal);
      });

    const begin = (request: Pick<TaskRequest, "task" | "files" | "model" | "wrong" | "useLibrary">, callbacks: RunCallbacks, signal: AbortSignal) => {
      markRunning();
      runFiles = request.files;
      const executor = stores.executors.getState().active();
      return ports.agent.runTask({ ...request, executor, settings: stores.settings.getState().settings }, callbacks, signal);
    };

    const readSource = async (source: Parameters<TaskState["open"]>[0]): Promise<SpecReading> => {
      if ("carried" in source) return ports.sharing.readLink(source.carried);
      const read = "text" in source ? { ok: true as const, text: source.text } : await readText(source.file);
      return read.ok ? ports.sharing.readSpec(read.text) : { ...read, line: null };
    };

    const markRunning = (): void => {
      if (get().phase.kind === "waiting") set({ phase: { kind: "running", since: ports.now() } });
    };

    return {
      text: "",
      files: [],
      demos: ports.demos,
      phase: { kind: "idle" },
      timeline: null,
      events: [],
      run: null,
      problem: null,
      approval: null,
      opened: null,
      shown: null,
      setText: (text) => set({ text }),
      addFiles: async (picked) => {
        const { files, problem } = await readDataFiles(picked);
        set({ files: withFiles(get().files, files), ...(problem === null ? {} : { problem }) });
      },
      removeFile: (path) => set({ files: get().files.filter((file) => file.path !== path) }),
      useDemo: (demo) => set({ text: demo.task, files: demo.files }),
      runTask: () =>
        conduct(async (callbacks, signal) => {
          const { text, files } = get();
          const task = text.trim();
          if (task === "") return null;
          // Cleared at once: what is typed while the model loads is the next task.
          set({ text: "" });
          const waited = await waitForModel(stores.models, signal);
          if (!waited.ok) {
            set({ problem: waited.fault, ...(get().text === "" ? { text } : {}) });
            return null;
          }
          return begin({ task, files, model: waited.model, wrong: null, useLibrary: true }, callbacks, signal);
        }),
      writeNewCode: (from) => askAnew(from, null),
      markWrong: (from, words) => askAnew(from, { words: words.trim(), ...answerOf(from) }),
      runCode: (code, from) => {
        const name = from?.task ?? (get().opened?.title || get().timeline?.task) ?? "Edited code";
        const kept = get().timeline === null ? get().files : runFiles;
        return conduct(async (callbacks, signal) => {
          const { files, lost } = from === undefined ? { files: kept, lost: [] } : await readReferences(from.files);
          if (lost.length > 0) {
            set({ problem: filesProblem(lost) });
            return null;
          }
          markRunning();
          runFiles = files;
          const executor = stores.executors.getState().active();
          return ports.agent.runCode({ code, task: name, files, executor, settings: stores.settings.getState().settings }, callbacks, signal);
        });
      },
      callTool: async ({ id, name }, args, files) => {
        if (controller !== null) return [{ path: "", message: "Another run goes on. Stop it, or wait for its end." }];
        const call = await ports.workshop.call(id, args);
        if (!call.ok) return call.problems;
        void conduct(async (callbacks, signal) => {
          markRunning();
          runFiles = [...files, ...call.files];
          const executor = stores.executors.getState().active();
          const task = `${name} ${JSON.stringify(args)}`.slice(0, CALL_NAME_LENGTH);
          const tool = { id, name, arguments: args };
          const request = { code: call.code, task, files: runFiles, executor, settings: stores.settings.getState().settings, tool };
          return ports.agent.runCode(request, callbacks, signal);
        });
        return [];
      },
      reuse: async (record) => {
        const { files, lost } = await readReferences(record.files);
        set({ text: record.task, files, problem: lost.length === 0 ? null : filesProblem(lost) });
      },
      open: async (source) => {
        const reading = await readSource(source);
        if (controller !== null) return;
        if (!reading.ok) {
          set({ problem: specProblem(reading) });
          return;
        }
        const { files, lost } = await readReferences(reading.spec.files);
        const problem = lost.length === 0 ? null : neededProblem(lost);
        set({ opened: reading.spec, files, timeline: null, events: [], run: null, problem });
      },
      closeOpened: () => set({ opened: null, problem: null }),
      stop: () => {
        if (controller === null) return;
        const { phase } = get();
        set({ phase: { kind: "stopping", since: phase.kind === "idle" ? ports.now() : phase.since } });
        settle(false);
        controller.abort();
      },
      answerApproval: settle,
      newTask: () => {
        if (controller === null) set({ timeline: null, events: [], run: null, problem: null, opened: null, shown: null, text: "", files: [] });
      },
      dismissProblem: () => set({ problem: null }),
    };
  });
}

/** The program that counts in a run, and what it showed. */
function answerOf(timeline: Timeline): Pick<WrongAnswer, "code" | "shown"> {
  const attempt = timeline.attempts.find(({ number }) => number === timeline.agreement?.chosen) ?? timeline.attempts.at(-1);
  const execute = attempt?.execute ?? null;
  if (execute === null) return { code: attempt?.check?.code ?? null, shown: null };
  return { code: execute.code, shown: { output: execute.output, displays: execute.displays, result: execute.end?.result ?? null } };
}
