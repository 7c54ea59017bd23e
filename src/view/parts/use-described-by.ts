import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Ties a Mantine input to texts outside its own wrapper, such as a setting's help. Mantine overwrites the attribute with
 * the texts of that wrapper, so it is set after each render.
 * @param ids of the elements that describe it, separated by spaces
 */
export function useDescribedBy<T extends HTMLElement>(ids: string): RefObject<T | null> {
  const input = useRef<T>(null);
  useLayoutEffect(() => input.current?.setAttribute("aria-describedby", ids));
  return input;
}
