import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BoundedOutput } from "./bounded-output.ts";

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const joined = (output: BoundedOutput) =>
  output
    .chunks()
    .map((chunk) => chunk.text)
    .join("");

describe("BoundedOutput", () => {
  test("under the limit everything is kept as written, neighbours joined", () => {
    const output = new BoundedOutput(100);
    expect(output.write("stdout", "a")).toEqual({ stream: "stdout", text: "a" });
    output.write("stdout", "b");
    output.write("stderr", "c");
    output.write("stdout", "");
    output.write("stdout", "d");
    expect(output.chunks()).toEqual([
      { stream: "stdout", text: "ab" },
      { stream: "stderr", text: "c" },
      { stream: "stdout", text: "d" },
    ]);
    expect(output.limit()).toBeNull();
  });

  test("exactly the limit loses nothing", () => {
    const output = new BoundedOutput(8);
    output.write("stdout", "12345678");
    expect(joined(output)).toBe("12345678");
    expect(output.limit()).toBeNull();
  });

  test("over it the beginning and the end stay", () => {
    const output = new BoundedOutput(8);
    for (const letter of "abcdefghijklmnopqrstuvwxyz") output.write("stdout", letter);
    expect(joined(output)).toBe("abcdef\n… 18 characters left out …\nyz");
    expect(output.limit()).toEqual({ name: "output", kept: "the first 6 and the last 2 of 26 characters" });
  });

  test("any writes: what is kept is a beginning and an end of what was written, whole characters, within the limit", () => {
    const writes = fc.array(fc.tuple(fc.constantFrom("stdout" as const, "stderr" as const), fc.string({ unit: "grapheme", maxLength: 30 })), { maxLength: 40 });
    fc.assert(
      fc.property(writes, fc.integer({ min: 4, max: 200 }), (texts, limit) => {
        const output = new BoundedOutput(limit);
        let streamed = "";
        for (const [stream, text] of texts) streamed += output.write(stream, text)?.text ?? "";
        const written = texts.map(([, text]) => text).join("");
        const [head = "", tail = ""] = joined(output).split(/\n… \d+ characters left out …\n/);
        if (output.limit() === null) return joined(output) === written && written.startsWith(streamed);
        return (
          head.length + tail.length <= limit && written.startsWith(head) && written.endsWith(tail) && head === streamed && !LONE_SURROGATE.test(head + tail)
        );
      }),
    );
  });
});
