import type { Fault } from "#domain/fault.ts";
import { SCHEMA_VERSION, type SkepDatabase } from "./database.ts";
import type { StorageHealth } from "./port.ts";
import { storageFault } from "./storage-fault.ts";

/** Native versions are Dexie's times ten. */
const NATIVE_FACTOR = 10;

/**
 * Opens the database and keeps watch over it: an update or an erasure in another tab closes it here and is reported to `health`.
 * @returns null when it is open, else why not; also while waiting for other tabs, `health` is told.
 */
export async function openDatabase(database: SkepDatabase, health: StorageHealth): Promise<Fault | null> {
  database.on("blocked", () => {
    health.report({
      code: "SK-STORAGE-BLOCKED",
      message: "Another tab of Skep holds an older version of the storage.",
      advice: "Close the other tabs of Skep; this page goes on by itself.",
    });
  });
  database.on("versionchange", (event) => {
    // Closed for good: opening again by itself would write this page's shapes into a newer schema, or refill what was erased.
    database.close({ disableAutoOpen: true });
    health.report({
      code: "SK-STORAGE-CLOSED",
      message: event.newVersion === null ? "Skep's data was erased in another tab." : "Another tab updated Skep's storage.",
      advice: "Reload this page.",
    });
    return false; // Dexie's own handler would let it open again.
  });
  try {
    await database.open();
  } catch (thrown) {
    const fault = storageFault(thrown);
    health.report(fault);
    return fault;
  }
  const stored = database.backendDB().version / NATIVE_FACTOR;
  // Dexie opens a database of a newer version as it is; writing the old shapes into it would harm what is there.
  if (Math.floor(stored) > SCHEMA_VERSION) {
    database.close({ disableAutoOpen: true });
    const fault: Fault = {
      code: "SK-STORAGE-NEWER",
      message: `The stored data is of a newer Skep (version ${Math.floor(stored)} of its schema, this page knows ${SCHEMA_VERSION}).`,
      advice: "Reload without the cache to get the newer Skep, or erase its data in this browser.",
      kept: "Everything stored is untouched.",
    };
    health.report(fault);
    return fault;
  }
  return null;
}
