/** Tokens that end a turn: whatever follows is not the model's answer. */
export const STOP_TOKEN =
  /<\|(?:im_end|eot_id|eom_id|endoftext|end_of_text|end|end_of_turn|eos|EOT|fim_[a-z]+|file_sep|repo_name)\|>|<\/s>|<end_of_turn>|<eos>|<｜end▁of▁sentence｜>|\[\/INST\]/g;

/** The first stop token. */
export const FIRST_STOP_TOKEN = new RegExp(STOP_TOKEN.source);

/** Tokens that open a turn, with the role. */
const ROLE_TOKEN =
  /<\|im_start\|>\s*(\w*)|<\|start_header_id\|>\s*(\w*)\s*(?:<\|end_header_id\|>)?|<\|(assistant|user|system|tool)\|>|<start_of_turn>\s*(\w*)|<\|begin_of_text\|>|<\|start_of_role\|>\s*(\w*)\s*(?:<\|end_of_role\|>)?|<s>|\[INST\]/g;

export interface TurnLine {
  /** The line without tokens, up to a stop token. */
  readonly text: string;
  /** Whether there were tokens at all. */
  readonly cut: boolean;
  /** Whether a stop token ended it. */
  readonly stopped: boolean;
  /** Whether another speaker's turn begins here, or a second one of the model's. */
  readonly otherTurn: boolean;
}

/** Takes turn tokens out of a line of prose. */
export function readTurnTokens(line: string): TurnLine {
  const stop = FIRST_STOP_TOKEN.exec(line);
  let cut = stop !== null;
  let otherTurn = false;
  const text = (stop === null ? line : line.slice(0, stop.index)).replace(ROLE_TOKEN, (...found: readonly unknown[]) => {
    cut = true;
    const role = found.slice(1, 6).find((group) => typeof group === "string" && group !== "");
    if (role !== undefined && role !== "assistant" && role !== "model") otherTurn = true;
    return "";
  });
  return { text, cut, stopped: stop !== null, otherTurn };
}
