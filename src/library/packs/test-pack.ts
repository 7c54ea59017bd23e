import type { PackReport, PackVerdict } from "#library/port.ts";
import { runGates } from "#library/promotion/run-gates.ts";
import type { Executor } from "#sandbox/port.ts";
import { NO_TIME, openPack } from "./open-pack.ts";

/**
 * Asks every gate on the way to tested of every snippet of a pack, without keeping any: what the library would say of them.
 * Tools that import each other are looked for in the pack itself.
 */
export async function testPack(
  executor: Executor,
  text: string,
  fileName: string,
  onVerdict: (verdict: PackVerdict) => void,
  signal: AbortSignal,
): Promise<PackReport> {
  const opened = await openPack(executor, text, fileName, signal);
  if (!opened.ok) return opened;
  const { drafts, source } = opened.pack;
  const verdicts: PackVerdict[] = [];
  for (const snippet of drafts) {
    const run = await runGates({ executor, source }, { snippet, target: "tested", review: null, time: NO_TIME }, () => undefined, signal);
    if (!run.ok) return { ok: false, message: run.message, line: null };
    const verdict = { name: snippet.name, passed: run.passed, gates: run.evidence.gates, tests: run.evidence.tests };
    verdicts.push(verdict);
    onVerdict(verdict);
  }
  return { ok: true, passed: verdicts.every(({ passed }) => passed), snippets: verdicts };
}
