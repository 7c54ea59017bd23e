import { storageFault } from "./storage-fault.ts";

/** What the work answers, or (when the storage failed under it) why not, in words for a person. */
export async function orFailure<T>(work: () => Promise<T>): Promise<T | { readonly ok: false; readonly message: string }> {
  try {
    return await work();
  } catch (thrown) {
    const fault = storageFault(thrown);
    return { ok: false, message: `${fault.message} ${fault.advice}` };
  }
}
