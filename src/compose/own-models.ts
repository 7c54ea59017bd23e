import { readModels } from "#config/read-models.ts";
import { messageOf } from "#domain/fault.ts";
import type { CatalogueModel } from "#llm/port.ts";
import type { OwnModels } from "#state/store-ports.ts";

const KEY = "skep.own-models";

/**
 * The models that a person added by address, in the browser's small storage. What is stored is checked as a deployment's entries are.
 * @param storage asked each time: some windows have none and throw
 */
export function createOwnModels(storage: () => Pick<Storage, "getItem" | "setItem">, base: URL): OwnModels {
  const list = (): readonly CatalogueModel[] => {
    try {
      return readModels(JSON.parse(storage().getItem(KEY) ?? "[]"), base);
    } catch {
      // Not readable, or no storage in this window: there are none.
      return [];
    }
  };
  const write = (models: readonly CatalogueModel[]): string | null => {
    try {
      // The engine follows from the source, and "not local" from being added.
      storage().setItem(KEY, JSON.stringify(models.map(({ engine: _engine, local: _local, ...model }) => model)));
      return null;
    } catch (thrown) {
      return messageOf(thrown);
    }
  };
  return {
    list,
    add: (model) => write([...list().filter(({ id }) => id !== model.id), model]),
    remove: (id) => void write(list().filter((model) => model.id !== id)),
  };
}
