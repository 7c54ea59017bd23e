import { expect, test } from "vitest";
import type { LoadProgress } from "./port.ts";
import { withRate } from "./with-rate.ts";

function follow(steps: readonly (readonly [at: number, loaded: number, phase?: LoadProgress["phase"]])[]): readonly (number | null | undefined)[] {
  let clock = 0;
  const rates: (number | null | undefined)[] = [];
  const report = withRate(
    (progress) => rates.push(progress.bytesPerSecond),
    () => clock,
  );
  for (const [at, loaded, phase = "download"] of steps) {
    clock = at;
    report({ phase, loaded, total: 10_000, message: "" });
  }
  return rates;
}

test("tells the rate of the last seconds, once there is something to measure", () => {
  const rates = follow([
    [0, 5000],
    [100, 5100],
    [1000, 6000],
    [2000, 7000],
  ]);
  expect(rates).toEqual([null, null, 1000, 1000]);
});

test("what was here before is no speed, and a line that has become slow shows", () => {
  const rates = follow([
    [0, 0],
    [1000, 4000],
    [7000, 4100],
    [13_000, 4200],
  ]);
  expect(rates[1]).toBe(4000);
  expect(rates[3]).toBeCloseTo(200 / 12, 0);
});

test("starts anew when a file is fetched again, and says nothing of other phases", () => {
  expect(
    follow([
      [0, 0],
      [1000, 4000],
      [2000, 100],
      [3000, 600],
      [3100, 600, "read"],
    ]),
  ).toEqual([null, 4000, null, 500, undefined]);
});
