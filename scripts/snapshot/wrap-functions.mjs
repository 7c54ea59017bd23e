/**
 * Makes functions of JavaScript into functions of WebAssembly, which a table can hold: one module for all of them. Pyodide's glue
 * compiles one for each. Inserted into the glue as text (see glue-patch.mjs): it must not use anything from outside itself.
 * @param {ReadonlyArray<readonly [value: Function, signature: string]>} functions  the signature as Emscripten writes it: the type of the
 *   result, `v` for none, then those of the parameters; `i` and `p` 32-bit and `j` 64-bit integers, `f` and `d` floats, `e` a reference
 * @returns {Function[]} in the same order
 */
export function wrapFunctions(functions) {
  const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];
  const SECTIONS = { types: 1, imports: 2, exports: 7 };
  const FUNCTION_TYPE = 96;
  const FUNCTION = 0;
  /** @type {Record<string, number>} */
  const CODES = { i: 127, p: 127, j: 126, f: 125, d: 124, e: 111 };

  /** LEB128. @param {number} value @returns {number[]} */
  const unsigned = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))]);
  /** @param {number[][]} items @returns {number[]} */
  const list = (items) => [...unsigned(items.length), ...items.flat()];
  /** @param {number} id @param {number[][]} items @returns {number[]} */
  const section = (id, items) => {
    const body = list(items);
    return [id, ...unsigned(body.length), ...body];
  };
  /** @param {string} text */
  const name = (text) => list([...text].map((letter) => [letter.charCodeAt(0)]));
  /** @param {string} types */
  const codes = (types) => list([...types].map((type) => [CODES[type] ?? 0]));

  /** @type {Map<string, number>} */
  const types = new Map();
  for (const [, signature] of functions) if (!types.has(signature)) types.set(signature, types.size);
  const described = [...types.keys()].map((signature) => {
    const result = signature.charAt(0);
    return [FUNCTION_TYPE, ...codes(signature.slice(1)), ...codes(result === "v" ? "" : result)];
  });
  const imported = functions.map(([, signature], index) => [...name(""), ...name(String(index)), FUNCTION, ...unsigned(types.get(signature) ?? 0)]);
  const exported = functions.map((_, index) => [...name(String(index)), FUNCTION, ...unsigned(index)]);
  const bytes = [...HEADER, ...section(SECTIONS.types, described), ...section(SECTIONS.imports, imported), ...section(SECTIONS.exports, exported)];
  const given = Object.fromEntries(functions.map(([value], index) => [index, value]));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { "": given });
  return functions.map((_, index) => /** @type {Function} */ (instance.exports[index]));
}
