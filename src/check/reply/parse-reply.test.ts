import fc from "fast-check";
import { describe, expect, test } from "vitest";
import modelReplies from "../fixtures/model-replies.json" with { type: "json" };
import reported from "../fixtures/replies.json" with { type: "json" };
import { createReplyParser, parseReply, type ReplyFinish } from "./parse-reply.ts";

interface Case {
  readonly title: string;
  readonly reply: string;
  readonly code: string | null;
  readonly finish?: ReplyFinish;
  readonly problem?: string;
}

const written: readonly Case[] = [
  { title: "no closing fence, but a whole program", reply: "```python\nprint(1)\n", code: "print(1)" },
  { title: "no closing fence and the token limit", reply: "```python\nprint(1)\n", finish: "length", code: null, problem: "truncated" },
  { title: "closing fence, and the token limit in the prose after it", reply: "```python\nprint(1)\n```\nThis prints", finish: "length", code: "print(1)" },
  { title: "stopped by the person inside the block", reply: "```python\nprint(1)\n", finish: "aborted", code: null, problem: "truncated" },
  { title: "function header without a body at the end", reply: "```python\nprint(1)\ndef f(x):\n", code: null, problem: "truncated" },
  { title: "tildes", reply: "~~~python\nprint('a')\n~~~\n", code: "print('a')" },
  { title: "four backticks around three", reply: "````python\ntext = '''\n```\n'''\nprint(text)\n````", code: "text = '''\n```\n'''\nprint(text)" },
  { title: "four backticks, longer fence closes", reply: "````py\nprint(2)\n``````\nbye", code: "print(2)" },
  { title: "a markdown wrapper around the reply", reply: "```markdown\n# Answer\n```python\nprint(3)\n```\n```", code: "print(3)" },
  {
    title: "forgotten closing triple quote before the fence",
    reply: '```python\nx = """abc\nprint(x)\n```\nThen:\n```python\nprint(4)\n```',
    code: "print(4)",
  },
  { title: "code tags", reply: "Thought: easy.\n<code>\nprint(5)\n</code>\nDone", code: "print(5)" },
  { title: "a fence inside code tags", reply: "<code>\n```python\nprint(5)\n```\n</code>", code: "print(5)" },
  { title: "inline HTML code is no program", reply: "Use <code>print()</code> to print.", code: null, problem: "no-code" },
  { title: "code tag without an end", reply: "<code>\nprint(6)", code: "print(6)" },
  { title: "tool call", reply: '<tool_call>\n{"name": "python", "arguments": {"code": "x = 1\\nprint(x)"}}\n</tool_call>', code: "x = 1\nprint(x)" },
  {
    title: "tool call with real line ends in its string",
    reply: '<tool_call>{"name": "run", "arguments": {"code": "x = 1\nprint(x)"}}</tool_call>',
    code: "x = 1\nprint(x)",
  },
  { title: "tool call with arguments as text", reply: '[TOOL_CALLS][{"name": "python", "arguments": "{\\"code\\": \\"print(7)\\"}"}]', code: "print(7)" },
  { title: "tool call cut off", reply: '<tool_call>\n{"name": "python", "arguments": {"code": "print(7', finish: "length", code: null, problem: "truncated" },
  { title: "whole reply is a call in JSON", reply: '{"name": "code_interpreter", "parameters": {"code": "print(8)"}}', code: "print(8)" },
  { title: "Llama's python tag", reply: "<|python_tag|>print(9)<|eom_id|>", code: "print(9)" },
  { title: "thinking that the template opened", reply: "I could\n```python\nprint('draft')\n```\nno.\n</think>\n```python\nprint(10)\n```", code: "print(10)" },
  { title: "a draft fence left open inside thinking", reply: "<think>\n```python\nprint('draft')\n</think>\n```python\nprint(11)\n```", code: "print(11)" },
  { title: "thinking without an end", reply: "<think>\n```python\nprint('draft')\n```\n", code: null, problem: "no-code" },
  { title: "thinking on one line", reply: "<think>hm</think>```python\nprint(12)\n```", code: "print(12)" },
  {
    title: "end token after the fence and a made-up turn",
    reply: "```python\nprint(13)\n```<|im_end|>\n<|im_start|>user\n```python\nprint('no')\n```",
    code: "print(13)",
  },
  { title: "end token on the last line of code", reply: "```python\nprint(14)<|eot_id|>", code: "print(14)" },
  { title: "end token inside a string stays", reply: "```python\nprint('<|im_end|>')\n```", code: "print('<|im_end|>')" },
  { title: "role header before the answer", reply: "<|start_header_id|>assistant<|end_header_id|>\n\n```python\nprint(15)\n```", code: "print(15)" },
  { title: "the model plays the person", reply: "```python\nprint(16)\n```\nUser: now in Java\n```python\nprint('no')\n```", code: "print(16)" },
  {
    title: "interpreter prompts with output",
    reply: "```python\n>>> x = 2\n>>> for i in range(x):\n...     print(i)\n... \n0\n1\n```",
    code: "x = 2\nfor i in range(x):\n    print(i)",
  },
  {
    title: "doctest in a docstring stays",
    reply: "```python\ndef f():\n    '''\n    >>> f()\n    1\n    '''\n    return 1\nprint(f())\n```",
    code: "def f():\n    '''\n    >>> f()\n    1\n    '''\n    return 1\nprint(f())",
  },
  {
    title: "typographic quotes around a string",
    reply: "```python\nprint(\u201cit\u2019s\u201d)\nname = \u2018Ann\u2019\n```",
    code: "print(\"it\u2019s\")\nname = 'Ann'",
  },
  {
    title: "typographic quotes inside a string stay",
    reply: "```python\nprint('\u201chi\u201d')  # \u201cquoted\u201d\n```",
    code: "print('\u201chi\u201d')  # \u201cquoted\u201d",
  },
  {
    title: "no-break spaces and a typographic minus",
    reply: "```python\nx\u00a0= 5 \u2212 3\nprint(x, '\u00a0\u2212')\n```",
    code: "x = 5 - 3\nprint(x, '\u00a0\u2212')",
  },
  {
    title: "two programs, the second corrected",
    reply: "```python\ndef f(x):\n    return x\nprint(f(1))\n```\nA corrected version:\n```python\ndef f(x):\n    return x + 1\nprint(f(1))\n```",
    code: "def f(x):\n    return x + 1\nprint(f(1))",
  },
  {
    title: "definition, then a note, then its use in a plain fence",
    reply: "```python\ndef f(x):\n    return x\n```\nUse it so:\n```\nprint(f(3))\n```",
    code: "def f(x):\n    return x\n\nprint(f(3))",
  },
  {
    title: "imports, values and output in three steps",
    reply: "First:\n```python\nimport math\n```\nThen:\n```python\nr = 2\n```\nFinally:\n```python\nprint(math.pi * r)\n```",
    code: "import math\n\nr = 2\n\nprint(math.pi * r)",
  },
  {
    title: "steps that need nothing of each other",
    reply: "Step 1\n```python\nprint('a')\n```\nStep 2\n```python\nprint('b')\n```",
    code: "print('a')\n\nprint('b')",
  },
  { title: "shell commands are left out", reply: "```bash\npip install pandas\n```\n```python\nprint(17)\n```\n```sh\npython main.py\n```", code: "print(17)" },
  { title: "JavaScript is left out", reply: "```javascript\nconsole.log(1)\n```", code: null, problem: "no-code" },
  { title: "notebook commands are left out", reply: "```python\n%matplotlib inline\n!pip install x\nprint(7 % 2)\n```", code: "print(7 % 2)" },
  { title: "the word python as the first line", reply: "```\npython\nprint(18)\n```", code: "print(18)" },
  { title: "code on the fence's own line", reply: "```python import math\nprint(math.pi)\n```", code: "import math\nprint(math.pi)" },
  { title: "a block on one line", reply: "```python print(19)```", code: "print(19)" },
  { title: "closing fence behind the code", reply: "```python\nprint(20)```\nDone", code: "print(20)" },
  { title: "fence after prose on the same line", reply: "Here it is: ```python\nprint(21)\n```", code: "print(21)" },
  { title: "quoted fence", reply: "> ```python\n> if True:\n>     print(22)\n> ```", code: "if True:\n    print(22)" },
  { title: "fence in a bullet", reply: "- ```python\n  print(23)\n  ```", code: "print(23)" },
  { title: "windows line ends", reply: "```python\r\nprint(24)\r\n```\r\n", code: "print(24)" },
  { title: "attributes after the language", reply: '```python title="main.py"\nprint(25)\n```', code: "print(25)" },
  { title: "a second opening fence where a closing one was due", reply: "```python\nx = 1\n```python\nprint(x)\n```", code: "x = 1\n\nprint(x)" },
  { title: "no fence at all", reply: "import math\n\nprint(math.pi)\n", code: "import math\n\nprint(math.pi)" },
  {
    title: "no fence, prose around",
    reply: "Sure, here you go:\n\nfor i in range(3):\n    print(i)\n\nThis prints the numbers.",
    code: "for i in range(3):\n    print(i)",
  },
  { title: "prose with a formula is no code", reply: "The sum of 2**100 is 2 + 2 = 4, print it.", code: null, problem: "no-code" },
  { title: "ellipsis for a body", reply: "```python\ndef f(x):\n    ...\nprint(f(1))\n```", code: null, problem: "elided" },
  { title: "your code here", reply: "```python\ndef f(x):\n    # Your code here\n    pass\nprint(f(1))\n```", code: null, problem: "elided" },
  { title: "rest of the code", reply: "```python\nprint(1)\n# ... rest of the code ...\n```", code: null, problem: "elided" },
  {
    title: "an abstract method is not elided",
    reply: "```python\nfrom typing import Protocol\nclass P(Protocol):\n    def f(self): ...\nprint(P)\n```",
    code: "from typing import Protocol\nclass P(Protocol):\n    def f(self): ...\nprint(P)",
  },
  {
    title: "a comment that invites, with code under it",
    reply: "```python\ndef f(x):\n    # your code here\n    return x\nprint(f(1))\n```",
    code: "def f(x):\n    # your code here\n    return x\nprint(f(1))",
  },
  { title: "a whole program, then one cut off", reply: "```python\nprint(26)\n```\nOr:\n```python\nprint(sum([1,\n", finish: "length", code: "print(26)" },
  { title: "nothing", reply: " \n", code: null, problem: "empty" },
];

