import { Button, Group } from "@mantine/core";
import { IconCpu } from "@tabler/icons-react";
import type { JSX } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { EngineState } from "#state/models-store.ts";
import type { Timeline } from "#state/timeline.ts";
import { engineTitle } from "#view/models/engine-title.ts";
import { DemoLabel } from "#view/parts/DemoLabel.tsx";
import { Facts } from "#view/parts/Facts.tsx";
import { formatDuration, formatRate } from "#view/parts/format.ts";
import { FaultNotice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Fact } from "./Fact.tsx";
import styles from "./StatusLine.module.css";

/** Which model answers, whether it is ready, and how fast it last was. */
export function ModelFact(): JSX.Element {
  const { navigation, models } = useStores();
  const current = useSlice("models", (state) => state.current);
  const engine = useSlice("models", (state) => state.engine);
  const starting = useSlice("models", (state) => state.facts === null);
  const rate = useSlice("task", (state) => lastRate(state.timeline));
  const demo = current?.engine === "scripted";
  const name = current === null ? (starting ? "Model" : "No model") : demo ? "Demo replies" : current.name;
  const word = starting && current === null ? "looking" : current === null ? "" : engineWord(engine);
  const parts = [word, rate === null || demo ? "" : formatRate(rate)].filter(Boolean);
  return (
    <Fact
      label={`Model: ${[name, ...parts].join(", ")}`}
      className={styles.model}
      panel={(close) => (
        <>
          {demo && (
            <p>
              <DemoLabel /> Recorded answers to the tasks offered, and to those only. No model is loaded.
            </p>
          )}
          {engine.kind === "failed" && <FaultNotice fault={engine.fault} />}
          {current !== null && !demo && (
            <Facts>
              <dt>Model</dt>
              <dd>{current.name}</dd>
              <dt>Runs</dt>
              <dd>{engineTitle(current.engine)}</dd>
              <dt>State</dt>
              <dd>{word}</dd>
              {(engine.kind === "ready" || engine.kind === "generating") && (
                <>
                  <dt>Context</dt>
                  <dd>{engine.contextSize.toLocaleString("en")} tokens</dd>
                </>
              )}
              {engine.kind === "ready" && (
                <>
                  <dt>Loaded in</dt>
                  <dd>{formatDuration(engine.loadMs)}</dd>
                </>
              )}
              {rate !== null && (
                <>
                  <dt>Last reply</dt>
                  <dd>{formatRate(rate)}</dd>
                </>
              )}
            </Facts>
          )}
          <Group gap="sm">
            <Button
              onClick={() => {
                close();
                navigation.getState().go("models");
              }}
            >
              {demo || current === null ? "Choose a model" : "Models"}
            </Button>
            {engine.kind === "loading" && <Button onClick={() => models.getState().cancelLoad()}>Stop loading</Button>}
          </Group>
        </>
      )}
    >
      <IconCpu size={16} stroke={1.75} aria-hidden data-tone={engine.kind === "failed" ? "bad" : engine.kind === "ready" && !demo ? "ok" : undefined} />
      <span className={styles.name}>{name}</span>
      <span className={`${styles.detail} ${styles.wide}`}>{parts.map((part) => `· ${part}`).join(" ")}</span>
    </Fact>
  );
}

function engineWord(state: EngineState): string {
  switch (state.kind) {
    case "empty":
      return "not loaded";
    case "loading": {
      const { loaded, total } = state.progress;
      return total === null || total === 0 ? "loading" : `loading ${Math.min(100, Math.floor((loaded / total) * 100))} %`;
    }
    case "ready":
      return "ready";
    case "generating":
      return "writing";
    case "failed":
      return "failed";
    default:
      return unreachable(state);
  }
}

function lastRate(timeline: Timeline | null): number | null {
  return timeline?.attempts.findLast((attempt) => attempt.generate?.end != null)?.generate?.end?.usage.decodeRate ?? null;
}
