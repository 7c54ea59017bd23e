import type { Fault } from "#domain/fault.ts";
import type { StorageHealth } from "./port.ts";

/** A storage that is well until someone reports otherwise. */
export function createStorageHealth(): StorageHealth {
  const listeners = new Set<(fault: Fault | null) => void>();
  let last: Fault | null = null;
  const tell = (fault: Fault | null): void => {
    last = fault;
    for (const listener of listeners) listener(fault);
  };
  return {
    get fault() {
      return last;
    },
    report: tell,
    recover(fault) {
      if (last === fault) tell(null);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
