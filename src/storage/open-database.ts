import type { Fault } from "#domain/fault.ts";
import { SCHEMA_VERSION, type SkepDatabase } from "./database.ts";
import type { StorageHealth } from "./port.ts";
import { storageFault } from "./storage-fault.ts";

/** Native versions are Dexie's times ten. */
const NATIVE_FACTOR = 10;

/** Milliseconds in which a storage that is well has long answered. */
const PATIENCE_MS = 5_000;

const BLOCKED: Fault = {
  code: "SK-STORAGE-BLOCKED",
  message: "Another tab of Skep holds an older version of the storage.",
  advice: "Close the other tabs of Skep; this page goes on by itself.",
};
const SILENT: Fault = {
  code: "SK-STORAGE-SILENT",
  message: "This browser's storage for Skep does not answer.",
  advice: "Wait a little, else close the other tabs of Skep or start the browser anew. This page goes on by itself when it answers.",
};

/**
 * Opens the database and keeps watch over it: an update or an erasure in another tab closes it here and is reported to `health`.
 * @param patienceMs how long it is waited for: a page that shows nothing cannot say what it waits for
 * @returns null when it is open, else why not; where other tabs or the browser keep it waiting, it may still open later, and `health` is told.
 */
export function openDatabase(database: SkepDatabase, health: StorageHealth, patienceMs = PATIENCE_MS): Promise<Fault | null> {
  return new Promise((resolve) => {
    const wait = (fault: Fault): void => {
      resolve(reported(health, fault));
      void opening.then(() => health.recover(fault));
    };
    database.on("blocked", () => wait(BLOCKED));
    const opening = open(database, health);
    const timer = setTimeout(() => wait(SILENT), patienceMs);
    void opening.then((outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
  });
}

async function open(database: SkepDatabase, health: StorageHealth): Promise<Fault | null> {
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
    const stored = await storedVersion(database);
    if (stored > SCHEMA_VERSION) {
      database.close({ disableAutoOpen: true });
      return reported(health, {
        code: "SK-STORAGE-NEWER",
        message: `The stored data is of a newer Skep (version ${stored} of its schema, this page knows ${SCHEMA_VERSION}).`,
        advice: "Reload without the cache to get the newer Skep, or erase its data in this browser.",
        kept: "Everything stored is untouched.",
      });
    }
    await database.open();
    return null;
  } catch (thrown) {
    return reported(health, storageFault(thrown));
  }
}

/** Version of the schema that is stored, or 0. Dexie would open a newer one as it is, and add to it what it misses. */
async function storedVersion({ factory, name }: SkepDatabase): Promise<number> {
  const known = await factory?.databases();
  return Math.floor((known?.find((entry) => entry.name === name)?.version ?? 0) / NATIVE_FACTOR);
}

function reported(health: StorageHealth, fault: Fault): Fault {
  health.report(fault);
  return fault;
}
