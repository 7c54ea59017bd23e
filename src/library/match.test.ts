import { describe, expect, test } from "vitest";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import { createMatcher } from "./match.ts";

function snippet(name: string, description: string, more: Partial<Snippet> = {}): Snippet {
  const time = "2026-11-30T12:00:00.000Z";
  return {
    id: name,
    name,
    description,
    code: "print(1)",
    tags: [],
    status: "core",
    version: 1,
    provenance: { run: null, model: null, task: null },
    createdAt: time,
    updatedAt: time,
    ...UNPROVEN,
    ...more,
  };
}

const LIBRARY = [
  snippet("total_by_group", "Totals of one column of a CSV for each value of another column.", {
    tags: ["csv", "sum"],
    provenance: { run: null, model: null, task: "Sum the amount column per region in sales.csv" },
  }),
  snippet("resize_image", "Resizes an image to a given width and keeps its proportions.", {
    tags: ["picture"],
    code: "def resize_image(path, width):\n    thumbnail(path, width)",
  }),
  snippet("count_words", "Counts how often each word stands in a text.", { tags: ["text", "frequency"] }),
  snippet("days_between", "Number of days between two dates.", { tags: ["date", "calendar"] }),
];

describe("the first candidate", () => {
  const match = createMatcher(LIBRARY);
  test.each([
    ["Sum the amount column per region in sales.csv", "total_by_group"],
    ["total of the amount column grouped by region", "total_by_group"],
    ["Please resize this image to 300 pixels width", "resize_image"],
    ["How often does each word occur in this text?", "count_words"],
    ["how many days are between these dates", "days_between"],
    ["resise the pictures", "resize_image"],
  ])("for '%s' is %s", (task, name) => {
    expect(match(task)[0]?.name).toBe(name);
  });
});

describe("the score", () => {
  const match = createMatcher(LIBRARY);
  test("is 1 where the task is the one that the snippet was made for, whatever the file is called", () => {
    expect(match("Sum the amount column per region in orders.csv")[0]).toMatchObject({ id: "total_by_group", score: 1 });
  });

  test("is high in other words, low for another deed with the same things, and no one's for something else", () => {
    expect(match("image resize")[0]?.score).toBe(1);
    expect(match("Count the words of the text")[0]?.score).toBeGreaterThan(0.75);
    expect(match("Draw a chart of the mean temperature for each station of the csv")[0]?.score ?? 0).toBeLessThan(0.4);
    expect(match("Translate this poem into French")).toEqual([]);
  });

  test("is low for a task that is too vague to mean this tool", () => {
    expect(match("csv")[0]?.score).toBeLessThan(0.6);
  });

  test("does not depend on what else is in the library", () => {
    const alone = createMatcher(LIBRARY.slice(0, 1));
    const many = createMatcher([...LIBRARY, ...Array.from({ length: 500 }, (_, index) => snippet(`tool_${index}`, `Sum of csv column number${index}.`))]);
    const task = "total amount per region";
    const scoreIn = (matcher: typeof alone) => matcher(task).find(({ id }) => id === "total_by_group")?.score;
    expect(scoreIn(many)).toBe(scoreIn(alone));
  });

  test("stays between 0.05 and 1, best first", () => {
    for (const task of ["csv sum text image date", "words", "width", "region amount days words image column value"]) {
      const scores = match(task).map(({ score }) => score);
      expect(scores.every((score) => score >= 0.05 && score <= 1)).toBe(true);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
    }
  });

  test("a word that only the code knows counts half", () => {
    const withCode = match("image thumbnail width")[0]?.score ?? 0;
    const without = match("image unknown width")[0]?.score ?? 0;
    expect(withCode).toBeGreaterThan(without);
    expect(match("thumbnail")).toEqual([]);
  });
});

test("a task of no words, and an empty library, match nothing", () => {
  expect(createMatcher(LIBRARY)("2 + 2")).toEqual([]);
  expect(createMatcher([])("sum the csv")).toEqual([]);
});

test("10,000 snippets answer quickly", () => {
  const match = createMatcher(
    Array.from({ length: 10_000 }, (_, index) => snippet(`tool_${index}`, `Handles matter number${index} of the kind${index % 97}.`)),
  );
  const begin = performance.now();
  expect(match("handle the matter of kind42").length).toBe(20);
  expect(performance.now() - begin).toBeLessThan(10_000);
});
