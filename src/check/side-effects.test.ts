import { expect, test } from "vitest";
import { hasSideEffects } from "./side-effects.ts";

test.each([
  ["print(1)", false],
  ["print(open('a.csv').read())", false],
  ["with open('a.csv', 'r', encoding='utf-8') as f:\n    print(f.read())", false],
  ["import csv\nwith open('a.csv', newline='') as f:\n    print(list(csv.reader(f)))", false],
  ["with open('a.csv', 'w') as f:\n    f.write('x')", true],
  ["open('a.csv', mode='a')", true],
  ["from pathlib import Path\nPath('a').write_text('x')", true],
  ["from pathlib import Path\nprint(Path('a').open().read())", false],
  ["import os\nos.remove('a')", true],
  ["xs = [1]\nxs.remove(1)\nprint(xs)", false],
  ["import pandas as pd\npd.DataFrame().to_csv('a.csv')", true],
  ["import requests\nprint(requests.get('https://example.org'))", true],
  ["import urllib.request as u\nprint(u.urlopen('https://example.org').read())", true],
  ["from pyodide.http import pyfetch\nprint(await pyfetch('https://example.org'))", true],
  ["import httpx\nprint(httpx.get('https://example.org'))", true],
  ["import matplotlib.pyplot as plt\nplt.plot([1])\nplt.savefig('a.png')", true],
  ["import json\nprint(json.dumps({}))", false],
  ["print((", true],
] as const)("%s", (code, expected) => {
  expect(hasSideEffects(code)).toBe(expected);
});
