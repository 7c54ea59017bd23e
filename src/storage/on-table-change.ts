import Dexie, { type ObservabilitySet, type Table } from "dexie";
import type { SkepDatabase } from "./database.ts";

/**
 * Calls back after a table changed, by this tab or by another one.
 * @returns its own undo
 */
export function onTableChange(database: SkepDatabase, table: Table, listener: () => void): () => void {
  const prefix = `idb://${database.name}/${table.name}/`;
  // `all` is what Dexie says when it cannot know, such as after the page comes back from the browser's cache.
  const react = (parts: ObservabilitySet) => {
    if (Object.keys(parts).some((part) => part === "all" || part.startsWith(prefix))) listener();
  };
  Dexie.on.storagemutated.subscribe(react);
  return () => Dexie.on.storagemutated.unsubscribe(react);
}
