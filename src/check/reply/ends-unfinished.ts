import { bracketChange } from "./clean-program.ts";
import { type OpenString, scanLine } from "./scan-line.ts";

/** Whether a program's text breaks off: an open bracket or string, a header without body, an operator or comma at the end. */
export function endsUnfinished(code: string): boolean {
  let open: OpenString = null;
  let depth = 0;
  let lastCode = "";
  for (const line of code.split("\n")) {
    const scan = scanLine(line, open);
    open = scan.open;
    let text = "";
    for (const span of scan.spans) {
      if (span.kind === "comment") continue;
      const part = line.slice(span.from, span.to);
      text += span.kind === "code" ? part : '""';
      if (span.kind === "code") depth += bracketChange(part);
      else if (open === null && span.to === line.length && !/["']$/.test(part)) return isLastLine(code, line);
    }
    if (text.trim() !== "") lastCode = text.trimEnd();
  }
  return (
    open !== null ||
    depth > 0 ||
    /(?:[:\\,=+*/%&|^<>@.-]|\b(?:and|or|not|in|is|import|from|def|class|return|if|else|elif|for|while|with|as|lambda))$/.test(lastCode.replace(/\breturn$/, ""))
  );
}

function isLastLine(code: string, line: string): boolean {
  return code.endsWith(line);
}
