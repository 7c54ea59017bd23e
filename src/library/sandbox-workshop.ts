import type { JsonValue } from "#domain/json-value.ts";
import type { Snippet, ToolSignature } from "#domain/snippet.ts";
import type { SnippetTest, SnippetTestResult } from "#domain/snippet-test.ts";
import type { Executor } from "#sandbox/port.ts";
import { orFailure } from "#storage/or-failure.ts";
import { callProgram } from "./call-program.ts";
import type { SnippetStore } from "./change-snippet.ts";
import { dexieSnippetSource } from "./dexie-snippet-source.ts";
import { extractFunction, offerFunctions } from "./extract-function.ts";
import { inspectTools } from "./inspect-tools.ts";
import type { CallOutcome, CheckOutcome, FunctionChoice, GateProgress, PackVerdict, PromotionOutcome, ReviewInput, SnippetWorkshop } from "./port.ts";
import { checkDrafts } from "./promotion/check-drafts.ts";
import { climb } from "./promotion/climb.ts";
import { recheck } from "./promotion/recheck.ts";
import { resolveUses } from "./resolve-uses.ts";
import { recordExpectation } from "./testing/record-expectation.ts";
import { callOnce, type RunnableTool, runTest } from "./testing/run-test.ts";

type Failure = { readonly ok: false; readonly message: string };

const GONE = "The snippet is not here any more.";

/** The workshop over this browser's snippets and one sandbox. */
export class SandboxWorkshop implements SnippetWorkshop {
  readonly #store: SnippetStore & { readonly executor: Executor };

  /** @param store `executor` must be sealed: what it runs nobody has read yet */
  constructor(store: SnippetStore & { readonly executor: Executor }) {
    this.#store = store;
  }

