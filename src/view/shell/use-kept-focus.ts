import { useEffect, useRef } from "react";
import type { Screen } from "#state/navigation-store.ts";

/** By then a closing palette or dialog has given the focus back, if there still is what had it. */
const SETTLED_MS = [0, 200, 500];

/** When a change of screen takes away what had the focus, the new screen gets it: else Tab would start from nowhere. */
export function useKeptFocus(screen: Screen): void {
  const shown = useRef(screen);
  useEffect(() => {
    // A page that has just opened keeps the browser's own start.
    if (shown.current === screen) return;
    shown.current = screen;
    const timers = SETTLED_MS.map((milliseconds) =>
      setTimeout(() => {
        const active = document.activeElement;
        if (active === null || active === document.body) document.getElementById("screen")?.focus({ preventScroll: true });
      }, milliseconds),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [screen]);
}
