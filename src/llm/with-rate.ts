import type { LoadProgress } from "./port.ts";

/** The rate is that of the last seconds: a mean of the whole would hide that a line has become slow. */
const WINDOW_MS = 6000;
/** A rate of less than this would jump about. */
const SETTLED_MS = 700;

/** Adds to each report of a download how fast it goes, in bytes per second; null at first and whenever bytes go down. */
export function withRate(onProgress: (progress: LoadProgress) => void, now: () => number = () => performance.now()): (progress: LoadProgress) => void {
  let marks: { readonly at: number; readonly loaded: number }[] = [];
  return (progress) => {
    if (progress.phase !== "download") {
      marks = [];
      onProgress(progress);
      return;
    }
    const at = now();
    const { loaded } = progress;
    // A file that is fetched again, or bytes that were here before, are no speed.
    if ((marks.at(-1)?.loaded ?? 0) > loaded) marks = [];
    marks.push({ at, loaded });
    while (marks.length > 2 && at - (marks[1]?.at ?? at) >= WINDOW_MS) marks.shift();
    const first = marks[0] ?? { at, loaded };
    const bytesPerSecond = at - first.at < SETTLED_MS ? null : ((loaded - first.loaded) * 1000) / (at - first.at);
    onProgress({ ...progress, bytesPerSecond });
  };
}
