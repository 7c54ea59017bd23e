import type { CatalogueModel } from "#llm/port.ts";

/** A file as the browser's picker gives it. */
export interface PickedFile extends Blob {
  readonly name: string;
}

export type PickedModel = { readonly ok: true; readonly model: CatalogueModel } | { readonly ok: false; readonly message: string };

const MAGIC = "GGUF";
/** Memory over the file's own size that a loaded model takes: context and buffers. */
const MEMORY_FACTOR = 1.2;

/**
 * Makes a catalogue entry of one GGUF, or of the parts of a split one, picked from disk.
 * Parts are put in the order of their names. Only the first four bytes are read.
 */
export async function modelFromFiles(files: readonly PickedFile[]): Promise<PickedModel> {
  const parts = [...files].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const first = parts[0];
  if (first === undefined) return { ok: false, message: "No file was picked." };
  const head = new TextDecoder("latin1").decode(await first.slice(0, MAGIC.length).arrayBuffer());
  if (head !== MAGIC) return { ok: false, message: `${first.name} is not a GGUF model: its first bytes are not “GGUF”. Nothing was loaded.` };
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const name = first.name.replace(/(-\d{5}-of-\d{5})?\.gguf$/i, "");
  return {
    ok: true,
    model: {
      id: `file:${first.name}`,
      engine: "wllama",
      name,
      source: { kind: "gguf-file", parts },
      downloadBytes: 0,
      memoryBytes: Math.round(size * MEMORY_FACTOR),
      licence: "as its publisher says",
      goodFor: "Picked from disk, for this session",
      needs: { webgpu: false, shaderF16: false },
      local: true,
    },
  };
}
