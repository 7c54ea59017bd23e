import { useMediaQuery } from "@mantine/hooks";

/** Under this width the panes stack. */
const STACK_BELOW = 900;

/** Whether there is no room for two panes side by side. */
export function useNarrow(): boolean {
  return useMediaQuery(`(max-width: ${STACK_BELOW - 1}px)`, undefined, { getInitialValueInEffect: false }) ?? false;
}
