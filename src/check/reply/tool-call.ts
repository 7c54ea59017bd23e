/** Names under which tool calls carry a program. */
const PROGRAM_KEYS = ["code", "python", "program", "script", "source", "source_code", "python_code", "input"];

/**
 * The program in a tool call's JSON, such as `{"name": "python", "arguments": {"code": "print(1)"}}`.
 * @returns null when the JSON is cut off, is no JSON, or holds no program
 */
export function programOfToolCall(text: string): string | null {
  const start = text.search(/[[{]/);
  if (start === -1) return null;
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]")) + 1;
  const json = text.slice(start, end);
  return programIn(parse(json) ?? parse(escapeLineEnds(json)), 0);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function programIn(value: unknown, depth: number): string | null {
  if (depth > 4 || value === null || typeof value !== "object") return null;
  if (Array.isArray(value)) {
    const programs = value.map((item) => programIn(item, depth + 1)).filter((program) => program !== null);
    return programs.length === 0 ? null : programs.join("\n\n");
  }
  const record = value as Record<string, unknown>;
  for (const key of PROGRAM_KEYS) {
    const program = record[key];
    if (typeof program === "string" && program.trim() !== "") return program;
  }
  for (const key of ["arguments", "parameters", "args", "function", "tool_input"]) {
    const inner = record[key];
    const program = programIn(typeof inner === "string" ? parse(inner) : inner, depth + 1);
    if (program !== null) return program;
  }
  return null;
}

/** Small models write real line ends inside JSON strings. */
function escapeLineEnds(json: string): string {
  let inString = false;
  let result = "";
  for (let position = 0; position < json.length; position += 1) {
    const character = json[position] ?? "";
    if (character === "\\") {
      result += character + (json[position + 1] ?? "");
      position += 1;
    } else if (character === '"') {
      inString = !inString;
      result += character;
    } else if (inString && character === "\n") result += "\\n";
    else if (inString && character === "\t") result += "\\t";
    else result += character;
  }
  return result;
}
