import type { Strategy } from "#agent/attempt/attempt-plan.ts";

/** What a strategy asks last; empty where it has nothing to add, or says more than a fixed line. */
export const INSTRUCTIONS: Readonly<Record<Strategy, string>> = {
  library: "",
  "by-hand": "",
  first: "",
  step: "",
  correct: "Write the whole corrected program.",
  "patch-function": "",
  rewrite: "",
  mend: "",
  "second-look": "",
  sample: "",
  "other-way": "Solve it in another way than usual, with simple steps.",
};

/** How freely a strategy lets the model write. */
export const TEMPERATURES: Readonly<Record<Strategy, number>> = {
  library: 0,
  "by-hand": 0,
  first: 0,
  step: 0,
  correct: 0.2,
  "patch-function": 0.3,
  rewrite: 0.2,
  mend: 0,
  "second-look": 0.3,
  sample: 0.7,
  "other-way": 0.7,
};
