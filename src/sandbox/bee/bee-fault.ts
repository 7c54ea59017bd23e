import type { Fault } from "#domain/fault.ts";

/** Why a call of the service gave no answer that can be used. */
export type BeeFault =
  /** Stopped by us: the caller knows why. */
  | { readonly kind: "aborted" }
  /** No connection, or it was cut. */
  | { readonly kind: "unreachable"; readonly fault: Fault }
  /** An answer that is none of this contract: HTML, no JSON, other fields, 404. */
  | { readonly kind: "unknown-answer"; readonly fault: Fault }
  /** 422: the service refuses the request as malformed. */
  | { readonly kind: "invalid"; readonly fault: Fault }
  /** 500 with `detail`; the text is the service's own. */
  | { readonly kind: "failed"; readonly detail: string; readonly fault: Fault }
  /** The service's own 60 seconds were over. */
  | { readonly kind: "timeout"; readonly fault: Fault }
  /** 400 of a tool route: the tool's own errors, one a line. */
  | { readonly kind: "tool"; readonly messages: readonly string[]; readonly fault: Fault };

export type BeeOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: BeeFault };

const KEPT = "Code and files are kept.";

/** @param reason the browser's words, which never say much */
export function unreachable(reason: string): BeeFault {
  return {
    kind: "unreachable",
    fault: {
      code: "SK-EXECUTOR-UNREACHABLE",
      message: `The bee-code-interpreter service gave no answer (${reason}).`,
      kept: KEPT,
      advice: "Check that it runs and that `skep serve --bee URL` names it, then run again.",
    },
  };
}

/** @param seen what came instead, in a few words */
export function unknownAnswer(seen: string): BeeFault {
  return {
    kind: "unknown-answer",
    fault: {
      code: "SK-EXECUTOR-ANSWER",
      message: `What answered is not a bee-code-interpreter that Skep knows: ${seen}.`,
      kept: KEPT,
      advice: "Check the address, what stands in front of it, and the service's version.",
    },
  };
}

/** @param problems the service's own list */
export function invalid(problems: string): BeeFault {
  return {
    kind: "invalid",
    fault: {
      code: "SK-EXECUTOR-REFUSED",
      message: `The bee-code-interpreter service refused the request: ${problems}.`,
      kept: KEPT,
      advice: "Rename what it refuses and run again.",
    },
  };
}

/** @param detail the service's own words; may be empty */
export function failed(detail: string): BeeFault {
  return {
    kind: "failed",
    detail,
    fault: {
      code: "SK-EXECUTOR-FAILED",
      message: `The bee-code-interpreter service failed: ${detail === "" ? "it gave no reason" : detail}.`,
      kept: KEPT,
      advice: "Its own log says more. Run again, or choose the sealed sandbox.",
    },
  };
}

/** @param limitMs the service's own limit */
export function serviceTimeout(limitMs: number): BeeFault {
  return {
    kind: "timeout",
    fault: {
      code: "SK-EXECUTOR-TIMEOUT",
      message: `The bee-code-interpreter service ended the run after its own limit of ${limitMs / 1000} s.`,
      kept: `${KEPT} It returns no output of such a run.`,
      advice: "Make the program shorter, or run it in the sealed sandbox.",
    },
  };
}

/** @param messages the tool's own errors */
export function toolRefused(messages: readonly string[]): BeeFault {
  return { kind: "tool", messages, fault: { code: "SK-TOOL-REFUSED", message: messages.join("\n"), advice: "Correct the tool's source." } };
}
