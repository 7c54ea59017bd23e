/** A reply as it streams, up to the first of some texts that end it. */
export interface StreamUntil {
  /** Adds a piece. @returns what of it belongs to the reply as far as one can see, and whether the reply is over */
  push(piece: string): { readonly shown: string; readonly over: boolean };
  /** The reply without the text that ended it. */
  text(): string;
}

/** @param stops texts that end the reply; they are not part of it */
export function createStreamUntil(stops: readonly string[]): StreamUntil {
  const longest = Math.max(0, ...stops.map((stop) => stop.length));
  let seen = "";
  let end: number | null = null;
  return {
    push(piece) {
      if (end !== null) return { shown: "", over: true };
      const before = seen.length;
      seen += piece;
      // A stop may have begun in an earlier piece.
      const from = Math.max(0, before - longest + 1);
      const found = stops.map((stop) => seen.indexOf(stop, from)).filter((at) => at >= 0);
      if (found.length === 0) return { shown: piece, over: false };
      end = Math.min(...found);
      return { shown: seen.slice(before, Math.max(before, end)), over: true };
    },
    text: () => seen.slice(0, end ?? seen.length),
  };
}
