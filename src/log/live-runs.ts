/** Which runs a page is at work on right now, in any tab. */
export interface LiveRuns {
  /** Says that this page is at work on a run, until the answer is called or the page goes away. */
  hold(run: string): () => void;
  current(): Promise<ReadonlySet<string>>;
}

const PREFIX = "skep-run/";

/**
 * Live runs by the browser's locks, which end with their page however it ends.
 * @param locks null where there are none: then only this page's runs are known
 */
export function createLiveRuns(locks: Pick<LockManager, "request" | "query"> | null): LiveRuns {
  const here = new Set<string>();
  return {
    hold(run) {
      here.add(run);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      // A refused lock leaves the run known to this page alone; there is nobody to tell.
      locks?.request(PREFIX + run, () => held).catch(() => undefined);
      return () => {
        here.delete(run);
        release();
      };
    },
    async current() {
      const elsewhere = await locks?.query().catch(() => null);
      const names = [...(elsewhere?.held ?? []), ...(elsewhere?.pending ?? [])].flatMap((lock) => lock.name ?? []);
      return new Set([...here, ...names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))]);
    },
  };
}
