/** The reason of a `run-end` that no page lived to write; a record whose run ends so is `interrupted`. */
export const INTERRUPTED_REASON = "Interrupted: the page went away in the middle of this run.";
