import * as v from "valibot";
import { absoluteUrl } from "./absolute-url.ts";
import type { DeploymentModel } from "./deployment.ts";

const ENGINES = { webllm: "webllm", "gguf-url": "wllama", endpoint: "endpoint" } as const;

const NAME = v.pipe(v.string("must be a text"), v.minLength(1, "must not be empty"), v.maxLength(500, "must be at most 500 characters long"));
const BYTES = v.optional(
  v.nullable(v.pipe(v.number("must be a number of bytes"), v.integer("must be a whole number of bytes"), v.minValue(1, "must be a number of bytes"))),
  null,
);

/**
 * One model of a config as a catalogue entry; what is left out gets the cautious default.
 * @param base URL of the config, which relative addresses start from
 */
export function modelSchema(base: URL): v.GenericSchema<unknown, DeploymentModel> {
  const address = v.pipe(
    v.string("must be an address"),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const url = absoluteUrl(dataset.value, base);
      if (url !== null) return url;
      addIssue({ message: "must be an http(s) address or a path on this host, without a name or password" });
      return NEVER;
    }),
  );
  const source = v.variant(
    "kind",
    [
      v.strictObject({
        kind: v.literal("webllm"),
        id: NAME,
        record: v.optional(
          v.nullable(
            v.strictObject({
              model: address,
              modelLib: address,
              contextSize: v.pipe(v.number("must be a number"), v.integer("must be a whole number"), v.minValue(256, "must be at least 256")),
            }),
          ),
          null,
        ),
      }),
      v.strictObject({
        kind: v.literal("gguf-url"),
        urls: v.pipe(v.array(address, "must be a list of addresses"), v.minLength(1, "must name at least one file")),
        sha256: v.exactOptional(v.array(v.pipe(v.string("must be a SHA-256"), v.regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex")))),
      }),
      v.strictObject({ kind: v.literal("endpoint"), baseUrl: address, model: NAME }),
    ],
    "must have a kind: webllm, gguf-url or endpoint",
  );
  return v.pipe(
    v.strictObject(
      {
        id: NAME,
        name: NAME,
        source,
        downloadBytes: BYTES,
        memoryBytes: BYTES,
        licence: v.optional(NAME, "not stated"),
        goodFor: v.optional(v.string("must be a text"), ""),
        needs: v.optional(
          v.strictObject({ webgpu: v.optional(v.boolean("must be true or false"), false), shaderF16: v.optional(v.boolean("must be true or false"), false) }),
        ),
      },
      "must be an object",
    ),
    v.check(
      ({ source: from }) => from.kind !== "gguf-url" || from.sha256 === undefined || from.sha256.length === from.urls.length,
      "must have one SHA-256 for each of its urls, or none",
    ),
    v.transform(({ needs, ...model }) => ({
      ...model,
      engine: ENGINES[model.source.kind],
      needs: needs ?? { webgpu: model.source.kind === "webllm", shaderF16: false },
      local: false as const,
    })),
  );
}
