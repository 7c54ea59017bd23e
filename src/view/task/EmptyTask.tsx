import { Button, UnstyledButton } from "@mantine/core";
import { IconArrowUpRight, IconFileCode } from "@tabler/icons-react";
import type { JSX, ReactNode } from "react";
import { DemoLabel } from "#view/parts/DemoLabel.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { SettingsProblems } from "#view/parts/SettingsProblems.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./EmptyTask.module.css";
import { ModelOffer } from "./ModelOffer.tsx";
import { useWhatLeaves } from "./use-what-leaves.ts";

/** Before the first run: what this is for, and something to try. */
export function EmptyTask({ live, children }: { readonly live: boolean; readonly children?: ReactNode }): JSX.Element {
  const { task, models } = useStores();
  const demos = useSlice("task", (state) => state.demos);
  const demo = useSlice("models", (state) => state.current?.engine === "scripted");
  const remote = useSlice("executors", (state) => state.capabilities.remote);
  const leaves = useWhatLeaves();
  const scripted = useSlice("models", (state) => state.models.find((model) => model.engine === "scripted") ?? null);
  return (
    <section className={styles.empty} aria-label="Timeline">
      <div className={styles.column}>
        <h2 className={styles.title}>What should be done?</h2>
        <p className={styles.lead}>
          Say it in words. Skep writes Python, runs it {remote ? "where you chose" : "sealed in this tab"}, repairs it when it fails, and logs every step.{" "}
          {leaves === null ? "Nothing leaves this machine." : `${leaves} Nothing else leaves this tab.`}
        </p>
        <SettingsProblems />
        {children}
        {demo && !live && <ModelOffer />}
        {demos.length > 0 && (
          <section aria-labelledby="demo-heading">
            <div className={styles.heading}>
              <h3 id="demo-heading">Try one</h3>
              {demo && <DemoLabel />}
              {!demo && scripted !== null && (
                <Button variant="subtle" color="gray" size="compact-sm" disabled={live} onClick={() => void models.getState().load(scripted)}>
                  Use demo replies instead of the model
                </Button>
              )}
            </div>
            <ul className={styles.demos}>
              {demos.map((one) => (
                <li key={one.title}>
                  <UnstyledButton className={styles.demo} disabled={live} onClick={() => task.getState().useDemo(one)}>
                    <span className={styles.name}>{one.title}</span>
                    <span className={styles.words}>{one.task}</span>
                    <IconArrowUpRight className={styles.arrow} size={16} aria-hidden />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </section>
        )}
        <div>
          <PickFiles accept=".yaml,.yml" onPick={([file]) => void (file && task.getState().open({ file }))}>
            {(props) => (
              <Button {...props} variant="subtle" color="gray" size="compact-sm" disabled={live} leftSection={<IconFileCode size={16} aria-hidden />}>
                Open a view spec
              </Button>
            )}
          </PickFiles>
        </div>
      </div>
    </section>
  );
}
