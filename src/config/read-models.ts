import * as v from "valibot";
import type { DeploymentModel } from "./deployment.ts";
import { modelSchema } from "./model-schema.ts";

/** The usable entries of a stored list of models; what is none is left out. @param base what relative addresses start from */
export function readModels(value: unknown, base: URL): readonly DeploymentModel[] {
  const schema = modelSchema(base);
  return (Array.isArray(value) ? value : []).flatMap((item) => {
    const parsed = v.safeParse(schema, item);
    return parsed.success ? [parsed.output] : [];
  });
}
