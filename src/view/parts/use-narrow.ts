import { useMediaQuery } from "@mantine/hooks";

/** Under this width the panes stack. */
const STACK_BELOW = 900;

/** Under this width the rail is a bar at the bottom. */
const BAR_BELOW = 600;

/** Whether there is no room for two panes side by side. */
export function useNarrow(): boolean {
  return useBelow(STACK_BELOW);
}

/** Whether the rail is a bar at the bottom, with its labels shown. */
export function useBottomBar(): boolean {
  return useBelow(BAR_BELOW);
}

function useBelow(width: number): boolean {
  return useMediaQuery(`(max-width: ${width - 1}px)`, undefined, { getInitialValueInEffect: false }) ?? false;
}
