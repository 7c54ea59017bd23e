/** Modules that programs use under their own name. */
const MODULES = new Set(
  `argparse array ast base64 bisect calendar cmath collections contextlib copy csv dataclasses datetime decimal difflib enum fractions functools glob
hashlib heapq html io itertools json logging math matplotlib numpy operator os pandas pathlib pprint random re shutil scipy sqlite3 statistics string
struct sys tempfile textwrap time timeit traceback types typing unicodedata uuid warnings zipfile zoneinfo`.split(/\s+/),
);

/** Other names, with the statement that everyone writes for them. */
const STATEMENTS: Readonly<Record<string, string>> = {
  np: "import numpy as np",
  pd: "import pandas as pd",
  plt: "import matplotlib.pyplot as plt",
  mpl: "import matplotlib as mpl",
  dt: "import datetime as dt",
  Counter: "from collections import Counter",
  OrderedDict: "from collections import OrderedDict",
  defaultdict: "from collections import defaultdict",
  deque: "from collections import deque",
  namedtuple: "from collections import namedtuple",
  timedelta: "from datetime import timedelta",
  timezone: "from datetime import timezone",
  date: "from datetime import date",
  Decimal: "from decimal import Decimal",
  Fraction: "from fractions import Fraction",
  reduce: "from functools import reduce",
  lru_cache: "from functools import lru_cache",
  partial: "from functools import partial",
  permutations: "from itertools import permutations",
  combinations: "from itertools import combinations",
  product: "from itertools import product",
  StringIO: "from io import StringIO",
  BytesIO: "from io import BytesIO",
  Path: "from pathlib import Path",
  dataclass: "from dataclasses import dataclass",
  Enum: "from enum import Enum",
  sqrt: "from math import sqrt",
  gcd: "from math import gcd",
  factorial: "from math import factorial",
  List: "from typing import List",
  Dict: "from typing import Dict",
  Optional: "from typing import Optional",
  Tuple: "from typing import Tuple",
  Any: "from typing import Any",
};

/** The import that a missing name most likely wants, or null. */
export function importFor(name: string): string | null {
  if (MODULES.has(name)) return `import ${name}`;
  return Object.hasOwn(STATEMENTS, name) ? (STATEMENTS[name] ?? null) : null;
}
