import type { JSX } from "react";

export function ModelsScreen(): JSX.Element {
  return <p>ModelsScreen</p>;
}
