import { describe, expect, test } from "vitest";
import { pastedTable, withoutPastedRows } from "./pasted-table.ts";

const text = (task: string, taken: string[] = []) => {
  const file = pastedTable(task, taken);
  return file === null ? null : new TextDecoder().decode(file.bytes);
};

describe("rows pasted into a task", () => {
  test("become a file, without the words around them", () => {
    expect(text("Sum the amounts:\n\nname,amount\nAnn,3\nBen,4\n\nPrint the sum, please.")).toBe("name,amount\nAnn,3\nBen,4\n");
  });

  test("with semicolons, tabs and quoted cells", () => {
    expect(text('a;b\n1,5;2\n"x;y";3')).toBe('a;b\n1,5;2\n"x;y";3\n');
    expect(text("a\tb\n1\t2\n3\t4")).toBe("a\tb\n1\t2\n3\t4\n");
  });

  test.each([
    ["prose with commas", "First, do this.\nThen, do that.\nFinally, stop."],
    ["sentences without stops", "Take apples, pears and plums\nand bread, butter and milk\nand tea, coffee and cocoa"],
    ["two rows only", "a,b\n1,2"],
    ["a list in brackets", "[1, 2],\n[3, 4],\n[5, 6]"],
    ["a list with bullets", "- a, b\n- c, d\n- e, f"],
    ["rows of different length", "a,b\n1,2,3\n4"],
    ["no rows", "Print 1."],
  ])("%s stays prose", (_title, task) => expect(text(task)).toBeNull());

  test("gives way to a file of that name", () => {
    expect(text("a,b\n1,2\n3,4", ["data.csv"])).toBeNull();
  });
});

test("a task whose rows are a file can be told with the first of them", () => {
  const rows = Array.from({ length: 40 }, (_, index) => `name ${index},${index}`);
  const task = `Sum the amounts.\n\nname,amount\n${rows.join("\n")}\n\nPrint the total.`;
  expect(withoutPastedRows(task, [])).toBe(
    "Sum the amounts.\n\nname,amount\nname 0,0\nname 1,1\nname 2,2\n(37 more rows: all of them are in the file 'data.csv')\n\nPrint the total.",
  );
  expect(withoutPastedRows(task, ["data.csv"])).toBeNull();
  expect(withoutPastedRows("Sum 1, 2 and 3.", [])).toBeNull();
  expect(withoutPastedRows("a,b\n1,2\n3,4", [])).toBeNull();
});
