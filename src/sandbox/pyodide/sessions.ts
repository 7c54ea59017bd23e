import type { DefinedNames } from "#sandbox/port.ts";
import type { Guest } from "./guest.ts";
import type { AttemptEnd } from "./run-attempt.ts";

/** Interpreters that are kept at once; the one unused for longest makes room. */
const MOST_SESSIONS = 3;

/** One interpreter that goes on from program to program. */
export interface Session {
  readonly name: string;
  guest: Guest | null;
  defined: DefinedNames;
  busy: boolean;
}

/** The interpreters of runs that keep state, by the session's name. */
export class Sessions {
  readonly #open = new Map<string, Session>();

  /**
   * The session of a run, for this run alone until it is given back. Null for a run without one, and while another run has it: then
   * the run starts clean and leaves nothing.
   */
  claim(name: string | undefined): Session | null {
    if (name === undefined) return null;
    const known = this.#open.get(name);
    if (known?.busy) return null;
    const session = known ?? { name, guest: null, defined: {}, busy: false };
    session.busy = true;
    // Put last: the order is that of use.
    this.#open.delete(name);
    this.#open.set(name, session);
    for (const other of [...this.#open.values()]) if (this.#open.size > MOST_SESSIONS && !other.busy) this.restart(other.name);
    return session;
  }

  /** The session's interpreter, when it is there and has the memory that is asked for. */
  guestOf(session: Session, memoryMiB: number): Guest | null {
    const { guest } = session;
    if (guest !== null && guest.end === null && guest.memoryMiB === memoryMiB) return guest;
    guest?.terminate();
    session.guest = null;
    session.defined = {};
    return null;
  }

  /** After a program: what came to its own end leaves its interpreter to the next. */
  settle(session: Session, guest: Guest, { cause }: AttemptEnd): void {
    const kept = cause.kind === "done" && guest.end === null;
    session.guest = kept ? guest : null;
    session.defined = kept ? cause.done.defined : {};
  }

  release(session: Session): void {
    session.busy = false;
    // It was ended while its program ran.
    if (this.#open.get(session.name) !== session) session.guest?.terminate();
  }

  defined(name: string): DefinedNames | null {
    const session = this.#open.get(name);
    return session?.guest?.end === null ? session.defined : null;
  }

  restart(name: string): void {
    const session = this.#open.get(name);
    this.#open.delete(name);
    if (session !== undefined && !session.busy) session.guest?.terminate();
  }

  close(): void {
    for (const name of [...this.#open.keys()]) this.restart(name);
  }
}
