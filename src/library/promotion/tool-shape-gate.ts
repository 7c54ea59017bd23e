import { type Gate, judge } from "./gate.ts";

/** The code is one function that can be called by name and JSON, on every executor. */
export const toolShapeGate: Gate = {
  name: "tool-shape",
  title: "It is one function with typed parameters",
  needsRuns: false,
  judge: ({ snippet, inspection: { tool, errors } }) => {
    if (tool === null) return judge(errors.length > 0 ? errors : ["The code could not be read as a tool."]);
    const problems: string[] = [];
    if (tool.name !== snippet.name) problems.push(`The snippet is called ${snippet.name}, its function ${tool.name}: they must have one name.`);
    if (snippet.description === "") problems.push("Nobody wrote what it does: it could not be found or chosen.");
    return judge(problems, [`${tool.name}(${Object.keys(tool.parameters.properties ?? {}).join(", ")})`]);
  },
};
