import type { LoggedEvent } from "#domain/agent-event.ts";
import { dataFault } from "./event-schema.ts";
import { eventsOfLines, verifyLines } from "./verify-lines.ts";

/** A text's runs, each with its whole chain, or why not one of them may be taken. */
export type ImportReading =
  | { readonly ok: true; readonly runs: ReadonlyMap<string, readonly LoggedEvent[]> }
  | { readonly ok: false; readonly message: string };

/** Reads exported JSON Lines for import: verified first, then each event's data held against its schema, since a reader renders it. */
export async function readImport(text: string): Promise<ImportReading> {
  const verdict = await verifyLines(text);
  if (!verdict.ok) return { ok: false, message: `Nothing was imported. Line ${verdict.line}: ${verdict.reason}` };
  const runs = new Map<string, LoggedEvent[]>();
  for (const event of eventsOfLines(text)) {
    const lacks = dataFault(event.type, event.data);
    if (lacks !== null) return { ok: false, message: `Nothing was imported. Event ${event.seq} (${event.type}) of run ${event.run} is not whole: ${lacks}` };
    const events = runs.get(event.run);
    if (events === undefined && event.type !== "run-start")
      return { ok: false, message: `Nothing was imported. Run ${event.run} does not begin with a run-start.` };
    if (events === undefined) runs.set(event.run, [event]);
    else events.push(event);
  }
  return { ok: true, runs };
}
