import { promptMark } from "#agent/attempt/prompt-mark.ts";
import type { RunRecorder } from "#agent/run/run-recorder.ts";
import { type MatchCandidate, TOOL_CHOICE } from "#domain/agent-event.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { Snippet } from "#domain/snippet.ts";
import type { ChatMessage, LanguageModel } from "#llm/port.ts";

/** What a model chose among tools. */
export type ToolChoice =
  | { readonly kind: "tool"; readonly id: string; readonly arguments: { readonly [parameter: string]: JsonValue } }
  | { readonly kind: "none"; readonly reason: string };

/** Tools that are put before the model, best first. */
const SHOWN = 4;
/** Tokens for the choice and its arguments. */
const REPLY_TOKENS = 256;

const SYSTEM = "Choose the tool that does exactly what the task asks, with its arguments, or none. Answer in JSON.";

/** Puts the best tools before the model, which can only answer with one of them and arguments of the right shape, or with none. */
export async function chooseTool(
  task: string,
  files: readonly string[],
  snippets: readonly Snippet[],
  model: LanguageModel,
  recorder: RunRecorder,
  signal: AbortSignal,
): Promise<ToolChoice> {
  const tools = snippets.filter((snippet) => snippet.tool !== null).slice(0, SHOWN);
  if (tools.length === 0) return { kind: "none", reason: "none of them can be called" };
  const given = files.length === 0 ? "" : `\nFiles: ${files.join(", ")}`;
  const content = `Tools:\n${tools.map(line).join("\n")}\n\nTask: ${task}${given}`;
  const messages: ChatMessage[] = [
    { role: "system", content: SYSTEM },
    { role: "user", content },
  ];
  recorder.emit("generate-start", { attempt: TOOL_CHOICE, ...(await promptMark(messages)), messages, temperature: 0 });
  const started = performance.now();
  const generation = await model.generate(
    { messages, temperature: 0, seed: 0, maxTokens: REPLY_TOKENS, schema: choiceSchema(tools) },
    (text) => recorder.emit("generate-delta", { attempt: TOOL_CHOICE, text }),
    signal,
  );
  const { text: reply, finish, usage, fault } = generation;
  recorder.emit("generate-end", { attempt: TOOL_CHOICE, reply, finish, usage, durationMs: Math.round(performance.now() - started), fault });
  recorder.count(generation.usage);
  if (generation.fault !== null) return { kind: "none", reason: `the model could not be asked: ${generation.fault.message}` };
  return readChoice(generation.text, tools);
}

/** Core tools of these candidates that are in use, best first. */
export function usableTools(candidates: readonly MatchCandidate[], snippets: readonly (Snippet | null)[]): Snippet[] {
  return candidates.flatMap(({ id }) =>
    snippets.filter((snippet): snippet is Snippet => snippet?.id === id && snippet.status === "core" && snippet.deprecated === null),
  );
}

function line({ tool, name, description }: Snippet): string {
  const parameters = Object.entries(propertiesOf(tool?.parameters)).map(([parameter, schema]) => `${parameter}: ${typeOf(schema)}`);
  return `- ${tool?.name ?? name}(${parameters.join(", ")}): ${(tool?.description ?? description).split("\n")[0] ?? ""}`;
}

function choiceSchema(tools: readonly Snippet[]): Readonly<Record<string, unknown>> {
  const options = tools.map(({ tool }) => ({
    type: "object",
    properties: { tool: { const: tool?.name }, arguments: withoutMeta(tool?.parameters) },
    required: ["tool", "arguments"],
    additionalProperties: false,
  }));
  const none = { type: "object", properties: { tool: { const: "none" } }, required: ["tool"], additionalProperties: false };
  return { anyOf: [...options, none] };
}

/** Grammar makers know plain schemas; the dialect's own address only confuses them. */
function withoutMeta(schema: JsonValue | undefined): unknown {
  if (schema === null || typeof schema !== "object" || Array.isArray(schema)) return { type: "object" };
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith("$schema") && key !== "title"));
}

function readChoice(text: string, tools: readonly Snippet[]): ToolChoice {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "none", reason: "the model's choice was not JSON" };
  }
  const { tool: name, arguments: args } = (value ?? {}) as { readonly tool?: unknown; readonly arguments?: unknown };
  const chosen = tools.find(({ tool }) => tool?.name === name);
  if (chosen === undefined) return { kind: "none", reason: "the model chose none of them" };
  const record = args !== null && typeof args === "object" && !Array.isArray(args) ? args : {};
  return { kind: "tool", id: chosen.id, arguments: record as { readonly [parameter: string]: JsonValue } };
}

function propertiesOf(parameters: JsonValue | undefined): { readonly [parameter: string]: JsonValue } {
  const schema = parameters as { readonly properties?: { readonly [parameter: string]: JsonValue } } | undefined;
  return schema?.properties ?? {};
}

function typeOf(schema: JsonValue): string {
  const type = (schema as { readonly type?: JsonValue } | null)?.type;
  return typeof type === "string" ? type : "any";
}
