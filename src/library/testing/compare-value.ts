import type { JsonValue } from "#domain/json-value.ts";
import type { TestMismatch } from "#domain/snippet-test.ts";

/** How far a number may be off where a test does not say. */
const DEFAULT_TOLERANCE = 1e-9;

/** Mismatches that are told; a list of a thousand wrong items is wrong enough. */
const MAXIMUM = 10;

/**
 * What of a value is not as expected, with the path to it.
 * @param tolerance for numbers with a fraction: absolute for those under 1, relative to the expected one above
 */
export function compareValue(expected: JsonValue, actual: JsonValue, tolerance: number = DEFAULT_TOLERANCE): readonly TestMismatch[] {
  const found: TestMismatch[] = [];
  compare("value", expected, actual);
  return found;

  function compare(what: string, wanted: JsonValue, got: JsonValue): void {
    if (found.length >= MAXIMUM) return;
    if (Array.isArray(wanted) && Array.isArray(got)) compareLists(what, wanted, got);
    else if (isRecord(wanted) && isRecord(got)) compareRecords(what, wanted, got);
    else if (!(typeof wanted === "number" && typeof got === "number" ? near(wanted, got) : wanted === got))
      found.push({ what, expected: show(wanted), actual: show(got) });
  }

  function compareLists(what: string, wanted: readonly JsonValue[], got: readonly JsonValue[]): void {
    if (wanted.length !== got.length) found.push({ what: `${what} length`, expected: String(wanted.length), actual: String(got.length) });
    for (const [index, item] of wanted.entries()) {
      const other = got[index];
      if (other !== undefined) compare(`${what}[${index}]`, item, other);
    }
  }

  function compareRecords(what: string, wanted: Readonly<Record<string, JsonValue>>, got: Readonly<Record<string, JsonValue>>): void {
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)])) {
      const [one, other] = [Object.hasOwn(wanted, key) ? wanted[key] : undefined, Object.hasOwn(got, key) ? got[key] : undefined];
      if (one !== undefined && other !== undefined) compare(`${what}.${key}`, one, other);
      else if (found.length < MAXIMUM) found.push({ what: `${what}.${key}`, expected: show(one), actual: show(other) });
    }
  }

  function near(wanted: number, got: number): boolean {
    if (Number.isInteger(wanted) && Number.isInteger(got) && tolerance < 0.5) return wanted === got;
    return Math.abs(wanted - got) <= tolerance * Math.max(1, Math.abs(wanted));
  }
}

function isRecord(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
