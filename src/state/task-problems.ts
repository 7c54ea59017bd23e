import type { Fault } from "#domain/fault.ts";

/** The run went well, its log did not. */
export function logProblem(message: string): Fault {
  return {
    code: "SK-LOG-WRITE",
    message: `The log of this run was not stored: ${message}`,
    // What to do about the storage stands in its message.
    advice: "To have it in History, run again.",
    kept: "The result on screen is kept until you leave this page.",
  };
}

/** What was opened is no view spec. */
export function specProblem({ message, line }: { readonly message: string; readonly line: number | null }): Fault {
  return {
    code: "SK-SPEC",
    message: `This view spec was not opened: ${line === null ? "" : `line ${line}: `}${message}`,
    advice: "Correct it, or ask its author for it again.",
    kept: "Nothing was run or changed.",
  };
}

/** A view spec reads files that are not here. */
export function neededProblem(paths: readonly string[]): Fault {
  return {
    code: "SK-FILE-NEEDED",
    message: `The code reads ${paths.join(", ")}, which this browser does not have.`,
    advice: "Add the files before you run it.",
    kept: "A view spec names its files and carries none.",
  };
}

/** A past run read files that are gone. */
export function filesProblem(paths: readonly string[]): Fault {
  return { code: "SK-FILE-GONE", message: `Not on this device any more: ${paths.join(", ")}.`, advice: "Add the files again.", kept: "The task is kept." };
}
