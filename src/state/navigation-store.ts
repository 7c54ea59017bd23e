import { createStore, type StoreApi } from "zustand/vanilla";
import type { AddressBar } from "./store-ports.ts";

export const SCREENS = ["task", "history", "library", "models", "settings"] as const;
export type Screen = (typeof SCREENS)[number];

export interface NavigationState {
  readonly screen: Screen;
  /** A run's or a snippet's id within the screen, or null for its list. */
  readonly item: string | null;
  /** What a link that was followed carries (`#/open/…`), until it was opened; null else. */
  readonly carried: string | null;
  /** Whether the command palette is open. */
  readonly palette: boolean;
  go(screen: Screen, item?: string | null): void;
  setPalette(open: boolean): void;
}

export type NavigationStore = StoreApi<NavigationState>;

/** Where the person is, kept in the address bar's fragment so that Back and reload work. */
export function createNavigationStore(address: AddressBar | null): NavigationStore {
  const store = createStore<NavigationState>()((set) => ({
    ...parseFragment(address?.location.hash ?? ""),
    palette: false,
    setPalette: (palette) => set({ palette }),
    go: (screen, item = null) => {
      set({ screen, item, carried: null });
      if (address !== null) address.location.hash = formatFragment(screen, item);
    },
  }));
  address?.addEventListener("hashchange", () => store.setState(parseFragment(address.location.hash)));
  return store;
}

function parseFragment(hash: string): Pick<NavigationState, "screen" | "item" | "carried"> {
  const [name, item] = hash.replace(/^#\/?/, "").split("/");
  if (name === "open" && item !== undefined) return { screen: "task", item: null, carried: item };
  const screen = SCREENS.find((known) => known === name);
  if (screen === undefined) return { screen: "task", item: null, carried: null };
  return { screen, item: item === undefined || item === "" ? null : safeDecode(item), carried: null };
}

function formatFragment(screen: Screen, item: string | null): string {
  return item === null ? `#/${screen}` : `#/${screen}/${encodeURIComponent(item)}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
