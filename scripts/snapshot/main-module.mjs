/**
 * The main module's part of the linker's state. The glue gives some thousand of its functions a place in the table and an entry in
 * the offset table, and wraps each function of JavaScript in a module of its own: a third of what a restore would cost. From a
 * snapshot, the places are known, the wrapping is done at once, and entries are made when they are asked for. Inserted into the glue
 * as text (see glue-patch.mjs): it must not use anything from outside itself.
 */

/**
 * The slots that the glue fills, one after the other: first functions of the main module, then those that JavaScript gives.
 * @typedef {object} MainSlots
 * @property {number} start  the first of them
 * @property {number[]} exported  places in the list of the module's exports
 * @property {string[]} given  names
 */

/**
 * The global offset table, in columns: a list of thousands of entries would take longer to read.
 * @typedef {object} OffsetTable
 * @property {string} names  with spaces between
 * @property {number[]} values  one for each name
 * @property {number[]} required  which of them must be defined
 */

/** @param {import("./glue-linker.mjs").GlueScope} glue @param {(why: string) => never} refuse */
export function createMainModule(glue, refuse) {
  /** @type {Record<string, any>} */
  let exported = {};
  let tableStart = 0;
  /** Place of each name in the snapshot's offset table. @type {Map<string, number> | null} */
  let offsets = null;

  /** @param {string[]} names of functions that JavaScript gives @returns {Function[]} as a table can hold them */
  const wrapGiven = (names) =>
    glue.wrapFunctions(
      names.map((name) => {
        const value = glue.imports[name];
        if (typeof value?.sig !== "string") refuse(`JavaScript has no function ${name}`);
        return [value, value.sig];
      }),
    );

  /** @param {MainSlots} slots */
  const fillSlots = (slots) => {
    const table = glue.table;
    if (table.length !== slots.start) refuse(`the main module's table has ${table.length} slots, not ${slots.start}`);
    table.grow(slots.exported.length + slots.given.length);
    let slot = slots.start;
    const functions = Object.values(exported);
    for (const place of slots.exported) table.set(slot++, functions[place] ?? refuse(`the main module has no export ${place}`));
    for (const value of wrapGiven(slots.given)) table.set(slot++, value);
    glue.skipFunctionAddresses();
  };

  return {
    wrapGiven,

    get exported() {
      return exported;
    },

    /**
     * Before the main module's functions are given their places in the table.
     * @param {Record<string, any>} exports
     * @returns {boolean} whether they have them now, from a snapshot
     */
    start(exports) {
      exported = exports;
      tableStart = glue.table.length;
      if (!glue.snapshot) return false;
      fillSlots(glue.snapshot.linker.mainSlots);
      return true;
    },

    /** @param {string} name @returns {WebAssembly.Global | undefined} the offset table's entry as the snapshot has it, if it is not there yet */
    recallOffset(name) {
      if (!glue.snapshot || Object.hasOwn(glue.offsets, name)) return undefined;
      const { names, values, required } = glue.snapshot.linker.offsets;
      offsets ??= new Map(names.split(" ").map((known, place) => [known, place]));
      const place = offsets.get(name);
      if (place === undefined) return undefined;
      const entry = new WebAssembly.Global({ value: "i32", mutable: true }, values[place] ?? 0);
      glue.offsets[name] = entry;
      if (required.includes(place)) glue.offsets[name].required = true;
      return entry;
    },

    /** @returns {OffsetTable} */
    dumpOffsets() {
      const entries = Object.entries(glue.offsets);
      return {
        names: entries.map(([name]) => name).join(" "),
        values: entries.map(([, entry]) => entry.value),
        required: entries.flatMap(([, entry], place) => (entry.required === true ? [place] : [])),
      };
    },

    /**
     * @param {number} tableEnd
     * @param {(slot: number) => string | undefined} exportedAt  name of the main module's function in a slot
     * @param {(slot: number) => string | undefined} givenAt
     * @param {string[]} unknownSlots  is told what a restore could not fill
     * @returns {MainSlots}
     */
    dump(tableEnd, exportedAt, givenAt, unknownSlots) {
      /** @type {MainSlots} */
      const slots = { start: tableStart, exported: [], given: [] };
      const places = new Map(Object.keys(exported).map((name, place) => [name, place]));
      for (let slot = tableStart; slot < tableEnd; slot += 1) {
        const own = exportedAt(slot);
        const foreign = givenAt(slot);
        if (own !== undefined && slots.given.length === 0) slots.exported.push(places.get(own) ?? 0);
        else if (foreign !== undefined) slots.given.push(foreign);
        else unknownSlots.push(`slot ${slot} of the main module`);
      }
      return slots;
    },
  };
}
