import { Tooltip, UnstyledButton } from "@mantine/core";
import type { JSX } from "react";
import { useBottomBar } from "#view/parts/use-narrow.ts";
import { useSlice } from "#view/stores-context.tsx";
import { Mark } from "./Mark.tsx";
import styles from "./Rail.module.css";
import { SCREEN_ENTRIES } from "./screens.ts";

/** The way to every screen: a rail at the side, a bar at the bottom where the page is narrow. */
export function Rail(): JSX.Element {
  const current = useSlice("navigation", (state) => state.screen);
  const labelled = useBottomBar();
  return (
    <nav className={styles.rail} aria-label="Screens">
      <Mark className={styles.mark} />
      {SCREEN_ENTRIES.map(({ screen, label, icon: Icon }) => (
        <Tooltip key={screen} label={label} position="right" disabled={labelled}>
          <UnstyledButton component="a" href={`#/${screen}`} className={styles.entry} aria-label={label} aria-current={screen === current ? "page" : undefined}>
            <Icon size={20} stroke={1.5} aria-hidden />
            <span className={styles.label} aria-hidden>
              {label}
            </span>
          </UnstyledButton>
        </Tooltip>
      ))}
    </nav>
  );
}
