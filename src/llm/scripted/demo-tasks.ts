import type { DataFile } from "#domain/data-file.ts";
import { salesCsv } from "./sales-csv.ts";

/** A task that the recorded replies know. */
export interface DemoScript {
  readonly title: string;
  readonly task: string;
  readonly files: readonly DataFile[];
  /** The reply of each attempt, in order. All but the last one fail when they are run, and really do. */
  readonly replies: readonly string[];
}

const salesFile: DataFile = { path: "sales.csv", bytes: new TextEncoder().encode(salesCsv) };

const python = (text: string, code: string): string => `${text}\n\n\`\`\`python\n${code.trim()}\n\`\`\`\n`;

/** The recordings. Their code is run by the tests in the real sandbox. */
export const demoTasks: readonly DemoScript[] = [
  {
    title: "Add up prime numbers",
    task: "What is the sum of all prime numbers below 1000?",
    files: [],
    replies: [
      python(
        "A sieve marks the composite numbers; what is left is prime.",
        `
limit = 1000
is_prime = [True] * limit
is_prime[0] = is_prime[1] = False
for number in range(2, int(limit**0.5) + 1):
    if is_prime[number]:
        for multiple in range(number * number, limit, number):
            is_prime[multiple] = False

primes = [number for number in range(limit) if is_prime[number]]
print(f"There are {len(primes)} primes below {limit}.")
print(f"Their sum is {sum(primes)}.")
`,
      ),
    ],
  },
  {
    title: "Add up durations (fails once, then is repaired)",
    task: 'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".',
    files: [],
    replies: [
      python(
        "Each duration is split into hours and minutes and added up.",
        `
durations = ["1h 20m", "45m", "2h", "90s"]

total_minutes = 0
for duration in durations:
    hours, minutes = duration.split()
    total_minutes += int(hours.rstrip("h")) * 60 + int(minutes.rstrip("m"))

print(f"Total: {total_minutes} minutes")
`,
      ),
      python(
        "Not every duration has two parts, and seconds occur too. So each part is read by its own unit.",
        `
durations = ["1h 20m", "45m", "2h", "90s"]
seconds_per_unit = {"h": 3600, "m": 60, "s": 1}

total_seconds = 0
for duration in durations:
    for part in duration.split():
        total_seconds += int(part[:-1]) * seconds_per_unit[part[-1]]

print(f"Total: {total_seconds / 60:g} minutes")
`,
      ),
    ],
  },
  {
    title: "Chart the sales of a CSV",
    task: "Draw the revenue per month and region in sales.csv as a line chart, and show the total of each region.",
    files: [salesFile],
    replies: [
      python(
        "The CSV is read with pandas, summed per month and region, and drawn with matplotlib.",
        `
import matplotlib.pyplot as plt
import pandas as pd

sales = pd.read_csv("sales.csv", parse_dates=["date"])
sales["revenue"] = sales["units"] * sales["unit_price"]
sales["month"] = sales["date"].dt.strftime("%Y-%m")

per_month = sales.pivot_table(index="month", columns="region", values="revenue", aggfunc="sum")
axes = per_month.plot(marker="o", figsize=(8, 4.5))
axes.set_title("Revenue per month and region")
axes.set_xlabel("Month")
axes.set_ylabel("Revenue (EUR)")
plt.tight_layout()
plt.show()

totals = sales.groupby("region")["revenue"].sum().sort_values(ascending=False).round(2)
print(totals.to_string())
totals.to_frame()
`,
      ),
    ],
  },
  {
    title: "Save a summary of a CSV",
    task: "Write the units and revenue of each product in sales.csv to a new file summary.csv.",
    files: [salesFile],
    replies: [
      python(
        "Units are summed, revenue is units times price, and the table is written as CSV.",
        `
import pandas as pd

sales = pd.read_csv("sales.csv")
sales["revenue"] = sales["units"] * sales["unit_price"]
summary = sales.groupby("product")[["units", "revenue"]].sum().round(2).sort_values("revenue", ascending=False)
summary.to_csv("summary.csv")
print(f"Wrote {len(summary)} rows to summary.csv.")
summary
`,
      ),
    ],
  },
  {
    title: "Count words",
    task: 'Which words occur more than once in "the bee, the hive, the skep: a bee makes honey, a hive keeps honey"?',
    files: [],
    replies: [
      python(
        "The words are taken without punctuation and counted.",
        `
import re
from collections import Counter

text = "the bee, the hive, the skep: a bee makes honey, a hive keeps honey"
counts = Counter(re.findall(r"[a-z]+", text.lower()))
for word, count in counts.most_common():
    if count > 1:
        print(f"{word}: {count}")
`,
      ),
    ],
  },
  {
    title: "Find every Friday the 13th",
    task: "List every Friday the 13th from 2026 to 2028.",
    files: [],
    replies: [
      python(
        "Each month's 13th is looked at; weekday 4 is Friday.",
        `
from datetime import date

fridays = [date(year, month, 13) for year in range(2026, 2029) for month in range(1, 13) if date(year, month, 13).weekday() == 4]
for day in fridays:
    print(day.strftime("%A, %d %B %Y"))
print(f"{len(fridays)} in all.")
`,
      ),
    ],
  },
];
