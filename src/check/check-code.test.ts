import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { syntaxFinding } from "#check/static/syntax-finding.ts";
import { checkCode } from "./check-code.ts";
import type { CheckPlace } from "./code-check.ts";

const place: CheckPlace = {
  python: "3.14.2",
  packages: { numpy: "2.4.6", pandas: "3.0.2", matplotlib: "3.10.8", "scikit-learn": "1.8.0", pillow: "12.0.0" },
  imports: { sklearn: "scikit-learn", PIL: "pillow", mpl_toolkits: "matplotlib" },
  operatingSystem: false,
  network: false,
  packagesAreAll: true,
  files: ["helper.py", "tools/clean.py", "data.csv"],
};

/** `check line:column` of each finding. */
function found(code: string, at: CheckPlace = place): string[] {
  return checkCode(code, at).map((finding) => `${finding.check} ${finding.line ?? "-"}:${finding.column ?? "-"}`);
}

const table: readonly (readonly [string, string, readonly string[]])[] = [
  ["a plain program", "x = 1\nprint(x)", []],
  ["missing package", "import os\nimport torch, json\nprint(1)", ["forbidden-import 2:8"]],
  ["missing package by from", "from flask import Flask\nprint(Flask)", ["forbidden-import 1:6"]],
  ["submodule of a missing package", "import plotly.express as px\nprint(px)", ["forbidden-import 1:8"]],
  ["installed under another name", "from sklearn.cluster import KMeans\nfrom PIL import Image\nprint(KMeans, Image)", []],
  ["modules beside the program", "import helper\nfrom tools import clean\nprint(helper, clean)", []],
  ["standard library", "import math, xml.etree.ElementTree as ET\nfrom collections.abc import Mapping\nprint(math, ET, Mapping)", []],
  ["module that left the library", "import distutils\nprint(distutils)", ["forbidden-import 1:8"]],
  ["desktop module", "import tkinter as tk\nprint(tk)", ["forbidden-import 1:8"]],
  ["guarded import", "try:\n    import cupy\nexcept ImportError:\n    cupy = None\nprint(cupy)", []],
  ["input", "n = int(input('n? '))\nprint(n)", ["input-call 1:9"]],
  ["own function of that name", "def input():\n    return '1'\nprint(input())", []],
  ["reading stdin", "import sys\nfor line in sys.stdin.readlines():\n    print(line)", ["input-call 2:13"]],
  ["a process", "import subprocess as sp\nprint(sp.run(['ls']))", ["blocking-call 2:7"]],
  ["a shell command", "import os\nos.system('ls')\nprint(1)", ["blocking-call 2:1"]],
  ["a thread by its class", "from threading import Thread\nThread(target=print).start()", ["blocking-call 2:1"]],
  ["a lock is no thread", "import threading\nlock = threading.Lock()\nprint(lock)", []],
  ["the network", "from urllib.request import urlopen\nprint(urlopen('https://example.org'))", ["blocking-call 2:7"]],
  ["missing import", "print(np.zeros(3))", ["undefined-name 1:7"]],
  ["name never defined", "def f():\n    return value\nprint(f())", ["undefined-name 2:12"]],
  ["name defined later, in the function's module", "def f():\n    return value\nvalue = 1\nprint(f())", []],
  [
    "comprehension, lambda, walrus, loop, with, except, match",
    "data = [1]\nprint([y for x in data for y in [x] if (z := y)], z)\nprint((lambda a, *b, c=1, **d: (a, b, c, d))(1))\nwith open('f') as f:\n    for i, (j, *k) in []:\n        print(f, i, j, k)\ntry:\n    pass\nexcept ValueError as e:\n    print(e)\nmatch data:\n    case [p, *q]:\n        print(p, q)\n    case {'k': r, **s}:\n        print(r, s)",
    [],
  ],
  ["class scope is not seen from its methods", "class A:\n    size = 1\n    def f(self):\n        return size\nprint(A().f())", ["undefined-name 4:16"]],
  ["global from a function", "def f():\n    global total\n    total = 1\nf()\nprint(total)", []],
  ["f-string", "print(f'{missing:>{width}}')\nwidth = 1", ["undefined-name 1:10"]],
  ["star import hides everything", "from math import *\nprint(sqrt(2))", []],
  ["keyword arguments are no names", "print('a', sep='', end='')", []],
  ["decorators with attributes", "import functools\n@functools.lru_cache(maxsize=None)\ndef f():\n    return 1\nprint(f())", []],
  ["annotations are not evaluated", "def f(x: Missing) -> List[int]:\n    return x\nprint(f(1))", []],
  ["shows nothing", "def add(a, b):\n    return a + b", ["missing-output -:-"]],
  ["shows its last value", "def add(a, b):\n    return a + b\nadd(1, 2)", []],
  ["writes a file", "with open('out.txt', 'w') as f:\n    f.write('x')", []],
  ["draws", "import matplotlib.pyplot as plt\nplt.plot([1, 2])", []],
  ["elided", "def f():\n    # TODO\n    pass\nprint(f())", ["elided-body 1:8"]],
  ["numpy 2", "import numpy as np\nprint(np.float(1), np.trapz([1]), np.NaN)", ["deprecated-api 2:7", "deprecated-api 2:20", "deprecated-api 2:35"]],
  [
    "pandas 3",
    "import pandas as pd\ndf = pd.DataFrame()\ndf = df.append({}, ignore_index=True)\nfor a, b in df.iteritems():\n    print(a, b)\nprint(df.fillna(method='ffill').resample('M').sum())",
    ["deprecated-api 3:6", "deprecated-api 4:16", "deprecated-api 6:17", "deprecated-api 6:42"],
  ],
  ["same method on another class", "class A:\n    def iteritems(self):\n        return []\nprint(A().iteritems())", []],
];

