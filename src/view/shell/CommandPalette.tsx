import "@mantine/spotlight/styles.css";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { type JSX, useEffect, useMemo } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { collectCommands } from "./collect-commands.ts";

/** Everything that can be done or opened, by name. */
export function CommandPalette({ opened }: { readonly opened: boolean }): JSX.Element {
  const stores = useStores();
  const records = useSlice("history", (state) => state.records);
  const snippets = useSlice("library", (state) => state.snippets);
  const live = useSlice("task", (state) => state.phase.kind !== "idle");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the commands read the stores; these are what changes their list
  const commands = useMemo(() => collectCommands(stores), [stores, records, snippets, live, opened]);
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened]);
  return (
    <Spotlight
      actions={commands}
      shortcut={null}
      limit={12}
      highlightQuery
      scrollable
      maxHeight={420}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      nothingFound="Nothing by that name"
      transitionProps={{ duration: 120 }}
      searchProps={{
        placeholder: "Search commands, runs and snippets",
        "aria-label": "Search commands, runs and snippets",
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
      onSpotlightClose={() => stores.navigation.getState().setPalette(false)}
    />
  );
}
