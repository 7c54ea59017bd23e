import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Pixels from the end that still count as being there. */
const NEAR = 24;
/** Milliseconds after the last growth in which late layout (a highlighter, a picture, a fold) still counts as growth. */
const SETTLE_MS = 1500;

/**
 * Keeps a scroller at its end as content is appended, but only for a reader who is there already.
 * @param growing False for content that is there as a whole: that is read from its start.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, content: unknown, growing = true): void {
  const atEnd = useRef(true);
  const grewAt = useRef(Number.NEGATIVE_INFINITY);
  const grewBefore = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let top = element.scrollTop;
    const onScroll = (): void => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      // The word of our own scrolling comes a frame later, when more may stand below: only a reader goes up.
      if (near || element.scrollTop < top) atEnd.current = near;
      top = element.scrollTop;
    };
    const follow = new ResizeObserver(() => {
      if (atEnd.current && performance.now() - grewAt.current < SETTLE_MS) element.scrollTop = element.scrollHeight;
    });
    for (const child of element.children) follow.observe(child);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      follow.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is what is followed
  useLayoutEffect(() => {
    const element = scroller.current;
    // The last content and the word that nothing more will come may arrive together.
    if (growing || grewBefore.current) {
      grewAt.current = performance.now();
      if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
    }
    grewBefore.current = growing;
  }, [scroller, content, growing]);
}
