import type { JSX } from "react";
import { useSlice } from "#view/stores-context.tsx";
import { ModelRow } from "./ModelRow.tsx";
import styles from "./ModelsScreen.module.css";

/** The catalogue: first what fits this device. */
export function ModelList(): JSX.Element {
  const models = useSlice("models", (state) => state.models);
  const fits = useSlice("models", (state) => state.fits);
  const fitting = models.filter((model) => fits[model.id]?.fits !== false);
  const others = models.filter((model) => fits[model.id]?.fits === false);
  return (
    <ul className={styles.list} aria-label="Models">
      {[...fitting, ...others].map((model) => (
        <ModelRow key={model.id} model={model} />
      ))}
    </ul>
  );
}
