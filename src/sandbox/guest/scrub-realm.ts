/**
 * What the worker's realm keeps after boot. The walls are the origin and the CSP; taking the rest away makes what is behind them
 * harder to look for, and makes Python see early that it is not there.
 */
const KEPT = new Set(
  (
    "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError " +
    "RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl ArrayBuffer SharedArrayBuffer Atomics DataView " +
    "Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array " +
    "Float64Array Map Set WeakMap WeakSet WeakRef BigInt Iterator Proxy Reflect FinalizationRegistry DisposableStack AsyncDisposableStack " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN eval console WebAssembly self constructor location " +
    "TextEncoder TextDecoder atob btoa setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone performance crypto DOMException " +
    "AbortController AbortSignal URL URLSearchParams Blob Response Headers ReadableStream WritableStream TransformStream CompressionStream DecompressionStream " +
    "Event EventTarget MessageChannel MessagePort MessageEvent fetch scheduler addEventListener removeEventListener dispatchEvent"
  ).split(" "),
);

/** Removes every other name from the global object and its prototypes, and puts `fetch` in place of the realm's own. */
export function scrubRealm(fetch: (input: unknown) => Promise<Response>): void {
  burnTrustedTypes();
  for (let target: object | null = globalThis; target !== null && target !== Object.prototype; target = Object.getPrototypeOf(target)) {
    for (const name of Object.getOwnPropertyNames(target)) {
      if (!KEPT.has(name)) Reflect.deleteProperty(target, name);
    }
  }
  Object.defineProperty(globalThis, "fetch", { value: fetch, writable: false, configurable: false });
}

/** A policy name can be taken once: taking it here leaves none that Python could mint script from. */
function burnTrustedTypes(): void {
  if (typeof trustedTypes === "undefined") return;
  try {
    trustedTypes.createPolicy("sandbox", {});
  } catch {
    // A browser that does not carry the document's policy into workers has no name to burn.
  }
}
