import { programFacts } from "#check/python/program-facts.ts";
import { childrenOf, textOf } from "#check/python/python-tree.ts";
import type { Snippet } from "#domain/snippet.ts";

/**
 * A program that uses a snippet as it is: a script runs as a script, a function whose parameters all have defaults is called.
 * @returns null when the function needs values
 */
export function snippetProgram(snippet: Pick<Snippet, "name" | "code">): string | null {
  const facts = programFacts(snippet.code);
  if (facts.python.broken) return null;
  const definitions = childrenOf(facts.python.tree.topNode)
    .map((node) => (node.name === "DecoratedStatement" ? (node.lastChild ?? node) : node))
    .filter((node) => node.name === "FunctionDefinition")
    .map((node) => ({ node, name: textOf(facts.python, node.getChild("VariableName") ?? node) }));
  const tool = definitions.find(({ name }) => name === snippet.name) ?? (facts.shows ? undefined : definitions.at(-1));
  if (tool === undefined) return facts.shows ? snippet.code : null;
  const parameters = childrenOf(tool.node.getChild("ParamList") ?? tool.node);
  const required = parameters.some((node, index) => {
    const before = parameters[index - 1]?.name;
    if (node.name !== "VariableName" || before === "AssignOp" || before === "*" || before === "**") return false;
    const rest = parameters.slice(index + 1);
    const end = rest.findIndex((other) => other.name === ",");
    return !(end === -1 ? rest : rest.slice(0, end)).some((other) => other.name === "AssignOp");
  });
  return required ? null : `${snippet.code.trimEnd()}\n\n${tool.name}()`;
}
