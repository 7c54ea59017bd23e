import type { CatalogueModel } from "../port.ts";

const PART = /-(\d{5})-of-(\d{5})\.gguf$/i;

export type LocalGguf = { readonly ok: true; readonly model: CatalogueModel } | { readonly ok: false; readonly message: string };

/**
 * Makes an entry of GGUF files that a person picked or dropped: one file, or all parts of a split one in any order.
 * The files are held for this session and never copied.
 */
export function localGguf(files: readonly File[]): LocalGguf {
  const first = files[0];
  if (first === undefined) return { ok: false, message: "No file was chosen." };
  const strange = files.find((file) => !/\.gguf$/i.test(file.name));
  if (strange !== undefined) return { ok: false, message: `${strange.name} is not a GGUF file.` };
  const sorted = [...files].sort((one, other) => partNumber(one.name) - partNumber(other.name));
  const expected = Number(PART.exec(first.name)?.[2] ?? 1);
  const complete = sorted.length === expected && sorted.every((file, index) => expected === 1 || partNumber(file.name) === index + 1);
  if (!complete) {
    return expected === 1
      ? { ok: false, message: "Choose one GGUF file, or all parts of one split model." }
      : { ok: false, message: `This model is split into ${expected} files; choose all of them together.` };
  }
  const bytes = sorted.reduce((sum, file) => sum + file.size, 0);
  const name = first.name.replace(PART, "").replace(/\.gguf$/i, "");
  return {
    ok: true,
    model: {
      id: `file:${name}`,
      engine: "wllama",
      name: `${name} (from disk)`,
      source: { kind: "gguf-file", parts: sorted },
      downloadBytes: 0,
      memoryBytes: Math.round(bytes * 1.25),
      licence: "see the file's publisher",
      goodFor: "Your own file; it is read from disk and kept for this session only",
      needs: { webgpu: false, shaderF16: false },
      local: true,
    },
  };
}

const partNumber = (name: string): number => Number(PART.exec(name)?.[1] ?? 1);
