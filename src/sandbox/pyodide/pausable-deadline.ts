/** Calls back when its time is over. Time in which it is paused does not count; pauses may overlap. */
export class PausableDeadline {
  readonly #act: () => void;
  #leftMs: number;
  #since: number;
  #pauses = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pausedAt = 0;
  #pausedMs = 0;

  constructor(milliseconds: number, act: () => void) {
    this.#leftMs = milliseconds;
    this.#act = act;
    this.#since = performance.now();
    this.#run();
  }

  /** Milliseconds that were not counted so far. */
  get pausedMs(): number {
    return this.#pausedMs + (this.#pauses > 0 ? performance.now() - this.#pausedAt : 0);
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.#pausedAt = performance.now();
    this.#leftMs -= this.#pausedAt - this.#since;
    this.clear();
  }

  resume(): void {
    if (this.#pauses === 0) return;
    this.#pauses -= 1;
    if (this.#pauses > 0) return;
    this.#since = performance.now();
    this.#pausedMs += this.#since - this.#pausedAt;
    this.#run();
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    this.#timer = setTimeout(this.#act, Math.max(0, this.#leftMs));
  }
}
