import { SNIPPET_LADDER } from "#domain/snippet.ts";
import { type Gate, judge } from "./gate.ts";

/** The tools that it imports are here, pinned, in no circle, and stand at least as high as it shall. */
export const usedToolsGate: Gate = {
  name: "used-tools",
  title: "The tools that it imports are at least as proven",
  needsRuns: false,
  judge: ({ uses, target }) => {
    if (!uses.ok) return judge(uses.problems);
    const low = uses.tools.filter(({ status }) => SNIPPET_LADDER.indexOf(status) < SNIPPET_LADDER.indexOf(target));
    return judge(
      low.map(({ name, version, status }) => `${name} (version ${version}) is ${status}; it must be ${target} first.`),
      uses.tools.length === 0 ? ["It imports no other tool"] : uses.tools.map(({ name, version, status }) => `${name}, version ${version}, ${status}`),
    );
  },
};
