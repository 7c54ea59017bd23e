const kept = new Map<string, string>();

/** For this page only. */
const MEMORY: Pick<Storage, "getItem" | "setItem"> = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };

/** Where the places of panes are remembered: the browser's small storage, or this page where site data is blocked and asking for it throws. */
export function placeStorage(): Pick<Storage, "getItem" | "setItem"> {
  try {
    return localStorage;
  } catch {
    return MEMORY;
  }
}
