import { type JSX, lazy, Suspense, useEffect, useState } from "react";
import { useSlice } from "#view/stores-context.tsx";

const fetchPalette = () => import("./CommandPalette.tsx").then((module) => ({ default: module.CommandPalette }));
const CommandPalette = lazy(fetchPalette);

/** After the first screen has settled, the palette's code is fetched ahead: keys typed while it came would go elsewhere. */
const AHEAD_MS = 2000;

/** The command palette, outside the first screen's code. */
export function Palette(): JSX.Element | null {
  const opened = useSlice("navigation", (state) => state.palette);
  const [needed, setNeeded] = useState(opened);
  useEffect(() => {
    const timer = setTimeout(() => void fetchPalette(), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (opened && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <CommandPalette opened={opened} />
    </Suspense>
  ) : null;
}
