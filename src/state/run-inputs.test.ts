import { expect, test } from "vitest";
import type { LoggedEvent } from "#domain/agent-event.ts";
import { runInputs } from "./run-inputs.ts";

const bytes = new Uint8Array([1]);
const start = (...paths: readonly string[]) =>
  ({ type: "run-start", data: { files: paths.map((path) => ({ path, size: 1, sha256: path })) } }) as unknown as LoggedEvent;
const log = (events: readonly LoggedEvent[]) => ({ events: async () => events });
const files = { get: async (sha256: string) => (sha256 === "gone.csv" ? null : bytes) };

test("the files that a run was given; null where the run or one of them is gone", async () => {
  expect(await runInputs(log([start("a.csv", "b.csv")]), files, "r")).toEqual([
    { path: "a.csv", bytes },
    { path: "b.csv", bytes },
  ]);
  expect(await runInputs(log([start()]), files, "r")).toEqual([]);
  expect(await runInputs(log([start("a.csv", "gone.csv")]), files, "r")).toBeNull();
  expect(await runInputs(log([]), files, "r")).toBeNull();
});
