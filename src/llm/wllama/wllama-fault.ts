import { type Fault, messageOf } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";

/** Newest native log lines kept to explain a failed load. */
const KEPT_LINES = 40;

/** Keeps what llama.cpp says when it fails: its exceptions alone tell little. */
export class NativeLog {
  readonly #lines: string[] = [];
  readonly debug = (): void => {};
  readonly log = (): void => {};
  readonly warn = (...parts: readonly unknown[]): void => this.#keep(parts);
  readonly error = (...parts: readonly unknown[]): void => this.#keep(parts);

  get text(): string {
    return this.#lines.join("\n");
  }

  clear(): void {
    this.#lines.length = 0;
  }

  #keep(parts: readonly unknown[]): void {
    this.#lines.push(parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" "));
    if (this.#lines.length > KEPT_LINES) this.#lines.shift();
  }
}

const MEMORY =
  /out of memory|OOM|bad_alloc|cannot (allocate|enlarge) memory|failed to allocate|unable to allocate|Array buffer allocation failed|could not allocate|not enough space in the buffer/i;
const FILE =
  /(unknown model architecture: '[^']*'|invalid magic[^\n]*|data is not within the file bounds[^\n]*|corrupted or incomplete|invalid split file[^\n]*|missing tensor '[^']*'|unsupported (?:gguf|model)[^\n]*|failed to read[^\n]*|unknown (?:pre-tokenizer|tokenizer)[^\n]*|wrong (?:number|shape)[^\n]*|invalid ggml type[^\n]*|key not found in model: \S+)/i;

/** Says why a model did not load, from the exception and what llama.cpp wrote before it. */
export function loadFault(error: unknown, nativeLog: string): Fault {
  const all = `${messageOf(error)}\n${nativeLog}`;
  if (MEMORY.test(all)) return engineFault.noMemory("");
  const reason = FILE.exec(all)?.[1];
  if (reason !== undefined) return engineFault.badModel(`${reason}.`);
  if (/error loading model|failed to load model|load_error/i.test(all)) return engineFault.badModel(`${firstLine(messageOf(error))}.`);
  return engineFault.engine(firstLine(messageOf(error)));
}

/** Says why a reply failed. `dead` tells whether the engine must be started again. */
export function generateFault(error: unknown, nativeLog: string, contextSize: number): { readonly fault: Fault; readonly dead: boolean } {
  const message = messageOf(error);
  if (/exceeds? the available context size|context size (?:has been )?exceeded|input is too (?:large|long)/i.test(message)) {
    const tokens = /\((\d+) tokens\)/.exec(message)?.[1];
    return { fault: engineFault.contextFull(tokens === undefined ? null : Number(tokens), contextSize), dead: false };
  }
  const dead = (error instanceof Error && error.name === "RuntimeError") || /wllama has crashed/.test(message);
  if (MEMORY.test(`${message}\n${dead ? nativeLog : ""}`)) return { fault: engineFault.noMemory(""), dead: true };
  return { fault: engineFault.engine(firstLine(message)), dead };
}

const firstLine = (text: string): string => (text.split("\n")[0] ?? "").replace(/\.$/, "");
