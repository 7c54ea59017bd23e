import { messageOf } from "#domain/fault.ts";

/** A picked file's text, or why it cannot be read: it was moved, may not be read, or is larger than a text can be. */
export async function readText(file: Blob): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }> {
  try {
    return { ok: true, text: await file.text() };
  } catch (thrown) {
    return { ok: false, message: `The file could not be read (${messageOf(thrown)}).` };
  }
}
