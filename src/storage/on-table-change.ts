import Dexie, { type ObservabilitySet, type Table } from "dexie";
import type { SkepDatabase } from "./database.ts";

/** Milliseconds between two calls of one listener. */
const INTERVAL_MS = 200;

/**
 * Calls back after a table changed, by this tab or by another one: at once, then for all further changes of the next
 * 200 ms together.
 * @returns its own undo
 */
export function onTableChange(database: SkepDatabase, table: Table, listener: () => void): () => void {
  const prefix = `idb://${database.name}/${table.name}/`;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let again = false;

  const call = () => {
    again = false;
    timer = setTimeout(() => {
      timer = null;
      if (again) call();
    }, INTERVAL_MS);
    listener();
  };
  // `all` is what Dexie says when it cannot know, such as after the page comes back from the browser's cache.
  const react = (parts: ObservabilitySet) => {
    if (!Object.keys(parts).some((part) => part === "all" || part.startsWith(prefix))) return;
    if (timer === null) call();
    else again = true;
  };
  Dexie.on.storagemutated.subscribe(react);
  return () => {
    Dexie.on.storagemutated.unsubscribe(react);
    if (timer !== null) clearTimeout(timer);
    again = false;
  };
}
