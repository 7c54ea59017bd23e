import { laySetting } from "#domain/check-setting.ts";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import type { ConfigProblem, Deployment } from "./deployment.ts";

/** Which setting each parameter of the address sets, and how its text is read. */
const PARAMETERS: Readonly<Record<string, { readonly key: keyof Settings; readonly read: (text: string) => unknown; readonly rule?: string }>> = {
  engine: { key: "engine", read: (text) => text },
  model: { key: "model", read: (text) => text },
  executor: { key: "executor", read: (text) => text },
  loop: { key: "loop", read: (text) => text },
  steps: { key: "stepLimit", read: (text) => readNumber(text, 1) },
  tags: { key: "codeTags", read: (text) => text },
  imports: { key: "imports", read: (text) => text },
  /** Whether runs of this visit go on in one interpreter: `kept` or `clean`. */
  state: { key: "keepState", read: (text) => (text === "kept" ? true : text === "clean" ? false : text), rule: "must be kept or clean" },
  attempts: { key: "attemptLimit", read: (text) => readNumber(text, 1) },
  /** In seconds, as the command's option of the same name. */
  timeout: { key: "timeoutMs", read: (text) => readNumber(text, 1_000), rule: "must be a number of seconds from 0.1 to 3600" },
};

function readNumber(text: string, factor: number): unknown {
  return /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * factor) : text;
}

/**
 * What the address asks for, for this visit only: `?engine= &model= &executor= &loop= &steps= &tags= &imports= &state= &attempts= &timeout=`.
 * @param search the address's query, with or without `?`
 * @param fixed settings that the deployment has locked, with the values that hold
 * @returns the settings to lay over the stored ones, and what could not be used
 */
export function readVisit(
  search: string,
  fixed: Pick<Deployment, "locked" | "defaults">,
): { readonly visit: Partial<Settings>; readonly problems: readonly ConfigProblem[] } {
  const query = new URLSearchParams(search);
  const problems: ConfigProblem[] = [];
  let visit: Partial<Settings> = {};
  for (const [name, { key, read, rule }] of Object.entries(PARAMETERS)) {
    const [text, ...more] = query.getAll(name);
    if (text === undefined) continue;
    const path = `?${name}`;
    if (fixed.locked.includes(key)) {
      problems.push({ path, message: `cannot be changed here: this installation has set it to ${JSON.stringify(fixed.defaults[key])}; it was ignored` });
      continue;
    }
    if (more.length > 0) problems.push({ path, message: `stands ${more.length + 1} times; the first is used` });
    const laid = laySetting(DEFAULT_SETTINGS, key, read(text));
    if (laid.ok) visit = { ...visit, [key]: laid.settings[key] };
    else problems.push({ path, message: `${rule ?? laid.message}, but is ${JSON.stringify(text)}; it was ignored` });
  }
  return { visit, problems };
}