  async inspect(code: string, signal: AbortSignal): ReturnType<SnippetWorkshop["inspect"]> {
    const outcome = await inspectTools(this.#store.executor, [code], signal);
    if (!outcome.ok) return outcome;
    const [inspection] = outcome.inspections;
    return { ok: true, tool: inspection?.tool ?? null, errors: inspection?.errors ?? [] };
  }

  offerFunctions(code: string, signal: AbortSignal): ReturnType<SnippetWorkshop["offerFunctions"]> {
    return offerFunctions(this.#store.executor, code, signal);
  }

  makeFunction(code: string, choice: FunctionChoice, signal: AbortSignal): ReturnType<SnippetWorkshop["makeFunction"]> {
    return extractFunction(this.#store.executor, code, choice, signal);
  }

  async recordTest(id: string, call: Pick<SnippetTest, "name" | "arguments" | "files">, signal: AbortSignal): ReturnType<SnippetWorkshop["recordTest"]> {
    const runnable = await this.#runnable(id, signal);
    if (!runnable.ok) return runnable;
    const outcome = await callOnce(this.#store.executor, runnable.runnable, call, signal);
    if (!outcome.ok) return outcome;
    const { status, error } = outcome.observed.result;
    if ((status !== "ok" && status !== "error") || error?.name.startsWith("SK-") === true)
      return { ok: false, message: `The call ended with status ${status}: ${error?.message ?? "nothing to record"}.` };
    return { ok: true, test: { ...call, expect: recordExpectation(outcome.observed) } };
  }

  async runTests(
    id: string,
    onResult: (result: SnippetTestResult, index: number, total: number) => void,
    signal: AbortSignal,
  ): ReturnType<SnippetWorkshop["runTests"]> {
    const runnable = await this.#runnable(id, signal);
    if (!runnable.ok) return runnable;
    const { tests } = runnable.snippet;
    const results: SnippetTestResult[] = [];
    for (const [index, test] of tests.entries()) {
      if (signal.aborted) return { ok: false, message: `Stopped after ${index} of ${tests.length} tests.` };
      const { result } = await runTest(this.#store.executor, runnable.runnable, test, signal);
      results.push(result);
      onResult(result, index, tests.length);
    }
    return { ok: true, results };
  }

  async promote(id: string, review: ReviewInput | null, onProgress: (progress: GateProgress) => void, signal: AbortSignal): Promise<PromotionOutcome> {
    const outcome = await orFailure<PromotionOutcome>(async () => {
      const snippet = await this.#get(id);
      return snippet === null ? { ok: false, message: GONE, gates: [] } : climb(this.#store, snippet, review, onProgress, signal);
    });
    return "gates" in outcome || outcome.ok ? outcome : { ...outcome, gates: [] };
  }

  async recheck(onProgress: (done: number, total: number) => void, signal: AbortSignal): ReturnType<SnippetWorkshop["recheck"]> {
    return orFailure(async () => recheck(this.#store, await this.#store.database.snippets.toArray(), onProgress, signal));
  }

  check(ids: readonly string[], onVerdict: (verdict: PackVerdict, done: number) => void, signal: AbortSignal): Promise<CheckOutcome> {
    return orFailure(async () => {
      const snippets = (await this.#store.database.snippets.bulkGet([...ids])).filter((snippet) => snippet !== undefined);
      return checkDrafts(this.#store, snippets, onVerdict, signal);
    });
  }

  async call(id: string, args: { readonly [parameter: string]: JsonValue }): Promise<CallOutcome> {
    const outcome = await orFailure(() => this.#call(id, args));
    return "message" in outcome ? { ok: false, problems: [{ path: "", message: outcome.message }] } : outcome;
  }

  async #call(id: string, args: { readonly [parameter: string]: JsonValue }): Promise<CallOutcome> {
    const snippet = await this.#get(id);
    if (snippet === null) return { ok: false, problems: [{ path: "", message: GONE }] };
    if (snippet.tool === null) return this.#callUnread(id, args);
    const uses = await this.#uses(
      snippet,
      snippet.uses.map(({ name }) => name),
    );
    if (!uses.ok) return { ok: false, problems: uses.problems.map((message) => ({ path: "", message })) };
    return callProgram(snippet.code, snippet.tool, args, uses.tools);
  }

  /** A draft that no gate has seen yet is read as a tool first. */
  async #callUnread(id: string, args: { readonly [parameter: string]: JsonValue }): Promise<CallOutcome> {
    const read = await this.#read(id, new AbortController().signal);
    if (!read.ok) return { ok: false, problems: [{ path: "", message: read.message }] };
    const { code, tool, used } = read.runnable;
    return callProgram(code, tool, args, used);
  }

  /** A snippet as something that can be called now, whatever its status. */
  #runnable(id: string, signal: AbortSignal): Promise<{ readonly ok: true; readonly snippet: Snippet; readonly runnable: RunnableTool } | Failure> {
    return orFailure(() => this.#read(id, signal));
  }

  async #read(id: string, signal: AbortSignal): Promise<{ readonly ok: true; readonly snippet: Snippet; readonly runnable: RunnableTool } | Failure> {
    const snippet = await this.#get(id);
    if (snippet === null) return { ok: false, message: GONE };
    const outcome = await inspectTools(this.#store.executor, [snippet.code], signal);
    if (!outcome.ok) return outcome;
    const [inspection] = outcome.inspections;
    const tool: ToolSignature | null = inspection?.tool ?? null;
    if (inspection === undefined || tool === null) return { ok: false, message: inspection?.errors.join(" ") ?? "The code could not be read." };
    const uses = await this.#uses(snippet, inspection.tools);
    if (!uses.ok) return { ok: false, message: uses.problems.join(" ") };
    return { ok: true, snippet, runnable: { code: snippet.code, tool, used: uses.tools } };
  }

  #uses(snippet: Snippet, imported: readonly string[]) {
    return resolveUses(dexieSnippetSource(this.#store.database), snippet.name, imported, snippet.status === "draft" ? [] : snippet.uses);
  }

  async #get(id: string): Promise<Snippet | null> {
    return (await this.#store.database.snippets.get(id)) ?? null;
  }
}
