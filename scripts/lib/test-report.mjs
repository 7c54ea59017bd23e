/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  return sum;
}

/**
 * The closing line of a test run.
 * @param {Tally} tally
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * What a phase counts when it left no report: it did not end as it should, and that is one failure.
 * @type {Tally}
 */
export const CRASHED = { passed: 0, failed: 1, skipped: 0 };

/**
 * Reads Vitest's JSON report. A file that could not even be loaded has no tests in it and counts as one failure;
 * so does a run that failed without any failed test (an error outside of all tests).
 * @param {unknown} report
 * @param {number | null} exitCode of the runner
 * @returns {Tally}
 */
export function readVitestReport(report, exitCode) {
  const files = /** @type {{ testResults?: { status?: string, assertionResults?: { status?: string }[] }[] } | null} */ (report)?.testResults;
  if (!Array.isArray(files)) return CRASHED;
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const tests = file.assertionResults ?? [];
    let failedHere = 0;
    for (const test of tests) {
      if (test.status === "passed") tally.passed++;
      else if (test.status === "failed") failedHere++;
      else tally.skipped++;
    }
    tally.failed += failedHere === 0 && file.status === "failed" ? 1 : failedHere;
  }
  return withExitCode(tally, exitCode);
}

/**
 * Reads Playwright's JSON report. A test that passed only when tried again counts as failed.
 * @param {unknown} report
 * @param {number | null} exitCode of the runner
 * @returns {Tally}
 */
export function readPlaywrightReport(report, exitCode) {
  const { stats, errors } = /** @type {{ stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number }, errors?: unknown[] }} */ (
    report ?? {}
  );
  if (stats === undefined) return CRASHED;
  const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0) + (errors?.length ?? 0);
  return withExitCode({ passed: stats.expected ?? 0, failed, skipped: stats.skipped ?? 0 }, exitCode);
}

/**
 * @param {Tally} tally
 * @param {number | null} exitCode
 * @returns {Tally}
 */
function withExitCode(tally, exitCode) {
  const ranNothing = tally.passed + tally.failed + tally.skipped === 0;
  return tally.failed === 0 && (exitCode !== 0 || ranNothing) ? { ...tally, failed: 1 } : tally;
}
