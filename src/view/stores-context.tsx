import { createContext, type JSX, type ReactNode, use } from "react";
import { type StoreApi, useStore } from "zustand";
import type { Stores } from "#state/stores.ts";

const StoresContext = createContext<Stores | null>(null);

export function StoresProvider({ stores, children }: { readonly stores: Stores; readonly children: ReactNode }): JSX.Element {
  return <StoresContext value={stores}>{children}</StoresContext>;
}

/** The stores of the page. Only inside {@link StoresProvider}. */
export function useStores(): Stores {
  const stores = use(StoresContext);
  if (stores === null) throw new Error("useStores needs a StoresProvider above it");
  return stores;
}

type StoreName = { [K in keyof Stores]: Stores[K] extends StoreApi<unknown> ? K : never }[keyof Stores];
type StateOf<N extends StoreName> = ReturnType<Stores[N]["getState"]>;

/**
 * A part of one store's state, read again when it changes.
 * @param select Must answer with the same reference while nothing changed: no new arrays or objects.
 */
export function useSlice<N extends StoreName, T>(name: N, select: (state: StateOf<N>) => T): T {
  return useStore(useStores()[name] as unknown as StoreApi<StateOf<N>>, select);
}