describe("static checks", () => {
  for (const [title, code, expected] of table) test(title, () => expect(found(code)).toEqual(expected));

  test("every finding carries a fix in one line", () => {
    for (const [, code] of table) for (const finding of checkCode(code, place)) expect(finding.fix).toMatch(/^[^\n]{8,160}\.$/);
  });

  test("the fix of a missing import is the import", () => {
    expect(checkCode("print(np.pi)", place)[0]?.fix).toBe("Add `import numpy as np` at the top.");
  });

  test("an executor with an operating system has processes and its own packages", () => {
    const computer = { ...place, operatingSystem: true, packagesAreAll: false };
    expect(found("import subprocess, torch, tkinter\nprint(subprocess.run(['ls']), torch, tkinter)", computer)).toEqual([]);
  });

  test("a module that left the library is only missing from the version that dropped it", () => {
    expect(found("import distutils\nprint(distutils)", { ...place, python: "3.11.7" })).toEqual([]);
  });

  test("old versions keep their names", () => {
    expect(found("import numpy as np\nprint(np.trapz([1]))", { ...place, packages: { numpy: "1.26.4" } })).toEqual([]);
  });

  test("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              "import ",
              "from ",
              "def f(",
              "):",
              "\n    ",
              "\n",
              "lambda",
              "for x in ",
              "[",
              "]",
              "...",
              "class A",
              "f'{",
              "}'",
              "=",
              ",",
              "*",
              "as ",
              "x",
              "# todo",
              "match x:",
              "case ",
            ),
            fc.string({ maxLength: 6 }),
          ),
          { maxLength: 30 },
        ),
        (parts) => {
          checkCode(parts.join(""), place);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test("a syntax error names its place and its fix", () => {
  expect(syntaxFinding({ message: "'(' was never closed", line: 3, column: 6 })).toEqual({
    check: "syntax",
    severity: "error",
    message: "'(' was never closed",
    fix: "Close every bracket that you open.",
    line: 3,
    column: 6,
  });
});

test("where requests can be made, they and packages of an index pass; sockets, screens and packages without a build do not", () => {
  const granted = { ...place, network: true, packagesAreAll: false };
  const checks = (code: string, at: CheckPlace): string[] => checkCode(code, at).map((finding) => `${finding.check} ${finding.message}`);
  const request = "import urllib.request\nimport requests, humanize\nprint(urllib.request.urlopen('https://a.example').read(), requests, humanize)";
  expect(checks(request, granted)).toEqual([]);
  const installed = { ...place, packages: { ...place.packages, requests: "2.33.1" } };
  expect(checks("import requests\nprint(requests)", installed)).toEqual(["forbidden-import requests is for the network, and there is none here"]);
  expect(checks("import socket\nprint(socket.socket())", granted)).toEqual(["blocking-call socket.socket() opens a socket, and there are none here"]);
  for (const name of ["torch", "PyQt5", "selenium", "tkinter"]) expect(checks(`import ${name}\nprint(${name})`, granted).length, name).toBe(1);
});
