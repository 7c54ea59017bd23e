import { UsageError } from "./usage-error.mjs";

/**
 * What a command asks of the settings, for this one visit: parameters of the page's address, each with its setting and the option that
 * named it. What was not asked for is left out.
 * @param {{ loop?: string, steps?: number, codeTags?: string, imports?: string }} options
 */
export function visitOf({ loop, steps, codeTags, imports }) {
  return [
    { option: "--loop", parameter: "loop", key: "loop", value: loop },
    { option: "--steps", parameter: "steps", key: "stepLimit", value: steps },
    { option: "--code-tags", parameter: "tags", key: "codeTags", value: codeTags },
    { option: "--imports", parameter: "imports", key: "imports", value: imports },
  ].filter((wish) => wish.value !== undefined);
}

/**
 * Checks what was asked for against what each setting may be and what the installation has fixed: the page itself would only note it.
 * @param {import("playwright").Page} page
 * @param {ReturnType<typeof visitOf>} visit
 * @throws {UsageError}
 */
export async function checkVisit(page, visit) {
  for (const { option, key, value } of visit) {
    const refused = await page.evaluate(
      ([setting, wanted]) => /** @type {any} */ (globalThis).skep.refusal(setting, wanted),
      /** @type {const} */ ([key, value]),
    );
    if (refused !== null) throw new UsageError(`${option} ${JSON.stringify(value)}: ${refused}`);
  }
}
