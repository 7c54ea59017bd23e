import type { PyodideAPI } from "pyodide";
import type { GuestOutputFile } from "../protocol/guest-message.ts";
import type { RunLimits } from "../protocol/limits.ts";
import { WORKING_DIRECTORY } from "./boot-interpreter.ts";

/** The time that the Python side sets on all files before a program, in milliseconds: skep_files.BEFORE. */
const BEFORE_MS = 946_684_800_000;

interface FileState {
  readonly mode: number;
  readonly size: number;
  readonly mtime: Date;
}

interface FileSystem {
  readdir(path: string): string[];
  lstat(path: string): FileState;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  readFile(path: string): Uint8Array<ArrayBuffer>;
}

/**
 * Reads what a program wrote when its interpreter is dead: the files are JavaScript's, so they outlive it. What Python still held in
 * buffers is lost.
 * @returns a function that reads them, with primitives taken now
 */
export function watchWrittenFiles(python: PyodideAPI): (limits: Pick<RunLimits, "fileCount" | "fileBytes">) => GuestOutputFile[] {
  const system = python.FS as unknown as FileSystem;
  const { readdir, lstat, isDir, isFile, readFile } = system;
  const call = <A extends unknown[], T>(method: (...values: A) => T, ...values: A): T => Reflect.apply(method, system, values) as T;
  return ({ fileCount, fileBytes }) => {
    const files: GuestOutputFile[] = [];
    let room = fileBytes;
    const visit = (folder: string): void => {
      for (const name of call(readdir, `${WORKING_DIRECTORY}/${folder}`)) {
        if (name === "." || name === ".." || name === "__pycache__" || (folder === "" && name.startsWith("."))) continue;
        const path = `${folder}${name}`;
        const state = call(lstat, `${WORKING_DIRECTORY}/${path}`);
        if (call(isDir, state.mode)) visit(`${path}/`);
        else if (call(isFile, state.mode) && state.mtime.getTime() !== BEFORE_MS && files.length < fileCount && state.size <= room) {
          room -= state.size;
          files.push({ path, bytes: call(readFile, `${WORKING_DIRECTORY}/${path}`) });
        }
      }
    };
    try {
      visit("");
    } catch {
      // A file system that is broken as well: what was read so far is what there is.
    }
    return files;
  };
}
