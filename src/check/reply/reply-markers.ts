/** Names of tags that hold thinking: nothing in them is meant to run. */
export const THINK_TAG = /<(\/?)(?:think|thinking|thought|reasoning|reflection|scratchpad)>/gi;

/** Names of tags that hold a program. They count at the start of a line only: in a sentence they are markup. */
export const CODE_TAG = /^\s*<(code|python|execute|execute_ipython|ipython|run|script|answer_code)(?:\s[^<>]*)?>/i;

/** What opens a tool call; its JSON follows. */
export const TOOL_TAG = /^\s*(?:<(tool_call|tool_use|function_call|function=[\w.-]+)>|\[TOOL_CALLS\])/i;

/** Llama 3's mark for code that is meant for its interpreter. */
export const PYTHON_TAG = /<\|python_tag\|>/gi;

/** A line with which a model starts to play the person. */
export const PERSON_LINE = /^\s*(?:#{2,}\s*)?(?:user|human|instruction|question)\s*:\s*(?:$|\S)/i;

/** Words in front of a block that shows what a program prints, or what a file holds. */
export const OUTPUT_CUE =
  /\b(?:outputs?|prints?|printed|results? (?:is|are|will|would)|displays?|expected|looks? like|returns?|you (?:will|should) see|console)\b[^.]*:?\s*$/i;

/** Words in front of a block that takes the place of the ones before. */
export const ALTERNATIVE_CUE =
  /\b(?:alternative(?:ly)?|another (?:way|approach|method|version|solution|option)|or (?:you|simply|use|with)|instead|improved|corrected?|fixed|better|more (?:efficient|concise|robust|compact)|simpler|shorter|optimi[sz]ed|revised|updated|complete|full|final (?:version|code|program|script)|all together)\b/i;

/** Words in front of a block that continues the one before. */
export const PART_CUE = /\b(?:first|second|third|then|next|now|finally|lastly|also|after that|step\s*\d+)\b|^\s*\d+[.)]/i;
