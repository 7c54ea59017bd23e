import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { boundOutput } from "./bound-output.ts";
import { type EventFilter, isDelta } from "./event-filter.ts";
import { joinDeltas } from "./join-deltas.ts";
import { redactSecrets } from "./redact-secrets.ts";

const out = (text: string, stream: "stdout" | "stderr" = "stdout", attempt = 1): AgentEvent => ({ type: "execute-output", data: { attempt, stream, text } });
const reply = (text: string): AgentEvent => ({ type: "generate-delta", data: { attempt: 1, text } });
const other: AgentEvent = { type: "approval-answer", data: { attempt: 1, approved: true } };

function all(filter: EventFilter, events: readonly AgentEvent[]): readonly AgentEvent[] {
  return [...events.flatMap((event) => filter.push(event)), ...filter.drain()];
}

function textOf(events: readonly AgentEvent[]): string {
  return events.map((event) => (isDelta(event) ? event.data.text : "")).join("");
}

describe("joining", () => {
  test("pieces of one text become one event; another stream, attempt or kind ends it", () => {
    const events = [out("a"), out("b"), out("c", "stderr"), out("d"), out("e", "stdout", 2), reply("f"), reply("g"), other, reply("h")];
    expect(all(joinDeltas(), events)).toEqual([out("ab"), out("c", "stderr"), out("d"), out("e", "stdout", 2), reply("fg"), other, reply("h")]);
  });

  test("a long text is handed on at the limit", () => {
    expect(joinDeltas(4).push(out("abcde"))).toEqual([out("abcde")]);
    expect(all(joinDeltas(4), [out("ab"), out("cd"), out("e")])).toEqual([out("abcd"), out("e")]);
  });

  test("the two halves of a character stay together over the limit", () => {
    const [high, low] = ["\ud83d", "\udc1d"];
    expect(all(joinDeltas(3), [reply(`ab${high}`), reply(`${low}c`)])).toEqual([reply("ab"), reply(`${high}${low}c`)]);
  });

  test("loses and reorders nothing, whatever comes", () => {
    const piece = fc.record({
      text: fc.string({ maxLength: 6, unit: "grapheme" }),
      stream: fc.constantFrom("stdout" as const, "stderr" as const),
      attempt: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 9 }), (pieces, limit) => {
        const events = pieces.map(({ text, stream, attempt }) => out(text, stream, attempt));
        expect(textOf(all(joinDeltas(limit), events))).toBe(textOf(events));
      }),
    );
  });
});

describe("bounding an attempt's output", () => {
  const bounds = { head: 10, headPieces: 4, tail: 5, tailPieces: 3 };

  test("what fits passes as it comes", () => {
    const filter = boundOutput(bounds);
    expect(filter.push(out("0123456789"))).toEqual([out("0123456789")]);
    expect(filter.drain()).toEqual([]);
  });

  test("head and tail stay and what is missing is said between them", () => {
    const events = [out("01234567"), out("89abc"), out("defghijklmnop"), other];
    expect(all(boundOutput(bounds), events)).toEqual([out("01234567"), out("89"), out("\n[… 11 characters left out of the log …]\n"), out("lmnop"), other]);
  });

  test("what is only a little too long loses nothing", () => {
    expect(textOf(all(boundOutput(bounds), [out("0123456789abcde")]))).toBe("0123456789abcde");
  });

  test("the note comes in order before what follows, and each attempt has its own room", () => {
    const events = all(boundOutput(bounds), [out("x".repeat(30)), out("second", "stdout", 2)]);
    expect(events.at(-1)).toEqual(out("second", "stdout", 2));
    expect(textOf(events)).toContain("15 characters left out");
  });

  test("endless changes between the streams are bounded too", () => {
    const pieces = Array.from({ length: 100 }, (_, index) => out("x", index % 2 === 0 ? "stdout" : "stderr"));
    const events = all(boundOutput({ ...bounds, head: 1_000, tail: 1_000 }), pieces);
    expect(events.length).toBe(4 + 1 + 3);
    expect(textOf(events)).toContain("93 characters left out");
  });

  test("says the truth about how much is missing, whatever comes", () => {
    const piece = fc.record({ text: fc.string({ maxLength: 12 }), stream: fc.constantFrom("stdout" as const, "stderr" as const) });
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const events = pieces.map(({ text, stream }) => out(text, stream));
        const kept = textOf(all(boundOutput(bounds), events));
        const note = /\n\[… ([\d,]+) characters left out of the log …\]\n/.exec(kept);
        const missing = note === null ? 0 : Number(note[1]?.replaceAll(",", ""));
        const shown = note === null ? kept : kept.replace(note[0], "");
        const whole = textOf(events);
        expect(shown.length + missing).toBe(whole.length);
        expect(whole.startsWith(kept.slice(0, note?.index))).toBe(true);
      }),
    );
  });
});

describe("secrets", () => {
  const secrets = () => ["sk-12345678", "sk-12345678-long", "short"];

  test("are hidden in every text of every event, the longest first, and words too short to be keys are not", () => {
    const event: AgentEvent = { type: "network-ask", data: { host: "sk-12345678", url: "https://a.example/?key=sk-12345678-long&x=short" } };
    expect(all(redactSecrets(secrets), [event])).toEqual([{ type: "network-ask", data: { host: "[secret]", url: "https://a.example/?key=[secret]&x=short" } }]);
  });

  test("are hidden where a stream cuts them, at every place", () => {
    const text = "key: sk-12345678-long\n";
    for (let cut = 0; cut <= text.length; cut++) {
      const events = all(redactSecrets(secrets), [out(text.slice(0, cut)), out(text.slice(cut)), other]);
      expect(textOf(events)).not.toContain("12345");
      expect(events.at(-1)).toEqual(other);
    }
  });

  test("one character at a time", () => {
    const events = all(
      redactSecrets(() => ["sk-12345678"]),
      [..."a sk-12345678 b sk-1234 c"].map((letter) => reply(letter)),
    );
    expect(textOf(events)).toBe("a [secret] b sk-1234 c");
  });

  test("what only begins like one comes out in the end, in order", () => {
    expect(textOf(all(redactSecrets(secrets), [out("sk-123")]))).toBe("sk-123");
    expect(all(redactSecrets(secrets), [out("sk-123"), out("x", "stderr")])).toEqual([out("sk-123"), out("x", "stderr")]);
  });

  test("without secrets everything passes untouched", () => {
    const events = [out("sk-12345678"), other];
    expect(
      all(
        redactSecrets(() => []),
        events,
      ),
    ).toEqual(events);
  });
});
