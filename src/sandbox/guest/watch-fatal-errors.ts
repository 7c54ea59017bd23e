import type { PyodideAPI } from "pyodide";
import type { GuestMessage, GuestOutputFile } from "../protocol/guest-message.ts";
import type { OutputSender } from "./output-sender.ts";

interface Internals {
  readonly _api: { fatal_error(thrown: unknown): never; on_fatal?: (thrown: unknown) => void };
}

/**
 * An interpreter that died (os._exit, a crash in C) never settles the run's promise; this tells instead, with the place in the
 * program, which the dying interpreter prints as if it were output.
 * @param written what the program wrote so far
 * @returns reports a failure that Pyodide itself took for none
 */
export function watchFatalErrors(
  python: PyodideAPI,
  output: OutputSender,
  send: (message: GuestMessage, transfer: Transferable[]) => void,
  written: () => GuestOutputFile[],
): (thrown: unknown) => void {
  const { _api: api } = python as unknown as Internals;
  let trace = (): string => "";
  const report = (thrown: unknown): void => {
    output.flush();
    const files = written();
    const told = { message: String(thrown).slice(0, 5000), trace: trace().slice(0, 10_000), exitCode: exitCodeOf(thrown), files };
    send(
      { type: "fatal", ...told },
      files.map((file) => file.bytes.buffer as ArrayBuffer),
    );
  };
  const die = api.fatal_error;
  api.fatal_error = (thrown) => {
    trace = output.divert();
    return die(thrown);
  };
  api.on_fatal = report;
  self.addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason;
    if (typeof reason === "object" && reason !== null && "pyodide_fatal_error" in reason) report(reason);
  });
  return report;
}

/** `Program terminated with exit(3)` is how Emscripten says `os._exit(3)`. */
function exitCodeOf(thrown: unknown): number | null {
  const found = /exit\((-?\d+)\)/.exec(String(thrown));
  return found === null ? null : Number(found[1]);
}
