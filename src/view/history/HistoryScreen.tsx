import { type JSX, useEffect } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { RunList } from "./RunList.tsx";
import { RunScreen } from "./RunScreen.tsx";

/** Every run that this browser kept: the list, or one of them. */
export function HistoryScreen(): JSX.Element {
  const { history } = useStores();
  const item = useSlice("navigation", (state) => state.item);
  // The address names the run; opening it is what the address asks for, by click, Back or reload alike.
  useEffect(() => {
    if (item === null) history.getState().closeRun();
    else void history.getState().openRun(item);
  }, [history, item]);
  return item === null ? <RunList /> : <RunScreen />;
}
