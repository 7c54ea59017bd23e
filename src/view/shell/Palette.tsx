import { type JSX, lazy, Suspense, useState } from "react";
import { useSlice } from "#view/stores-context.tsx";

const CommandPalette = lazy(() => import("./CommandPalette.tsx").then((module) => ({ default: module.CommandPalette })));

/** The command palette, fetched when it is first opened. */
export function Palette(): JSX.Element | null {
  const opened = useSlice("navigation", (state) => state.palette);
  const [needed, setNeeded] = useState(opened);
  if (opened && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <CommandPalette opened={opened} />
    </Suspense>
  ) : null;
}
