import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Pixels from the end that still count as being there. */
const NEAR = 24;

/**
 * Keeps a scroller at its end as content is appended, but only for a reader who is there already.
 * @param growing False for content that is there as a whole: that is read from its start.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: unknown, growing = true): void {
  const atEnd = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is what is followed
  useLayoutEffect(() => {
    const element = scroller.current;
    if (growing && element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [scroller, content, growing]);
}
