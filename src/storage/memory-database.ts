import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { SkepDatabase } from "./database.ts";

/** For tests under Node: a database of its own in memory; give the same factory twice to open it again. */
export function memoryDatabase(indexedDB: IDBFactory = new IDBFactory()): SkepDatabase {
  return new SkepDatabase("skep-test", { indexedDB, IDBKeyRange });
}
