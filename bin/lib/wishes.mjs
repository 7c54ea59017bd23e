import { UsageError } from "./usage-error.mjs";

/**
 * What an option asks of a setting. With a `parameter` the page takes it from its address; the others go along with the request.
 * @typedef {{ readonly option: string, readonly key: keyof import("../../src/domain/settings.ts").Settings, readonly value: unknown, readonly parameter?: string }} Wish
 */

/**
 * What a command's options ask of the settings. What was not asked for is left out.
 * @param {{
 *   loop?: string, steps?: number, codeTags?: string, imports?: string, engine?: string, model?: string, timeout?: number, attempts?: number,
 *   mode?: string, candidates?: number, memory?: number, outputLimit?: number, fileLimit?: number, fileSize?: number, messageLimit?: number,
 *   keepState?: boolean, allowHost?: readonly string[],
 * }} options as commander names them
 * @returns {Wish[]}
 */
export function wishesOf(options) {
  /** @type {Wish[]} */
  const wishes = [
    { option: "--loop", key: "loop", value: options.loop, parameter: "loop" },
    { option: "--steps", key: "stepLimit", value: options.steps, parameter: "steps" },
    { option: "--code-tags", key: "codeTags", value: options.codeTags, parameter: "tags" },
    { option: "--imports", key: "imports", value: options.imports, parameter: "imports" },
    { option: "--engine", key: "engine", value: options.engine },
    { option: "--model", key: "model", value: options.model },
    { option: "--timeout", key: "timeoutMs", value: options.timeout === undefined ? undefined : Math.round(options.timeout * 1000) },
    { option: "--attempts", key: "attemptLimit", value: options.attempts },
    { option: "--mode", key: "mode", value: options.mode },
    { option: "--candidates", key: "candidateLimit", value: options.candidates },
    { option: "--memory", key: "memoryMiB", value: options.memory },
    { option: "--output-limit", key: "outputLimit", value: options.outputLimit },
    { option: "--file-limit", key: "fileLimit", value: options.fileLimit },
    { option: "--file-size", key: "fileMiB", value: options.fileSize },
    { option: "--message-limit", key: "messageLimit", value: options.messageLimit },
    { option: "--keep-state", key: "keepState", value: options.keepState },
    { option: "--allow-host", key: "network", value: options.allowHost?.length ? "ask" : undefined },
  ];
  return wishes.filter((wish) => wish.value !== undefined);
}

/**
 * Checks wishes against what each setting may be and what the installation has fixed, before anything runs: the page itself would not know
 * which option it was.
 * @param {import("playwright").Page} page
 * @param {readonly Wish[]} wishes
 * @throws {UsageError} that names the option, the value and what is fixed
 */
export async function checkWishes(page, wishes) {
  for (const { option, key, value } of wishes) {
    const refused = await page.evaluate(
      ([setting, wanted]) => /** @type {any} */ (globalThis).skep.refusal(setting, wanted),
      /** @type {const} */ ([key, value]),
    );
    if (refused !== null) throw new UsageError(`${option} ${JSON.stringify(value)}: ${refused}`);
  }
}
