/**
 * The channel between the host page and the relay in the sandboxed frame: a private MessagePort handed over once.
 *
 *   host -> relay    boot, hold (a snapshot), spawn, guest (a WorkerMessage for one worker), interrupt, terminate, ping
 *   relay -> host    hello, booted, boot-failed, held, guest (a GuestMessage of one worker), gone, dropped, pong
 */
import * as v from "valibot";
import { GuestFilesSchema, GuestMessageSchema } from "./guest-message.ts";
import type { SnapshotName, SnapshotParts } from "./snapshot.ts";
import type { WorkerMessage } from "./worker-message.ts";

/** Bytes of the interpreter itself: nothing in the frame can fetch them. */
export interface CoreAssets {
  readonly loader: ArrayBuffer;
  readonly glue: ArrayBuffer;
  readonly wasm: ArrayBuffer;
  readonly stdlib: ArrayBuffer;
}

export type HostMessage =
  /** With a snapshot, `core.glue` is that of its set, and the frame makes none itself. */
  | { readonly type: "boot"; readonly core: CoreAssets; readonly lock: string; readonly memoryMiB: number; readonly snapshot: SnapshotParts | null }
  | { readonly type: "hold"; readonly snapshot: SnapshotParts }
  /** Starts a worker. Guests are numbered by the host and never reused. */
  | { readonly type: "spawn"; readonly guest: number; readonly memoryMiB: number; readonly snapshot: SnapshotName | null }
  | { readonly type: "guest"; readonly guest: number; readonly message: WorkerMessage }
  | { readonly type: "terminate"; readonly guest: number }
  | { readonly type: "ping"; readonly nonce: number };

const Guest = v.pipe(v.number(), v.integer(), v.minValue(1));
const Text = v.pipe(v.string(), v.maxLength(10_000));

/** Why a worker is no more. `flood`: it broke a bound of the relay. `closed`: it died without a word. */
export const GONE_CAUSES = ["terminated", "failed", "error", "fatal", "closed", "flood"] as const;

export const FrameMessageSchema = v.variant("type", [
  v.strictObject({ type: v.literal("hello"), isolated: v.boolean(), origin: Text }),
  v.strictObject({ type: v.literal("booted"), snapshotBytes: v.number(), bootMs: v.number() }),
  v.strictObject({ type: v.literal("boot-failed"), message: Text }),
  v.strictObject({ type: v.literal("held"), name: v.picklist(["core", "science"]), problem: v.nullable(Text) }),
  v.strictObject({ type: v.literal("guest"), guest: Guest, message: GuestMessageSchema }),
  v.strictObject({
    type: v.literal("gone"),
    guest: Guest,
    cause: v.picklist(GONE_CAUSES),
    message: Text,
    /** Where a crashed interpreter was, as it prints it: the innermost frame first. Empty when it could not tell. */
    trace: Text,
    exitCode: v.nullable(v.number()),
    files: GuestFilesSchema,
  }),
  /** A message of a worker that matched no schema; counted, never acted on. */
  v.strictObject({ type: v.literal("dropped"), guest: Guest }),
  v.strictObject({ type: v.literal("pong"), nonce: v.number() }),
]);

export type FrameMessage = v.InferOutput<typeof FrameMessageSchema>;
export type GoneCause = (typeof GONE_CAUSES)[number];

/** The message, or null when it is not one that we know. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  const parsed = v.safeParse(FrameMessageSchema, data, { abortEarly: true });
  return parsed.success ? parsed.output : null;
}
