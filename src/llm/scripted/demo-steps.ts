const step = (thought: string, code: string): string => `Thought: ${thought}\n<code>\n${code.trim()}\n</code>`;

/** Recorded steps for CodeAgent's loop, by the task that they belong to. Each step uses what the ones before it left. */
export const demoSteps: Readonly<Record<string, readonly string[]>> = {
  "What is the sum of all prime numbers below 1000?": [
    step(
      "I mark the composite numbers with a sieve, and look at how many primes are left.",
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
`,
    ),
    step("The list is there. I add it up and give the answer.", "final_answer(sum(primes))"),
  ],
  'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".': [
    step(
      "I split each duration into hours and minutes.",
      `
durations = ["1h 20m", "45m", "2h", "90s"]
total = 0
for duration in durations:
    hours, minutes = duration.split()
    total += int(hours.rstrip("h")) * 60 + int(minutes.rstrip("m"))
`,
    ),
    step(
      "Not every duration has two parts. I read each part by its own unit; the list of durations is still there.",
      `
seconds = {"h": 3600, "m": 60, "s": 1}
total = 0
for duration in durations:
    for part in duration.split():
        total += int(part[:-1]) * seconds[part[-1]]
print("Total:", total / 60, "minutes")
`,
    ),
    step("That is the total.", "final_answer(total / 60)"),
  ],
};
