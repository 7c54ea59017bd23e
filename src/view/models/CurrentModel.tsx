import { Button } from "@mantine/core";
import type { JSX } from "react";
import { f32Build } from "#state/f32-build.ts";
import { DemoLabel } from "#view/parts/DemoLabel.tsx";
import { formatDuration } from "#view/parts/format.ts";
import { FaultNotice } from "#view/parts/Notice.tsx";
import { StatusMark } from "#view/parts/StatusMark.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { engineTitle } from "./engine-title.ts";
import { LoadBar } from "./LoadBar.tsx";
import styles from "./ModelsScreen.module.css";
import { ReplyRates } from "./ReplyRates.tsx";

/** The model that answers tasks now, or its way into memory. */
export function CurrentModel(): JSX.Element {
  const { models } = useStores();
  const current = useSlice("models", (state) => state.current);
  const engine = useSlice("models", (state) => state.engine);
  const wide = useSlice("models", (state) =>
    state.current !== null && state.engine.kind === "failed" && state.engine.fault.code === "SK-NO-F16" ? f32Build(state.current, state.models) : null,
  );
  const { unload, cancelLoad, load } = models.getState();
  if (current === null) {
    return (
      <section className={styles.card} aria-label="Loaded model">
        <div className={styles.main}>
          <div className={styles.name}>No model is loaded</div>
          <div className={styles.dim}>Tasks need one. Code of your own and saved snippets run without.</div>
        </div>
      </section>
    );
  }
  const ready = engine.kind === "ready" || engine.kind === "generating";
  return (
    <section className={styles.card} aria-label="Loaded model">
      <div className={styles.main}>
        <div className={styles.name}>
          {current.name} {current.engine === "scripted" && <DemoLabel />}
        </div>
        <div className={styles.dim}>
          {current.engine === "scripted"
            ? "Recorded answers to the demo tasks, and to those only. They are no model's."
            : `Runs ${engineTitle(current.engine)}.${ready ? ` Context of ${engine.contextSize.toLocaleString("en")} tokens.` : ""}${engine.kind === "ready" ? ` Loaded in ${formatDuration(engine.loadMs)}.` : ""}`}
        </div>
        <ReplyRates engine={engine} />
        {engine.kind === "loading" && <LoadBar progress={engine.progress} />}
        {engine.kind === "failed" && (
          <FaultNotice
            fault={engine.fault}
            actions={
              <>
                <Button onClick={() => void load(current)}>Try again</Button>
                {wide !== null && <Button onClick={() => void load(wide)}>Load {wide.name}</Button>}
              </>
            }
          />
        )}
      </div>
      <div className={styles.side}>
        {ready && (
          <>
            <StatusMark mark="ok" quiet />
            <span className={styles.ready}>Ready</span>
          </>
        )}
        {engine.kind === "loading" ? <Button onClick={cancelLoad}>Stop loading</Button> : <Button onClick={() => void unload()}>Unload</Button>}
      </div>
    </section>
  );
}
