import { type JSX, useEffect } from "react";
import { useSlice, useStores } from "#view/stores-context.tsx";
import { SnippetList } from "./SnippetList.tsx";
import { SnippetScreen } from "./SnippetScreen.tsx";

/** The snippets on this device: the list, or one of them. */
export function LibraryScreen(): JSX.Element {
  const { library, navigation } = useStores();
  const item = useSlice("navigation", (state) => state.item);
  const snippets = useSlice("library", (state) => state.snippets);
  useEffect(() => {
    if (snippets === null) void library.getState().refresh();
  }, [library, snippets]);
  const snippet = snippets?.find((one) => one.id === item);
  if (item === null || snippets === null) return <SnippetList />;
  return <SnippetScreen key={item} snippet={snippet ?? null} onBack={() => navigation.getState().go("library")} />;
}
