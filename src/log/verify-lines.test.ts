import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { canonicalJson } from "./canonical-json.ts";
import { chainEvent } from "./hash-chain.ts";
import { chained, linesOf, sampleRun } from "./sample-events.ts";
import { verifyLines } from "./verify-lines.ts";

const events = await chained("run-a", sampleRun());
const text = linesOf(events);
const rows = text.trimEnd().split("\n");
const joined = (lines: readonly (string | undefined)[]) => lines.map((line) => `${line}\n`).join("");

/** Asserts the verdict and hands back its words. */
async function faultOf(changed: string) {
  const verdict = await verifyLines(changed);
  if (verdict.ok) throw new Error("the text was found good");
  return verdict;
}

describe("a whole log", () => {
  test("is good, with nothing to note", async () => {
    expect(await verifyLines(text)).toEqual({ ok: true, events: 6, runs: ["run-a"], notes: [] });
  });

  test("of several runs, interleaved, is good", async () => {
    const other = linesOf(await chained("run-b", sampleRun("other\n")))
      .trimEnd()
      .split("\n");
    const mixed = joined(rows.flatMap((row, index) => [row, other[index]]));
    expect(await verifyLines(mixed)).toEqual({ ok: true, events: 12, runs: ["run-a", "run-b"], notes: [] });
  });

  test("may have its keys in the order of the format's description", async () => {
    const described = events.map(({ v, run, seq, time, type, data, prev, hash }) => JSON.stringify({ v, run, seq, time, type, data, prev, hash }));
    expect(await verifyLines(joined(described))).toMatchObject({ ok: true, events: 6 });
  });

  test("may hold keys that are numbers, whose order JSON readers change", async () => {
    const display: AgentEvent = {
      type: "execute-display",
      data: { attempt: 1, display: { data: { "text/plain": "x" }, metadata: { 10: "a", 2: "b", 1: "c" } } },
    };
    const [start, , , , , end] = sampleRun();
    if (start === undefined || end === undefined) throw new Error("the sample changed");
    expect(await verifyLines(linesOf(await chained("r", [start, display, end])))).toMatchObject({ ok: true });
  });
});

