import { type JSX, useEffect } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { RunList } from "./RunList.tsx";
import { RunScreen } from "./RunScreen.tsx";

/** Milliseconds between looks at whether the runs that go on still do. */
const LOOK_MS = 5000;

/** Every run that this browser kept: the list, or one of them. */
export function HistoryScreen(): JSX.Element {
  const { history } = useStores();
  const item = useSlice("navigation", (state) => state.item);
  // The address names the run; opening it is what the address asks for, by click, Back or reload alike.
  useEffect(() => {
    if (item === null) history.getState().closeRun();
    else void history.getState().openRun(item);
  }, [history, item]);
  // A page that goes away in the middle of a run writes nothing, so nobody is told.
  const goesOn = useSlice("history", (state) => state.records?.some(({ status }) => status === "running") ?? false);
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setInterval(() => void history.getState().refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [history, goesOn]);
  return item === null ? <RunList /> : <RunScreen />;
}
