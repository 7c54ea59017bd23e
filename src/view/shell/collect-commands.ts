import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import type { Stores } from "#state/stores.ts";
import { firstLine, formatTime } from "#view/parts/format.ts";
import { statusWord } from "#view/parts/StatusMark.tsx";
import { saveFile } from "#view/parts/save-file.ts";
import { SCREEN_ENTRIES } from "./screens.ts";

const RUNS_LISTED = 50;

/** The palette's entries: screens, actions that make sense now, past runs and snippets. */
export function collectCommands(stores: Stores): SpotlightActionGroupData[] {
  const { go } = stores.navigation.getState();
  const task = stores.task.getState();
  const settings = stores.settings.getState();
  const history = stores.history.getState();
  const idle = task.phase.kind === "idle";
  const onTask = (action: () => void): void => {
    go("task");
    action();
  };
  const actions: SpotlightActionData[] = [];
  if (idle) actions.push(command("new-task", "New task", "Clear the Task screen", () => onTask(task.newTask)));
  else actions.push(command("stop", "Stop", "Stop the run; what came is kept", task.stop));
  if (idle)
    for (const demo of task.demos) actions.push(command(`demo-${demo.title}`, `Demo: ${demo.title}`, "Demo replies", () => onTask(() => task.useDemo(demo))));
  for (const theme of ["light", "dark", "auto"] as const)
    if (settings.settings.theme !== theme)
      actions.push(command(`theme-${theme}`, `Theme: ${theme === "auto" ? "as the system" : theme}`, "", () => void settings.change({ theme })));
  actions.push(
    command(
      "export-all",
      "Export all logs",
      "JSON Lines of every run",
      () => void history.exportLines(null).then((lines) => saveFile("skep-log.jsonl", lines, "application/jsonl")),
    ),
  );
  return [
    { group: "Screens", actions: SCREEN_ENTRIES.map(({ screen, label }) => command(`screen-${screen}`, label, "", () => go(screen))) },
    { group: "Actions", actions },
    {
      group: "Runs",
      actions: (history.records ?? [])
        .slice(0, RUNS_LISTED)
        .map((record) =>
          command(
            `run-${record.id}`,
            firstLine(record.task, 80),
            `${record.status === "running" ? "Interrupted" : statusWord(record.status)}, ${formatTime(record.startedAt)}`,
            () => go("history", record.id),
          ),
        ),
    },
    {
      group: "Snippets",
      actions: (stores.library.getState().snippets ?? []).map((snippet) =>
        command(`snippet-${snippet.id}`, snippet.name, firstLine(snippet.description, 80), () => go("library", snippet.id)),
      ),
    },
  ].filter((group) => group.actions.length > 0);
}

function command(id: string, label: string, description: string, onClick: () => void): SpotlightActionData {
  return { id, label, onClick, ...(description === "" ? {} : { description }) };
}
