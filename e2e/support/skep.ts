import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { LoggedEvent } from "../../src/domain/agent-event.ts";

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a person would and gives its exit code and output. */
export async function skep(...args: readonly string[]): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["bin/skep.mjs", ...args], { maxBuffer: 64 << 20 });
    return { exitCode: 0, stdout, stderr };
  } catch (thrown) {
    const ended = thrown as { code: number; stdout: string; stderr: string };
    return { exitCode: ended.code, stdout: ended.stdout, stderr: ended.stderr };
  }
}

/** The events among the lines that the command printed. */
export function eventsOf(stdout: string): LoggedEvent[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith('{"') && line.includes('"skep.event/1"'))
    .map((line) => JSON.parse(line) as LoggedEvent);
}
