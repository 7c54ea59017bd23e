import * as v from "valibot";
import type { JsonValue } from "#domain/json-value.ts";
import type { Executor } from "#sandbox/port.ts";
import type { FunctionChoice, FunctionOffer } from "./port.ts";
import toolExtractor from "./python/tool_extractor.py?raw";
import toolLiterals from "./python/tool_literals.py?raw";
import toolParser from "./python/tool_parser.py?raw";
import toolTypes from "./python/tool_types.py?raw";
import { runHelper } from "./run-helper.ts";

const VALUE = v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number(), v.boolean()]))]);
const OFFERS = v.array(
  v.object({
    name: v.string(),
    existing: v.nullable(v.string()),
    parameters: v.array(v.object({ id: v.string(), name: v.string(), type: v.string(), value: VALUE, source: v.string(), line: v.number() })),
  }),
);
const REFUSED = v.object({ ok: v.literal(false), message: v.string() });

type Failure = { readonly ok: false; readonly message: string };

/** What functions a program could become: those it has that can stand alone, then the whole program with its values as parameters. */
export async function offerFunctions(
  executor: Executor,
  source: string,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly offers: readonly FunctionOffer[] } | Failure> {
  const answer = await ask(executor, { source, choice: null }, signal);
  if (!answer.ok) return answer;
  const read = v.safeParse(v.union([v.object({ ok: v.literal(true), offers: OFFERS }), REFUSED]), answer.answer);
  return read.success ? read.output : ODD_ANSWER;
}

/** The code of the chosen function. */
export async function extractFunction(
  executor: Executor,
  source: string,
  choice: FunctionChoice,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly code: string } | Failure> {
  const parameters = choice.parameters.map(({ id, name, type, description }) => ({ id, name, type, description }));
  const answer = await ask(executor, { source, choice: { ...choice, parameters } }, signal);
  if (!answer.ok) return answer;
  const read = v.safeParse(v.union([v.object({ ok: v.literal(true), code: v.string() }), REFUSED]), answer.answer);
  return read.success ? read.output : ODD_ANSWER;
}

const ODD_ANSWER: Failure = { ok: false, message: "The sandbox gave an answer of another shape than was asked for." };

function ask(executor: Executor, request: JsonValue, signal: AbortSignal) {
  const modules = { "tool_extractor.py": toolExtractor, "tool_literals.py": toolLiterals, "tool_parser.py": toolParser, "tool_types.py": toolTypes };
  return runHelper(executor, { code: "import tool_extractor\ntool_extractor.main()\n", modules, request }, signal);
}
