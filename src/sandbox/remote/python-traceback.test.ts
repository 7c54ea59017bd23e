import { describe, expect, test } from "vitest";
import { readTraceback } from "./python-traceback.ts";

const names = (file: string) => (file.endsWith("script.xsh") ? "main.py" : null);

describe("readTraceback", () => {
  test("xonsh's words: its own line goes, its blank marker lines too", () => {
    const stderr = [
      "careful",
      "xonsh: To log full traceback to a file set: $XONSH_TRACEBACK_LOGFILE = 'error.log'",
      "Traceback (most recent call last):",
      '  File "/tmp/.tmpA1/script.xsh", line 4, in <module>',
      '    f({"a": 1})',
      "    ",
      '  File "/tmp/.tmpA1/script.xsh", line 2, in f',
      '    return d["amt"]',
      "           ",
      "KeyError: 'amt'",
      "",
    ].join("\n");
    const code = 'def f(d):\n    return d["amt"]\nprint("before")\nf({"a": 1})';
    const read = readTraceback(stderr, code, names);
    expect(read.written).toBe("careful\n");
    expect(read.error).toMatchObject({ name: "KeyError", message: "'amt'" });
    expect(read.error?.frames.map((frame) => [frame.line, frame.function, frame.source])).toEqual([
      [4, "<module>", 'f({"a": 1})'],
      [2, "f", 'return d["amt"]'],
    ]);
    expect(read.error?.traceback).toBe(
      'Traceback (most recent call last):\n  File "main.py", line 4, in <module>\n    f({"a": 1})\n  File "main.py", line 2, in f\n    return d["amt"]\nKeyError: \'amt\'',
    );
  });

  test("a chain: the last exception is the error, the whole chain leaves the text", () => {
    const stderr = [
      "own",
      "Traceback (most recent call last):",
      '  File "script.xsh", line 2, in <module>',
      "    1/0",
      "    ~^~",
      "ZeroDivisionError: division by zero",
      "",
      "The above exception was the direct cause of the following exception:",
      "",
      "Traceback (most recent call last):",
      '  File "script.xsh", line 4, in <module>',
      '    raise ValueError("x\\ny") from e',
      "ValueError: x",
      "y",
      "",
    ].join("\n");
    const read = readTraceback(stderr, "", names);
    expect(read.written).toBe("own\n");
    expect(read.error).toMatchObject({ name: "ValueError", message: "x\ny", frames: [{ line: 4 }] });
  });

  test("frames of libraries are left out of the frames and kept in the traceback after the person's own", () => {
    const stderr =
      'Traceback (most recent call last):\n  File "/usr/bin/xonsh", line 8, in <module>\n    main()\n  File "/tmp/a/script.xsh", line 1, in <module>\n    json.loads("{")\n  File "/usr/lib/python3.12/json/decoder.py", line 353, in raw_decode\n    obj, end = self.scan_once(s, idx)\njson.decoder.JSONDecodeError: Expecting property name: line 1 column 2 (char 1)\n';
    const read = readTraceback(stderr, 'import json; json.loads("{")', names);
    expect(read.error?.name).toBe("JSONDecodeError");
    expect(read.error?.frames).toHaveLength(1);
    expect(read.error?.traceback).toContain("decoder.py");
    expect(read.error?.traceback).not.toContain("/usr/bin/xonsh");
  });

  test("a syntax error has no header", () => {
    const read = readTraceback('  File "s/script.xsh", line 2\n    print(x\n    ^\nSyntaxError: EOF in multi-line statement\n', "x = 1\nprint(x", names);
    expect(read.written).toBe("");
    expect(read.error).toMatchObject({
      name: "SyntaxError",
      message: "EOF in multi-line statement",
      frames: [{ file: "main.py", line: 2, source: "print(x" }],
    });
  });

  test("an exception without a message, and one with an empty one", () => {
    expect(readTraceback('Traceback (most recent call last):\n  File "script.xsh", line 1, in <module>\nKeyboardInterrupt\n', "x", names).error).toMatchObject({
      name: "KeyboardInterrupt",
      message: "",
    });
    expect(readTraceback('Traceback (most recent call last):\n  File "script.xsh", line 1, in <module>\nMine: \n', "x", names).error?.message).toBe("");
  });

  test.each(["", "plain warning\n", "Traceback (most recent call last):\n", 'print says   File "x", line 3\n', "ValueError: only a word\n"])(
    "no traceback, nothing taken away: %j",
    (stderr) => {
      expect(readTraceback(stderr, "", names)).toEqual({ written: stderr, error: null });
    },
  );
});
