/** One run that this page is at work on. */
export interface HeldRun {
  /** Resolves once every other tab can see it, or never will; what is stored before that looks interrupted elsewhere. */
  readonly seen: Promise<void>;
  release(): void;
}

/** Which runs a page is at work on right now, in any tab. */
export interface LiveRuns {
  /** Says that this page is at work on a run, until it is released or the page goes away. */
  hold(run: string): HeldRun;
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
      const seen = new Promise<void>((resolve) => {
        if (locks === null) {
          resolve();
          return;
        }
        const granted = (): Promise<void> => {
          resolve();
          return held;
        };
        // A refused lock leaves the run known to this page alone; there is nobody to tell.
        locks.request(PREFIX + run, granted).catch(() => resolve());
      });
      return {
        seen,
        release: () => {
          here.delete(run);
          release();
        },
      };
    },
    async current() {
      const elsewhere = await locks?.query().catch(() => null);
      const names = [...(elsewhere?.held ?? []), ...(elsewhere?.pending ?? [])].flatMap((lock) => lock.name ?? []);
      return new Set([...here, ...names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))]);
    },
  };
}
