import { expect, test } from "vitest";
import { createStreamUntil } from "./stream-until.ts";

const STOPS = ["Observation:", "</code>"];

test.each([1, 2, 3, 5, 100])("a reply ends before the first stop, in pieces of %d", (size) => {
  const reply = createStreamUntil(STOPS);
  const whole = "<code>\nx\n</code>\nObservation: made up";
  for (let at = 0; at < whole.length; at += size) if (reply.push(whole.slice(at, at + size)).over) break;
  expect(reply.text()).toBe("<code>\nx\n");
});

test("a reply without a stop is whole, and what is shown is what came", () => {
  const reply = createStreamUntil(STOPS);
  expect(["Obs", "erve: ", "</cod"].map((piece) => reply.push(piece).shown)).toEqual(["Obs", "erve: ", "</cod"]);
  expect(reply.text()).toBe("Observe: </cod");
});
