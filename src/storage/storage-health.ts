import type { Fault } from "#domain/fault.ts";
import type { StorageHealth } from "./port.ts";

/** A storage that is well until someone reports otherwise. */
export function createStorageHealth(): StorageHealth {
  const listeners = new Set<(fault: Fault) => void>();
  let last: Fault | null = null;
  return {
    get fault() {
      return last;
    },
    report(fault) {
      last = fault;
      for (const listener of listeners) listener(fault);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
