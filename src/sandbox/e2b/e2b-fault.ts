import { type Fault, messageOf } from "#domain/fault.ts";

const KEPT = "Code and files are kept.";

export const NO_KEY: Fault = {
  code: "SK-EXECUTOR-KEY",
  message: "E2B needs an API key, and none was given in this session.",
  kept: KEPT,
  advice: "Enter the key in Settings: it stays in this page's memory only.",
};

/** @param bytes of the request that the browser would refuse */
export function tooLong(bytes: number): Fault {
  return {
    code: "SK-EXECUTOR-REFUSED",
    message: `A program of ${bytes} bytes cannot be sent to E2B from a browser: its SDK sends at most 64 KiB at once.`,
    kept: KEPT,
    advice: "Move long data out of the program into a file.",
  };
}

/** What the SDK threw, in our words; its classes are told apart by name, since the package is loaded on demand. */
export function e2bFault(thrown: unknown): Fault {
  const words = messageOf(thrown).replace(/\s+/g, " ").slice(0, 300);
  const name = thrown instanceof Error ? thrown.name : "";
  if (name === "AuthenticationError" || /^401\b|Unauthorized/.test(words)) {
    return { code: "SK-EXECUTOR-KEY", message: `E2B did not accept the API key (${words}).`, kept: KEPT, advice: "Enter another key in Settings." };
  }
  if (name === "RateLimitError") {
    return { code: "SK-EXECUTOR-BUSY", message: `E2B refused for now: ${words}.`, kept: KEPT, advice: "Wait for another sandbox to end, or run again later." };
  }
  if (isGone(thrown)) {
    return {
      code: "SK-EXECUTOR-GONE",
      message: "The E2B sandbox ended before the run did.",
      kept: `${KEPT} So is the output so far.`,
      advice: "Run again: a new sandbox is made. Long runs need a longer sandbox life time.",
    };
  }
  if (/fetch|network|terminated|socket|ECONN|body stream|Load failed/i.test(words)) {
    return {
      code: "SK-EXECUTOR-UNREACHABLE",
      message: `E2B cannot be reached, or the connection was cut (${words}).`,
      kept: `${KEPT} So is the output so far.`,
      advice: "Check the network and that `skep serve --e2b` is running, then run again.",
    };
  }
  if (/<html|<!doctype|Unexpected token|not valid JSON|unsupported content type|Invalid argument expected/i.test(words)) {
    return {
      code: "SK-EXECUTOR-ANSWER",
      message: `What answered is not E2B as its SDK knows it: ${words.replace(/<[^>]*>/g, " ").trim()}.`,
      kept: KEPT,
      advice: "Check the address and what stands in front of it.",
    };
  }
  return { code: "SK-EXECUTOR-FAILED", message: `E2B failed: ${words}.`, kept: KEPT, advice: "Run again, or choose the sealed sandbox." };
}

/** Whether the sandbox that a call was meant for is no more. */
export function isGone(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ["TimeoutError", "NotFoundError", "SandboxNotFoundError"].includes(thrown.name) && /sandbox|not found/i.test(thrown.message);
}
