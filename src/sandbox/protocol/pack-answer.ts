import type { FetchAnswer } from "./worker-message.ts";

const LENGTH_BYTES = 4;

/** An answer as bytes for shared memory: length of the head, the head as JSON, the body. */
export function packAnswer(answer: FetchAnswer): Uint8Array {
  const body = answer.ok ? answer.body : new Uint8Array(0);
  const head = new TextEncoder().encode(JSON.stringify(answer.ok ? { ...answer, body: undefined } : answer));
  const packed = new Uint8Array(LENGTH_BYTES + head.length + body.length);
  new DataView(packed.buffer).setUint32(0, head.length);
  packed.set(head, LENGTH_BYTES);
  packed.set(body, LENGTH_BYTES + head.length);
  return packed;
}

/** Head as JSON text, and body. */
export function unpackAnswer(packed: Uint8Array): { readonly head: string; readonly body: Uint8Array } {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const end = LENGTH_BYTES + length;
  return { head: new TextDecoder().decode(packed.slice(LENGTH_BYTES, end)), body: packed.slice(end) };
}
