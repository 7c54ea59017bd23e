import { Tooltip, UnstyledButton } from "@mantine/core";
import type { JSX } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { Mark } from "./Mark.tsx";
import styles from "./Rail.module.css";
import { SCREEN_ENTRIES } from "./screens.ts";

/** The way to every screen: a rail at the side, a bar at the bottom where the page is narrow. */
export function Rail(): JSX.Element {
  const { navigation } = useStores();
  const current = useSlice("navigation", (state) => state.screen);
  return (
    <nav className={styles.rail} aria-label="Screens">
      <Mark className={styles.mark} />
      {SCREEN_ENTRIES.map(({ screen, label, icon: Icon }) => (
        <Tooltip key={screen} label={label} position="right">
          <UnstyledButton
            className={styles.entry}
            aria-label={label}
            aria-current={screen === current ? "page" : undefined}
            onClick={() => navigation.getState().go(screen)}
          >
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
