import type { StorageHealth } from "./port.ts";
import { storageFault } from "./storage-fault.ts";

/** Reads, or reports why not and answers with what stands for "nothing here". */
export async function readOr<T>(health: StorageHealth, nothing: T, read: () => PromiseLike<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    health.report(storageFault(thrown));
    return nothing;
  }
}
