/**
 * What a worker may say. Everything here was written by untrusted code until its schema says otherwise:
 * the relay parses each message against {@link GuestMessageSchema} and drops what it does not know, the host parses again.
 * No message names a run or a guest: the relay adds that itself.
 *
 *   worker                       relay                        host
 *   ready | failed        ->     guest-message         ->     pool
 *   compiled              ->            "
 *   wants (imports)       ->            "              ->     asset broker, which answers with `packages`
 *   loading | started     ->            "
 *   fetch                 ->            "              ->     the run's network, which answers with `fetched`
 *   output | tail | display ->          "
 *   done | fatal          ->            "
 */
import * as v from "valibot";
import { CHUNK_CHARACTERS, FETCH_BOUNDS } from "./limits.ts";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Name = v.pipe(v.string(), v.maxLength(200));
const Text = v.pipe(v.string(), v.maxLength(250_000));
const Big = v.pipe(v.string(), v.maxLength(64 * 1024 * 1024));

const Chunk = v.strictObject({ stream: v.picklist(["stdout", "stderr"]), text: v.pipe(v.string(), v.maxLength(CHUNK_CHARACTERS)) });
const Bundle = v.record(Name, Big);
const Place = v.strictObject({ message: Text, line: Count, column: Count });

const Failure = v.strictObject({
  name: Name,
  message: Text,
  frames: v.pipe(v.array(v.strictObject({ file: Text, line: Count, source: Text, function: Text })), v.maxLength(2000)),
  traceback: Text,
});

/** How a program ended, as the guest tells it. */
const Outcome = v.strictObject({
  status: v.picklist(["ok", "error", "interrupted"]),
  exitCode: v.nullable(v.pipe(v.number(), v.integer())),
  result: v.nullable(v.strictObject({ data: Bundle })),
  error: v.nullable(Failure),
  /** Versions by distribution name. */
  packages: v.record(Name, Name),
  /** The module that was missing when the program failed, or null. */
  missing: v.nullable(Name),
});

const OutputFile = v.strictObject({ path: v.pipe(v.string(), v.maxLength(1000)), bytes: v.instance(Uint8Array) });

/** Files that a program wrote, by path below the working directory. */
export const GuestFilesSchema = v.pipe(v.array(OutputFile), v.maxLength(10_000));

export const GuestMessageSchema = v.variant("type", [
  v.strictObject({ type: v.literal("ready"), python: Name, bootMs: v.number() }),
  v.strictObject({ type: v.literal("failed"), message: Text }),
  v.strictObject({ type: v.literal("snapshot"), bytes: v.instance(Uint8Array) }),
  v.strictObject({ type: v.literal("compiled"), request: Count, error: v.nullable(Place) }),
  v.strictObject({
    type: v.literal("wants"),
    imports: v.pipe(v.array(Name), v.maxLength(500)),
    distributions: v.pipe(v.array(Name), v.maxLength(500)),
  }),
  v.strictObject({ type: v.literal("started") }),
  /** A request for the network. The host decides; `waits` only tells the relay how to hand the answer over. */
  v.strictObject({
    type: v.literal("fetch"),
    request: Count,
    waits: v.boolean(),
    method: Name,
    url: v.pipe(v.string(), v.maxLength(FETCH_BOUNDS.addressCharacters)),
    headers: v.pipe(v.array(v.tuple([Name, v.pipe(v.string(), v.maxLength(FETCH_BOUNDS.headerCharacters))])), v.maxLength(FETCH_BOUNDS.headerCount)),
    body: v.nullable(v.instance(Uint8Array)),
    timeoutMs: v.nullable(v.number()),
  }),
  v.strictObject({ type: v.literal("load-failed"), message: Text }),
  v.strictObject({ type: v.literal("output"), chunks: v.pipe(v.array(Chunk), v.maxLength(1000)) }),
  /** Replaces the tail said before: what would follow the streamed output if the run ended now. */
  v.strictObject({
    type: v.literal("tail"),
    omittedCharacters: Count,
    omittedLines: Count,
    chunks: v.pipe(v.array(Chunk), v.maxLength(10_000)),
  }),
  v.strictObject({ type: v.literal("display"), data: Bundle, metadata: v.record(Name, Text) }),
  v.strictObject({
    type: v.literal("done"),
    outcome: Outcome,
    files: GuestFilesSchema,
    deleted: v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(10_000)),
    omittedFiles: Count,
    omittedDisplays: Count,
    /** What a session has defined, name to type; empty without one. */
    defined: v.record(Name, Name),
  }),
  v.strictObject({ type: v.literal("fatal"), message: Text, trace: Text, exitCode: v.nullable(v.pipe(v.number(), v.integer())), files: GuestFilesSchema }),
]);

export type GuestMessage = v.InferOutput<typeof GuestMessageSchema>;
export type GuestOutcome = v.InferOutput<typeof Outcome>;
export type GuestChunk = v.InferOutput<typeof Chunk>;
export type GuestOutputFile = v.InferOutput<typeof OutputFile>;

/** The message, or null when it is not one that we know. */
export function parseGuestMessage(data: unknown): GuestMessage | null {
  const parsed = v.safeParse(GuestMessageSchema, data, { abortEarly: true });
  return parsed.success ? parsed.output : null;
}