const cases: readonly Case[] = [...reported.map(({ id, title, reply, code }) => ({ title: `${id} ${title}`, reply, code })), ...written];

describe("replies that break naive extraction", () => {
  for (const { title, reply, code, finish = "stop", problem = null } of cases) {
    test(title, () => {
      const parsed = parseReply(reply, finish);
      expect(parsed.code).toBe(code);
      if (problem !== null) expect(parsed.problem).toBe(problem);
      expect(parsed.findings.length > 0).toBe(code === null);
    });
    test(`${title}: split at every position`, () => {
      const whole = parseReply(reply, finish);
      for (let at = 0; at <= reply.length; at += 1) {
        const parser = createReplyParser();
        parser.push(reply.slice(0, at));
        parser.programClosed();
        parser.push(reply.slice(at));
        expect(parser.end(finish)).toEqual(whole);
      }
    });
  }
});

describe("a program that has been closed", () => {
  test("is told as soon as its fence closes, and only when it shows something", () => {
    const parser = createReplyParser();
    parser.push("```python\ndef f():\n    return 1\n```\n");
    expect(parser.programClosed()).toBe(false);
    parser.push("Use:\n```python\nprint(f())\n");
    expect(parser.programClosed()).toBe(false);
    parser.push("```\n");
    expect(parser.programClosed()).toBe(true);
  });
});