describe("each change is named", () => {
  test("a changed byte of the content", async () => {
    const changed = text.replace("Add 1 and 2", "Add 1 and 3");
    expect(await faultOf(changed)).toEqual({
      ok: false,
      run: "run-a",
      seq: 0,
      line: 1,
      reason: "Its content does not fit its hash: it was changed after it was written.",
    });
  });

  test("an event that was changed and hashed anew", async () => {
    const original = events[2];
    if (original === undefined) throw new Error("the sample changed");
    const { run, seq, time, prev } = original;
    const forged = await chainEvent({ type: "execute-start", data: { attempt: 1, code: "evil()", codeHash: "c0de", timeoutMs: 1 } }, { run, seq, time, prev });
    const fault = await faultOf(joined([...rows.slice(0, 2), canonicalJson(forged), ...rows.slice(3)]));
    expect(fault).toMatchObject({ seq: 3, line: 4, reason: expect.stringContaining("does not follow from the event before it") });
  });

  test("a dropped event", async () => {
    expect(await faultOf(joined([...rows.slice(0, 2), ...rows.slice(3)]))).toMatchObject({
      seq: 3,
      line: 3,
      reason: "Event 2 of the run is missing before it.",
    });
  });

  test("a dropped first event", async () => {
    expect(await faultOf(joined(rows.slice(1)))).toMatchObject({ seq: 1, line: 1, reason: "Event 0 of the run is missing before it." });
  });

  test("two swapped events", async () => {
    expect(await faultOf(joined([rows[0], rows[2], rows[1], ...rows.slice(3)]))).toMatchObject({
      seq: 2,
      line: 2,
      reason: "The events are out of order: event 1, which comes before it, stands on line 3.",
    });
  });

  test("a duplicated event", async () => {
    expect(await faultOf(joined([...rows.slice(0, 3), rows[1], ...rows.slice(3)]))).toMatchObject({
      seq: 1,
      line: 4,
      reason: "It was here before, on line 2: an event stands twice.",
    });
  });

  test("a tail cut off at a line", async () => {
    expect(await faultOf(joined(rows.slice(0, 4)))).toMatchObject({ seq: 3, line: 4, reason: expect.stringContaining("stops here without a run-end") });
  });

  test("a tail cut off inside a line", async () => {
    expect(await faultOf(text.slice(0, -40))).toMatchObject({
      run: "run-a",
      seq: 5,
      line: 6,
      reason: "The last line is cut off in the middle: the file lost its end.",
    });
  });

  test("an event after the run's end", async () => {
    const last = events.at(-1);
    if (last === undefined) throw new Error("the sample changed");
    const more = await chainEvent({ type: "network-ask", data: { host: "h", url: "u" } }, { run: "run-a", seq: 6, time: last.time, prev: last.hash });
    expect(await faultOf(text + joined([canonicalJson(more)]))).toMatchObject({ seq: 6, line: 7, reason: "It stands after the end of its run." });
  });

  test("an empty file, and one of blank lines", async () => {
    for (const nothing of ["", "\n\n", "\uFEFF", "  \r\n"]) expect((await faultOf(nothing)).reason).toBe("The file is empty: there is no event to verify.");
  });

  test("a key that stands twice, spaces and other escapes, though the value is the same", async () => {
    const twice = text.replace('"seed":7', '"seed":8,"seed":7');
    const spaced = text.replace('"seed":7', '"seed": 7');
    const escaped = text.replace("Add", "\\u0041dd");
    for (const changed of [twice, spaced, escaped])
      expect(await faultOf(changed)).toMatchObject({ line: 1, reason: expect.stringContaining("not as Skep writes it") });
  });

  test.each([
    ["prose", "prose", "This line is not JSON."],
    ["a list", "[1]", "This line is not an event."],
    ["null", "null", "This line is not an event."],
    ["a seq that is text", rows[1]?.replace('"seq":1', '"seq":"1"'), "This line is not an event: its seq is not a number."],
    ["an unknown type", rows[1]?.replace('"match-end"', '"match-stop"'), "This line is not an event: its type is not a type of event that this version knows."],
    ["no format", rows[1]?.replace('"v":"skep.event/1"', '"w":1'), "This line is not an event: its v is missing."],
    ["another format", rows[1]?.replace("skep.event/1", "skep.event/9"), "This line is not an event: its v is not skep.event/1."],
  ])("a line that is no event: %s", async (_, line, reason) => {
    expect(await faultOf(joined([rows[0], line, ...rows.slice(2)]))).toMatchObject({ line: 2, reason });
  });

  test("JSON nested deeper than any stack ends with a verdict", async () => {
    const deep = `{"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const bomb = rows[0]?.replace(/"data":\{/, `"data":${deep.slice(0, -1)},`);
    expect((await faultOf(joined([bomb, ...rows.slice(1)]))).line).toBe(1);
  });

  test("any one byte, anywhere", async () => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 127 }), async (place, delta) => {
        const changed = bytes.slice();
        changed[place] = ((bytes[place] ?? 0) + delta) % 128;
        const verdict = await verifyLines(new TextDecoder().decode(changed));
        // A newline that became a carriage return, or the last one another space, is a transport's doing: noted, no event touched.
        expect(verdict.ok && verdict.notes.length === 0).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
});

describe("what a transport does is noted and no fault", () => {
  test("CRLF", async () => {
    const verdict = await verifyLines(text.replaceAll("\n", "\r\n"));
    expect(verdict).toMatchObject({ ok: true, events: 6, notes: ["The lines end in CRLF: the file was converted on its way. No event is touched."] });
    expect(await verifyLines(text.replace("\n", "\r\n"))).toMatchObject({ ok: true, notes: [expect.stringContaining("1 lines end in CRLF")] });
  });

  test("a byte order mark", async () => {
    expect(await verifyLines(`\uFEFF${text}`)).toMatchObject({ ok: true, notes: ["The file begins with a byte order mark, which Skep does not write."] });
  });

  test("a missing last line end, and blank lines", async () => {
    expect(await verifyLines(text.trimEnd())).toMatchObject({ ok: true, notes: ["The last line has no line end, which Skep writes."] });
    expect(await verifyLines(text.replace("\n", "\n\n"))).toMatchObject({ ok: true, notes: ["Line 2 is empty."] });
  });
});

test("a run that still goes on passes where that is allowed", async () => {
  const open = joined(rows.slice(0, 4));
  expect(await verifyLines(open, { unfinished: "allow" })).toMatchObject({ ok: true, events: 4 });
});

test("1,000 events verify within 100 ms", async () => {
  const output = (index: number): AgentEvent => ({
    type: "execute-output",
    data: { attempt: 1, stream: index % 2 === 0 ? "stdout" : "stderr", text: `line ${index}\n`.repeat(10) },
  });
  const [start, ...rest] = sampleRun();
  if (start === undefined) throw new Error("the sample changed");
  const long = linesOf(await chained("long", [start, ...Array.from({ length: 994 }, (_, index) => output(index)), ...rest]));
  const times: number[] = [];
  for (let round = 0; round < 40 && Math.min(Number.POSITIVE_INFINITY, ...times) >= 100; round++) {
    const begin = performance.now();
    expect(await verifyLines(long)).toMatchObject({ ok: true, events: 1_000 });
    times.push(performance.now() - begin);
  }
  // The best of some: other work on the machine is not the verifier's.
  expect(Math.min(...times)).toBeLessThan(100);
});
