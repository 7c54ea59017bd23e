import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PausableDeadline } from "./pausable-deadline.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("time in pauses does not count, however they overlap", () => {
  const act = vi.fn();
  const deadline = new PausableDeadline(1000, act);
  vi.advanceTimersByTime(400);
  deadline.pause();
  deadline.pause();
  vi.advanceTimersByTime(5000);
  expect(deadline.pausedMs).toBe(5000);
  deadline.resume();
  vi.advanceTimersByTime(5000);
  deadline.resume();
  deadline.resume();
  expect(deadline.pausedMs).toBe(10_000);
  vi.advanceTimersByTime(599);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test("one that is cleared never calls", () => {
  const act = vi.fn();
  new PausableDeadline(1000, act).clear();
  vi.advanceTimersByTime(2000);
  expect(act).not.toHaveBeenCalled();
});
