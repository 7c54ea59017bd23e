/** The program in a reply as most people's first script takes it: the first fenced block, else the whole reply. The baseline's only parser. */
export function naiveProgram(reply: string): string {
  const fence = /```(?:python|py)?[^\n]*\n([\s\S]*?)(?:```|$)/.exec(reply);
  return (fence?.[1] ?? reply).trim();
}
