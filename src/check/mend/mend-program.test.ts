import { describe, expect, test } from "vitest";
import type { TableFacts } from "./mend.ts";
import { mendProgram } from "./mend-program.ts";

const prices: TableFacts = {
  path: "prices.csv",
  encoding: "utf-8",
  separator: ",",
  decimal: ".",
  columns: ["item", "price", "count"],
  numbers: [
    { column: "price", type: "float" },
    { column: "count", type: "int" },
  ],
};
const german: TableFacts = { ...prices, path: "preise.csv", encoding: "cp1252", separator: ";", decimal: "," };
const mend = (code: string, name: string, message: string, line: number | null, tables: readonly TableFacts[] = [prices]) =>
  mendProgram(code, { name, message, line, tables })?.code ?? null;

describe("a heading that was read as data", () => {
  const heading = "could not convert string to float: 'price'";
  test.each([
    [
      "with open('prices.csv') as f:\n    reader = csv.reader(f)\n    for row in reader:\n        x = float(row[1])",
      "    reader = csv.reader(f)\n    next(reader)\n    for row in reader:",
      4,
    ],
    ["with open('prices.csv') as f:\n    for line in f:\n        x = float(line.split(',')[1])", "as f:\n    next(f)\n    for line in f:", 3],
    ["lines = text.splitlines()\nfor line in lines:\n    x = float(line.split(',')[1])", "for line in lines[1:]:", 3],
    ["for row in csv.reader(open('prices.csv')):\n    x = float(row[1])", "for row in list(csv.reader(open('prices.csv')))[1:]:", 2],
  ])("%j", (code, part, line) => expect(mend(code, "ValueError", heading, line)).toContain(part));

  test("another text is left to the model", () =>
    expect(mend("for row in csv.reader(f):\n    float(row[0])", "ValueError", "could not convert string to float: 'n/a'", 2)).toBeNull());
});

describe("cells of the csv module are text", () => {
  const message = "unsupported operand type(s) for /: 'str' and 'str'";
  test("columns of numbers are converted where they are read", () => {
    const code = "for row in csv.DictReader(f):\n    row['item'] = row['price'] / row['count']\n    y = float(row['price'])";
    expect(mend(code, "TypeError", message, 2)).toBe(
      "for row in csv.DictReader(f):\n    row['item'] = float(row['price']) / int(row['count'])\n    y = float(row['price'])",
    );
  });
  test("by place", () => expect(mend("for r in csv.reader(f):\n    x = r[1] * r[2]", "TypeError", message, 2)).toContain("float(r[1]) * int(r[2])"));
  test("unpacked", () => {
    expect(mend("for r in csv.reader(f):\n    item, price, count = r\n    x = price / count", "TypeError", message, 3)).toContain(
      "= r\n    price = float(price)\n    count = int(count)\n    x",
    );
    expect(mend("rows = csv.reader(f)\nfor item, price, count in rows:\n    x = price / count", "TypeError", message, 3)).toContain(
      "in rows:\n    price = float(price)\n    count = int(count)\n    x",
    );
  });
  test("a program without the csv module is left to the model", () => expect(mend("x = row['price'] / 2", "TypeError", message, 1)).toBeNull());
});

test.each([
  ["reader = csv.DictReader(f)\nn = len(reader)", "object of type 'DictReader' has no len()", 2, "reader = list(csv.DictReader(f))\nn = len(reader)"],
  ["m = map(int, a)\nprint(m[0])", "'map' object is not subscriptable", 2, "m = list(map(int, a))\nprint(m[0])"],
  ["print('Sum: ' + total + '.')", 'can only concatenate str (not "int") to str', 1, "print('Sum: ' + str(total) + '.')"],
  ["print(total + ' items')", "unsupported operand type(s) for +: 'int' and 'str'", 1, "print(str(total) + ' items')"],
])("%j: %s", (code, message, line, right) => expect(mend(code, "TypeError", message, line)).toBe(right));

test("a sum without a text is left to the model", () =>
  expect(mend("print(a + b)", "TypeError", "unsupported operand type(s) for +: 'int' and 'str'", 1)).toBeNull());

test("a counter of the module is declared", () => {
  const code = "count = 0\ndef move(n):\n    # one more\n    count += 1\n    return n\nmove(2)";
  const message = "cannot access local variable 'count' where it is not associated with a value";
  expect(mend(code, "UnboundLocalError", message, 4)).toContain("    # one more\n    global count\n    count += 1");
  expect(mend(code.replace("count = 0\n", ""), "UnboundLocalError", message, 3)).toBeNull();
});

test("a number with decimals is read as one", () =>
  expect(mend("x = [int(a) for a in b] + list(map(int, c))", "ValueError", "invalid literal for int() with base 10: '7.50'", 1)).toBe(
    "x = [float(a) for a in b] + list(map(float, c))",
  ));

test("a column by almost its name", () => {
  expect(mend("print(df['Price'].sum())", "KeyError", "'Price'", 1)).toBe('print(df["price"].sum())');
  expect(mend("print(df['cost'].sum())", "KeyError", "'cost'", 1)).toBeNull();
});

test.each([
  [
    "from datetime import datetime\nx = datetime(2024, 1, 1) + datetime.timedelta(days=1)",
    "AttributeError",
    "type object 'datetime.datetime' has no attribute 'timedelta'",
    "from datetime import timedelta, datetime\nx = datetime(2024, 1, 1) + timedelta(days=1)",
  ],
  [
    "from datetime import datetime\nx = datetime.datetime(2024, 1, 1)",
    "AttributeError",
    "type object 'datetime.datetime' has no attribute 'datetime'",
    "from datetime import datetime\nx = datetime(2024, 1, 1)",
  ],
  ["import datetime\nx = datetime.now()", "AttributeError", "module 'datetime' has no attribute 'now'", "import datetime\nx = datetime.datetime.now()"],
  ["import random\nx = random()", "TypeError", "'module' object is not callable", "import random\nx = random.random()"],
  ["import numpy\nx = numpy()", "TypeError", "'module' object is not callable", null],
])("a module or the class of its name: %j", (code, name, message, right) => expect(mend(code, name, message, 2)).toBe(right));

describe("the format of a table", () => {
  test.each([
    ["df = pd.read_csv('preise.csv')\nprint(df['price'])", "sep=';', decimal=',', encoding='cp1252')"],
    ["with open('preise.csv') as f:\n    r = csv.DictReader(f)", "open('preise.csv', encoding='cp1252') as f:\n    r = csv.DictReader(f, delimiter=';')"],
    ["df = pd.read_csv('preise.csv', delimiter=';')", "delimiter=';', decimal=',', encoding='cp1252')"],
  ])("%j", (code, part) => expect(mend(code, "KeyError", "'price'", 1, [german])).toContain(part));
  test("is left alone where it is told, or usual", () => {
    expect(mend("df = pd.read_csv('prices.csv')", "KeyError", "'x'", 1)).toBeNull();
    expect(mend("df = pd.read_csv('preise.csv', sep=';', decimal=',', encoding='cp1252')", "KeyError", "'x'", 1, [german])).toBeNull();
  });
});

test("broken code, and failures of any kind, never throw", () => {
  for (const name of ["ValueError", "TypeError", "KeyError", "UnboundLocalError"])
    for (const code of ["", "for", "x = (", "len()", "a[", "def f():\n    pass", "for x in y:\n    z = x['price']"])
      expect(() => mend(code, name, "'str' 'price' local variable 'x'", 1)).not.toThrow();
});
