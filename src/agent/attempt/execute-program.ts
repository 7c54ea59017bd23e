import type { AgentTools } from "#agent/agent-tools.ts";
import type { RunRecorder } from "#agent/run/run-recorder.ts";
import type { RunRequest } from "#agent/task-request.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { Execution, ExecutionProgress, Executor } from "#sandbox/port.ts";

export type ProgramRun = { readonly kind: "ran"; readonly execution: Execution } | { readonly kind: "refused" } | { readonly kind: "aborted" };

/**
 * Asks for approval where it is wanted, runs a program in a fresh interpreter or in its session's, and logs everything that happens while it runs.
 * @param undoOnError whether a program of a session that fails leaves the session's names as they were
 * @param execute where it runs: in the executor, unless an agent keeps a place of its own
 */
export async function executeProgram(
  attempt: number,
  program: { readonly code: string; readonly codeHash: string },
  request: RunRequest & { readonly inputs: readonly DataFile[]; readonly extra: readonly DataFile[] },
  tools: AgentTools,
  recorder: RunRecorder,
  signal: AbortSignal,
  undoOnError = true,
  execute: Executor["execute"] = (...run) => tools.executor.execute(...run),
): Promise<ProgramRun> {
  const { code, codeHash } = program;
  if (request.approval === "ask") {
    const approved = await approve(attempt, code, request, tools, recorder, signal);
    if (signal.aborted) return { kind: "aborted" };
    if (!approved) return { kind: "refused" };
  }
  await recorder.flush(); // a crash in the middle of a run leaves a log that says what was running
  if (signal.aborted) return { kind: "aborted" };
  const inputs = await recorder.keep(request.extra);
  recorder.emit("execute-start", { attempt, code, codeHash, timeoutMs: request.limits.timeoutMs, ...(inputs.length === 0 ? {} : { inputs }) });
  const execution = await execute(
    {
      code,
      files: [...request.inputs, ...request.extra],
      limits: request.limits,
      network: tools.network ?? null,
      ...(request.session === undefined ? {} : { session: request.session, undoOnError }),
    },
    (progress) => tell(attempt, progress, recorder),
    signal,
  );
  const { status, exitCode, result, files, error, limit, durationMs, environment, state } = execution.result;
  await recorder.keep(execution.files);
  recorder.emit("execute-end", { attempt, status, exitCode, result, files, error, limit, durationMs, environment, ...(state && { state }) });
  return { kind: "ran", execution };
}

function tell(attempt: number, progress: ExecutionProgress, recorder: RunRecorder): void {
  switch (progress.type) {
    case "output":
      recorder.emit("execute-output", { attempt, stream: progress.stream, text: progress.text });
      return;
    case "display":
      recorder.emit("execute-display", { attempt, display: progress.display });
      return;
    case "package-load": {
      const { names, state, message, durationMs } = progress;
      recorder.emit("package-load", { attempt, names, state, message, durationMs });
      return;
    }
    case "network-ask": {
      const { host, url, method, bodyBytes } = progress;
      recorder.emit("network-ask", { host, url, method, bodyBytes });
      return;
    }
    case "network-answer": {
      const { host, granted, outcome } = progress;
      recorder.emit("network-answer", { host, granted, outcome });
      return;
    }
  }
}

/** Stop answers for the person: nobody waits for a question that no longer matters. */
async function approve(attempt: number, code: string, request: RunRequest, tools: AgentTools, recorder: RunRecorder, signal: AbortSignal): Promise<boolean> {
  const { name, capabilities } = tools.executor;
  const files = request.files.map((file) => file.path).join(", ");
  const leaves = capabilities.remote ? (files === "" ? " The code leaves this machine." : ` The code and ${files} leave this machine.`) : "";
  const question = `Run this program in ${name}?${leaves}`;
  recorder.emit("approval-ask", { attempt, question });
  const stopped = new Promise<boolean>((resolve) => {
    if (signal.aborted) resolve(false);
    else signal.addEventListener("abort", () => resolve(false), { once: true });
  });
  const approved = await Promise.race([tools.askApproval({ attempt, question, code }), stopped]);
  recorder.emit("approval-answer", { attempt, approved });
  return approved;
}
