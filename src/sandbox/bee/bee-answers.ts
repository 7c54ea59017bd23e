import * as v from "valibot";

/** Names that the service gives to stored files: it calls them hashes, they are random. */
const BEE_HASH = /^[0-9a-zA-Z_-]{1,255}$/;
/** Paths that the service takes. */
const BEE_PATH = /^\/[^/].*$/;

export const ExecuteAnswerSchema = v.object({
  stdout: v.string(),
  stderr: v.string(),
  exit_code: v.pipe(v.number(), v.integer()),
  files: v.record(v.pipe(v.string(), v.regex(BEE_PATH)), v.pipe(v.string(), v.regex(BEE_HASH))),
});

export const ParseToolAnswerSchema = v.object({ tool_name: v.string(), tool_input_schema_json: v.string(), tool_description: v.string() });
export const ExecuteToolAnswerSchema = v.object({ tool_output_json: v.string() });

/** 400 of parse-custom-tool. */
export const ParseToolRefusalSchema = v.object({ error_messages: v.array(v.string()) });
/** 400 of execute-custom-tool. */
export const ExecuteToolRefusalSchema = v.object({ stderr: v.string() });

/** 422: the framework's list of what is wrong with a request. */
export const InvalidRequestSchema = v.object({
  detail: v.array(v.object({ loc: v.array(v.union([v.string(), v.number()])), msg: v.string() })),
});
/** 500 and 404: one sentence, often the text of an exception, sometimes empty. */
export const DetailSchema = v.object({ detail: v.string() });

/** Said by `skep serve` itself, not by the service: there is none, or it does not answer. */
export const ProxyAnswerSchema = v.object({ proxy: v.picklist(["absent", "unreachable", "refused"]), detail: v.string() });

export type BeeExecuteAnswer = v.InferOutput<typeof ExecuteAnswerSchema>;
export type BeeParseToolAnswer = v.InferOutput<typeof ParseToolAnswerSchema>;
export type BeeExecuteToolAnswer = v.InferOutput<typeof ExecuteToolAnswerSchema>;
