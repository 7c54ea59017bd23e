/**
 * Files to and from the service. It has no route for them: a file enters as base64 in a program that writes it, comes
 * back as the name of its stored content, and is then laid into any pod by that name; it leaves as base64 on stdout.
 *
 * Traps: a pod takes a source of 2 MiB at most; only files at the top level of /workspace come back; the service puts a
 * path into a URL unescaped, so that `?`, `#` and `%` in it name another file.
 */
import type { DataFile } from "#domain/data-file.ts";
import { sha256 } from "#domain/sha256.ts";
import type { BeeClient } from "./bee-client.ts";
import { type BeeOutcome, invalid, unknownAnswer } from "./bee-fault.ts";

const WORKSPACE = "/workspace/";
/** Bytes of file content per upload call: with base64's third on top, well under a pod's 2 MiB. */
const UPLOAD_BYTES = 1024 * 1024;
/** Files per call, so that no call's list grows without end. */
const FILES_PER_CALL = 50;

interface Part {
  readonly file: number;
  readonly bytes: Uint8Array;
}

/** Moves files between this page and one service; what was uploaded once is not sent again. */
export class BeeFiles {
  readonly #client: BeeClient;
  /** The service's name by SHA-256 of the content. */
  readonly #known = new Map<string, string>();

  constructor(client: BeeClient) {
    this.#client = client;
  }

  /** Forgets what was uploaded: the service no longer knows it. */
  forget(): void {
    this.#known.clear();
  }

  /** @returns absolute path to the service's name of the content, as `execute` takes it */
  async upload(files: readonly DataFile[], signal: AbortSignal): Promise<BeeOutcome<Record<string, string>>> {
    const wrong = files.find((file) => unsafePath(file.path));
    if (wrong !== undefined) return { ok: false, fault: invalid(`the file name ${JSON.stringify(wrong.path)} cannot be passed to it`) };
    const hashes = await Promise.all(files.map((file) => sha256(file.bytes)));
    const missing = files.map((_, index) => index).filter((index) => !this.#known.has(hashes[index] ?? "") && hashes.indexOf(hashes[index] ?? "") === index);
    const parts = missing.flatMap((index) => splitFile(index, files[index]?.bytes ?? new Uint8Array()));
    const names = new Map<number, string[]>();
    for (const batch of batches(parts)) {
      const stored = await this.#store(batch, signal);
      if (!stored.ok) return stored;
      for (const [index, part] of batch.entries()) names.set(part.file, [...(names.get(part.file) ?? []), stored.value[index] ?? ""]);
    }
    for (const [index, stored] of names) {
      const whole = stored.length === 1 ? { ok: true as const, value: stored[0] ?? "" } : await this.#join(stored, signal);
      if (!whole.ok) return whole;
      this.#known.set(hashes[index] ?? "", whole.value);
    }
    return { ok: true, value: Object.fromEntries(files.map((file, index) => [`${WORKSPACE}${file.path}`, this.#known.get(hashes[index] ?? "") ?? ""])) };
  }

  /** Fetches stored contents. @param stored absolute path to the service's name, as `execute` answers it */
  async download(stored: Readonly<Record<string, string>>, signal: AbortSignal): Promise<BeeOutcome<readonly DataFile[]>> {
    const entries = Object.entries(stored);
    const files: DataFile[] = [];
    for (let start = 0; start < entries.length; start += FILES_PER_CALL) {
      const batch = entries.slice(start, start + FILES_PER_CALL);
      const given = Object.fromEntries(batch.map(([, name], index) => [`${WORKSPACE}f${index}`, name]));
      const answer = await this.#client.execute(downloadProgram(batch.length), given, signal);
      if (!answer.ok) return answer;
      const lines = answer.value.stdout.split("\n");
      for (const [index, [path, name]] of batch.entries()) {
        const bytes = answer.value.exit_code === 0 ? fromBase64(lines[index]) : null;
        if (bytes === null) return { ok: false, fault: unknownAnswer(`the file ${path} did not come back`) };
        this.#known.set(await sha256(bytes), name);
        files.push({ path: path.startsWith(WORKSPACE) ? path.slice(WORKSPACE.length) : path.slice(1), bytes });
      }
    }
    return { ok: true, value: files };
  }

  async #store(parts: readonly Part[], signal: AbortSignal): Promise<BeeOutcome<readonly string[]>> {
    const answer = await this.#client.execute(uploadProgram(parts), {}, signal);
    if (!answer.ok) return answer;
    const names = parts.map((_, index) => answer.value.files[`${WORKSPACE}p${index}`]);
    return names.every((name) => name !== undefined)
      ? { ok: true, value: names }
      : { ok: false, fault: unknownAnswer(`uploaded files were not kept: ${answer.value.stderr}`) };
  }

  async #join(stored: readonly string[], signal: AbortSignal): Promise<BeeOutcome<string>> {
    const given = Object.fromEntries(stored.map((name, index) => [`${WORKSPACE}p${index}`, name]));
    const answer = await this.#client.execute(joinProgram(stored.length), given, signal);
    if (!answer.ok) return answer;
    const whole = answer.value.files[`${WORKSPACE}whole`];
    return whole === undefined ? { ok: false, fault: unknownAnswer(`an uploaded file was not kept: ${answer.value.stderr}`) } : { ok: true, value: whole };
  }
}

function unsafePath(path: string): boolean {
  return path === "" || path.startsWith("/") || /[?#%\r\n\\]/.test(path) || path.split("/").some((part) => part === "" || part === "." || part === "..");
}

function splitFile(file: number, bytes: Uint8Array): readonly Part[] {
  const parts: Part[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += UPLOAD_BYTES) parts.push({ file, bytes: bytes.subarray(start, start + UPLOAD_BYTES) });
  return parts;
}

/** Parts in calls of at most {@link UPLOAD_BYTES} and {@link FILES_PER_CALL}. */
function batches(parts: readonly Part[]): readonly (readonly Part[])[] {
  const all: Part[][] = [];
  let size = 0;
  for (const part of parts) {
    const last = all.at(-1);
    if (last === undefined || last.length >= FILES_PER_CALL || size + part.bytes.length > UPLOAD_BYTES) {
      all.push([part]);
      size = part.bytes.length;
    } else {
      last.push(part);
      size += part.bytes.length;
    }
  }
  return all;
}

function uploadProgram(parts: readonly Part[]): string {
  const lines = parts.map((part, index) => `write("p${index}", "${toBase64(part.bytes)}")`);
  return `import base64\n\ndef write(name, text):\n    with open(name, "wb") as file:\n        file.write(base64.b64decode(text))\n\n${lines.join("\n")}\n`;
}

function joinProgram(count: number): string {
  return `with open("whole", "wb") as whole:\n    for index in range(${count}):\n        with open("p" + str(index), "rb") as part:\n            whole.write(part.read())\n`;
}

function downloadProgram(count: number): string {
  return `import base64\nfor index in range(${count}):\n    with open("f" + str(index), "rb") as file:\n        print(base64.b64encode(file.read()).decode())\n`;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000) binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}

function fromBase64(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  try {
    return Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
