import type { LoggedEvent } from "#domain/agent-event.ts";
import type { RunLog } from "#log/port.ts";

/** Hands on a run's events in order as they become durable, each once. */
export class LogFollower {
  readonly #log: RunLog;
  readonly #run: string;
  readonly #onEvent: (event: LoggedEvent) => void;
  readonly #unsubscribe: () => void;
  #next = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(log: RunLog, run: string, onEvent: (event: LoggedEvent) => void) {
    this.#log = log;
    this.#run = run;
    this.#onEvent = onEvent;
    this.#unsubscribe = log.subscribe(() => {
      this.#read();
    });
  }

  /** Hands on what is left and ends. Call it once the run's log is flushed. */
  async finish(): Promise<void> {
    this.#unsubscribe();
    this.#read();
    await this.#reading;
  }

  #read(): void {
    this.#reading = this.#reading.then(async () => {
      const events = await this.#log.events(this.#run);
      for (const event of events.slice(this.#next)) this.#onEvent(event);
      this.#next = Math.max(this.#next, events.length);
    });
  }
}
