import type { DataFile } from "#domain/data-file.ts";
import { type Fault, messageOf } from "#domain/fault.ts";

/** A file as the browser's picker or a drop gives it. */
export interface PickedDataFile extends Blob {
  readonly name: string;
}

/** Bytes of one file that can be handed to a program in the tab. */
export const FILE_SIZE_LIMIT = 512 * 1024 * 1024;

/** Reads files into memory, each under a name of its own; those that cannot be read are named in the fault and left out. */
export async function readDataFiles(picked: readonly PickedDataFile[]): Promise<{ readonly files: readonly DataFile[]; readonly problem: Fault | null }> {
  const files: DataFile[] = [];
  const failed: string[] = [];
  for (const file of picked) {
    if (file.size > FILE_SIZE_LIMIT) {
      failed.push(`${file.name} is larger than ${FILE_SIZE_LIMIT / 1024 / 1024} MB`);
      continue;
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      files.push({ path: freeName(file.name, new Set(files.map(({ path }) => path))), bytes });
    } catch (thrown) {
      failed.push(`${file.name} could not be read (${messageOf(thrown)})`);
    }
  }
  if (failed.length === 0) return { files, problem: null };
  return {
    files,
    problem: {
      code: "SK-FILE-READ",
      message: `Not added: ${failed.join("; ")}.`,
      advice: "A folder must be added as its files; a large file, as a part of it.",
      kept: "The other files were added.",
    },
  };
}

/** Files with those that were picked later: one of the same name takes the place of the one before. */
export function withFiles(before: readonly DataFile[], added: readonly DataFile[]): readonly DataFile[] {
  const paths = new Set(added.map(({ path }) => path));
  return [...before.filter(({ path }) => !paths.has(path)), ...added];
}

/** A name for a program's folder: `data (2).csv` where `data.csv` is taken, and without line ends and marks that make it read as another. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "_");
  const dot = plain.lastIndexOf(".");
  const [stem, end] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ""];
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? plain : `${stem} (${number})${end}`;
    if (!taken.has(free)) return free;
  }
}
