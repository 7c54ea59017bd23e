import type { JSX } from "react";
import type { Stores } from "#state/stores.ts";

/** The whole application over its stores. */
export function App({ stores }: { readonly stores: Stores }): JSX.Element {
  return <main>{stores.navigation.getState().screen}</main>;
}
