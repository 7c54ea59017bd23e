/** Runs one piece of work after the other, in the order given. A failed one does not stop the next. */
export class SerialQueue {
  #turn: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}
