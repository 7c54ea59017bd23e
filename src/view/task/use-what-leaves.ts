import { useSlice } from "#view/stores-context.tsx";

/** What goes out of this tab with the model and the executor that are chosen, in words; null when nothing does. */
export function useWhatLeaves(): string | null {
  const server = useSlice("models", ({ current }) => (current?.source.kind === "endpoint" ? new URL(current.source.baseUrl).host : null));
  const executor = useSlice("executors", ({ name, capabilities }) => (capabilities.remote ? name : null));
  const ways = [
    ...(server === null ? [] : [`The task, with columns and first rows of your files, goes to ${server}.`]),
    ...(executor === null ? [] : [`Code and files go to ${executor}.`]),
  ];
  return ways.length === 0 ? null : ways.join(" ");
}
