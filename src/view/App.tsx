import "./mantine-styles.ts";
import "./base.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import type { JSX } from "react";
import type { Stores } from "#state/stores.ts";
import { Shell } from "#view/shell/Shell.tsx";
import { StoresProvider } from "./stores-context.tsx";
import { resolveVariables, theme } from "./theme.ts";

/** The whole application over its stores. Nothing starts because it renders: call `stores.start()` beside it. */
export function App({ stores }: { readonly stores: Stores }): JSX.Element {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      <StoresProvider stores={stores}>
        <Shell />
        <Notifications position="bottom-right" autoClose={6000} />
      </StoresProvider>
    </MantineProvider>
  );
}
