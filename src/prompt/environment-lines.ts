import type { ModelClass } from "./model-class.ts";

const FIGURES = /\b(?:plot|chart|graph|figure|draw|histogram|diagram|scatter|heat ?map|visuali[sz]e|curve|bar|pie)/i;
const PACKAGES = /\b(?:numpy|pandas|scipy|matplotlib|dataframe|matrix|array|package|library|import)/i;

/** What a line of an executor's description is about. */
const TOPICS = [
  { topic: "figures", line: /\b(?:figure|plot|matplotlib|plt\.)/i },
  { topic: "files", line: /\b(?:file|director|folder|path)/i },
  { topic: "packages", line: /\b(?:package|install|numpy|pandas)/i },
] as const;

/**
 * Chooses what a model of this size is told of the place where its program runs: small models only what the task touches, large ones all.
 * @param lines an executor's own description, one fact each
 */
export function environmentLines(lines: readonly string[], model: ModelClass, task: string, hasFiles: boolean): string[] {
  if (model === "large") return [...lines];
  if (model === "tiny") return [];
  const wanted = new Set([
    ...(FIGURES.test(task) ? ["figures"] : []),
    ...(hasFiles ? ["files"] : []),
    ...(PACKAGES.test(task) || hasFiles ? ["packages"] : []),
  ]);
  return lines.filter((line) => TOPICS.some(({ topic, line: about }) => about.test(line) && wanted.has(topic)));
}