describe("any text", () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      "```",
      "```python\n",
      "~~~\n",
      "<think>",
      "</think>",
      "<code>\n",
      "</code>",
      "<tool_call>",
      '{"code": "',
      '"""',
      "'''",
      "\n",
      ">>> ",
      "    ",
      "\u201c",
      "print(1)\n",
      "def f():\n",
      "...",
      "#",
      "<|im_end|>",
      "\\",
      "(",
      "\r\n",
    ),
    fc.string({ maxLength: 12 }),
  );
  const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));
  const finish = fc.constantFrom<ReplyFinish>("stop", "length", "aborted", "error");

  test("neither throws nor depends on the chunks", () => {
    fc.assert(
      fc.property(text, finish, fc.array(fc.nat(), { maxLength: 6 }), (reply, end, cuts) => {
        const whole = parseReply(reply, end);
        const parser = createReplyParser();
        let from = 0;
        for (const to of [...cuts.map((cut) => cut % (reply.length + 1)).sort((a, b) => a - b), reply.length]) {
          parser.push(reply.slice(from, to));
          parser.programClosed();
          from = to;
        }
        expect(parser.end(end)).toEqual(whole);
        expect((whole.code === null) === (whole.problem !== null)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("real replies of small models, at every cut", () => {
    for (const { reply } of modelReplies) {
      for (let at = 0; at < reply.length; at += 37) expect(() => parseReply(reply.slice(0, at), "length")).not.toThrow();
    }
  });

  test("deep nesting and long replies end in time", () => {
    for (const reply of [
      `\`\`\`python\n${"(".repeat(20_000)}`,
      `\`\`\`python\nx = ${"[".repeat(5_000)}${"]".repeat(5_000)}\n\`\`\``,
      '```python\n"""\n```\n'.repeat(500),
      "print(1\n".repeat(2_000),
      "a = (\n".repeat(3_000),
      "<think></think>".repeat(2_000),
      "<|im_start|>assistant<code></code>".repeat(1_000),
    ]) {
      const start = performance.now();
      parseReply(reply, "stop");
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });
});
