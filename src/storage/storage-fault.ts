import { type Fault, messageOf } from "#domain/fault.ts";

/** Names of the exceptions that mean one thing, wherever in the chain of causes they stand. */
const KINDS: readonly { readonly names: readonly string[]; readonly fault: Omit<Fault, "kept"> }[] = [
  {
    names: ["QuotaExceededError"],
    fault: {
      code: "SK-STORAGE-FULL",
      message: "This browser's storage for Skep is full.",
      advice: "Delete old runs or models, or free space on the disk, then try again.",
    },
  },
  {
    names: ["DatabaseClosedError", "InvalidStateError", "TransactionInactiveError"],
    fault: {
      code: "SK-STORAGE-CLOSED",
      message: "The storage was closed: another tab updated or erased Skep, or the browser took it away.",
      advice: "Reload this page.",
    },
  },
  {
    names: ["VersionError", "UpgradeError", "SchemaError"],
    fault: {
      code: "SK-STORAGE-VERSION",
      message: "The stored data could not be brought to this version of Skep.",
      advice: "Close every other tab of Skep and reload; if it stays, export from the version that wrote it.",
    },
  },
  {
    names: ["MissingAPIError", "SecurityError", "NotAllowedError"],
    fault: {
      code: "SK-STORAGE-UNAVAILABLE",
      message: "This browser gives Skep no storage here.",
      advice: "Leave private browsing or allow site data for this address. Until then nothing is kept when the page closes.",
    },
  },
  {
    names: ["DataCloneError", "DataError", "ConstraintError"],
    fault: {
      code: "SK-STORAGE-REFUSED",
      message: "The storage refused what was to be written.",
      advice: "Nothing was changed. Please report it with the message.",
    },
  },
];

/** Any failure of the storage as plain data. Dexie wraps the browser's exceptions, so the whole chain of causes is asked. */
export function storageFault(thrown: unknown): Fault {
  const kinds = namesOf(thrown).flatMap((name) => KINDS.find(({ names }) => names.includes(name)) ?? []);
  // A database that could not be opened counts as closed; why it could not says more.
  const kind = kinds.find(({ fault }) => fault.code !== "SK-STORAGE-CLOSED") ?? kinds[0];
  if (kind !== undefined) return { ...kind.fault, message: `${kind.fault.message} (${messageOf(thrown)})` };
  return { code: "SK-STORAGE", message: `The storage failed: ${messageOf(thrown)}`, advice: "Reload this page and try again." };
}

/** Names of an exception and of what caused it, outermost first; the depth is bounded, since a cause may be its own. */
function namesOf(thrown: unknown): readonly string[] {
  const names: string[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [thrown];
  while (open.length > 0 && seen.size < 50) {
    const error = open.shift();
    if (typeof error !== "object" || error === null || seen.has(error)) continue;
    seen.add(error);
    if ("name" in error) names.push(String(error.name));
    if ("inner" in error) open.push(error.inner);
    if ("cause" in error) open.push(error.cause);
    if ("failures" in error && Array.isArray(error.failures)) open.push(...error.failures);
  }
  return names;
}
