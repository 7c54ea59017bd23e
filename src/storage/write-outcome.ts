import { storageFault } from "./storage-fault.ts";

/** Writes, and answers with why it could not be written, in words for a person. */
export async function writeOutcome(write: () => PromiseLike<unknown>): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }> {
  try {
    await write();
    return { ok: true };
  } catch (thrown) {
    const fault = storageFault(thrown);
    return { ok: false, message: `${fault.message} ${fault.advice}` };
  }
}
