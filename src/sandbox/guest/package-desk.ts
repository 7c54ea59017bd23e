import type { GuestMessage } from "../protocol/guest-message.ts";
import type { WorkerMessage } from "../protocol/worker-message.ts";

/** What there is for a program: `names` can be loaded now, dependencies first; `fromIndex` are to be fetched through the network. */
type PackageOffer = Pick<Extract<WorkerMessage, { readonly type: "packages" }>, "names" | "fromIndex" | "indexes">;

/** Asks the host for packages and waits for its answer, one question at a time. */
export class PackageDesk {
  readonly #send: (message: GuestMessage) => void;
  readonly #waiting: ((offer: PackageOffer) => void)[] = [];

  constructor(send: (message: GuestMessage) => void) {
    this.#send = send;
  }

  ask(imports: readonly string[], distributions: readonly string[]): Promise<PackageOffer> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#send({ type: "wants", imports: imports.slice(0, 500), distributions: distributions.slice(0, 500) });
    });
  }

  answer(offer: PackageOffer): void {
    this.#waiting.shift()?.(offer);
  }
}
