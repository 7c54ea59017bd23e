import type { ConfigProblem } from "#config/deployment.ts";

/**
 * Names executors that a config or an address asks for and that there are not: the first one then stands in.
 * @param asked path of the setting and the name asked for, or undefined where none is
 * @param names of those that there are, the stand-in first
 */
export function unknownExecutors(asked: Readonly<Record<string, string | undefined>>, names: readonly string[]): readonly ConfigProblem[] {
  return Object.entries(asked).flatMap(([path, name]) =>
    name === undefined || names.includes(name) ? [] : [{ path, message: `must be one of ${names.join(", ")}, but is "${name}"; ${names[0]} is used` }],
  );
}
