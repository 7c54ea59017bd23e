import { describe, expect, it } from "vitest";
import { addTallies, closingLine, readPlaywrightReport, readVitestReport } from "./test-report.mjs";

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((each) => ({ status: each })) });

describe("readVitestReport", () => {
  it("counts tests", () => {
    const report = { testResults: [file("failed", "passed", "failed", "skipped"), file("passed", "passed", "todo", "pending")] };
    expect(readVitestReport(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 3 });
  });

  it("counts a file that could not be loaded as a failure", () => {
    expect(readVitestReport({ testResults: [file("failed"), file("passed", "passed")] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it("counts an error outside of all tests as a failure", () => {
    expect(readVitestReport({ testResults: [file("passed", "passed")] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it.each([[null], [{}], [{ testResults: "?" }], [{ testResults: [] }]])("takes %j for a failure: nothing ran", (report) => {
    expect(readVitestReport(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("readPlaywrightReport", () => {
  it("counts tests, and one that passed only at the second try as failed", () => {
    expect(readPlaywrightReport({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] }, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it("counts errors outside of tests", () => {
    expect(readPlaywrightReport({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{ message: "no server" }] }, 1).failed).toBe(1);
  });

  it.each([[null], [{}]])("takes %j for a failure", (report) => {
    expect(readPlaywrightReport(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("closingLine", () => {
  it("names skipped tests only when there are any", () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
    expect(
      closingLine(
        addTallies([
          { passed: 3, failed: 0, skipped: 1 },
          { passed: 1, failed: 2, skipped: 1 },
        ]),
      ),
    ).toBe("4 passed, 2 failed, 2 skipped");
  });
});
