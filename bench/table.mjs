/**
 * One line of the comparison.
 * @typedef {object} Measure
 * @property {string} name
 * @property {string} unit
 * @property {number | null} ours null when it could not be measured here
 * @property {number | null} baseline of the plain worker; null where there is none to compare with
 * @property {{ kind: "ratio" | "absolute", atMost: number }} target
 */

/**
 * The figure that the target is about.
 * @param {Measure} measure
 * @returns {number | null}
 */
export function judged({ ours, baseline, target }) {
  if (ours === null) return null;
  if (target.kind === "absolute") return ours;
  return baseline === null || baseline === 0 ? null : ours / baseline;
}

/**
 * The measures as aligned text.
 * @param {readonly Measure[]} measures
 */
export function formatTable(measures) {
  const rows = measures.map((measure) => {
    const figure = judged(measure);
    const ratio = measure.target.kind === "ratio";
    const target = ratio ? `<= ${measure.target.atMost} x` : `<= ${measure.target.atMost} ${measure.unit}`;
    const verdict = figure === null ? "not measured" : figure <= measure.target.atMost ? "met" : "MISSED";
    return [
      measure.name,
      withUnit(measure.ours, measure.unit),
      withUnit(measure.baseline, measure.unit),
      ratio && figure !== null ? `${figure.toPrecision(2)} x` : "",
      target,
      verdict,
    ];
  });
  const all = [["", "sealed", "plain worker", "ratio", "target", ""], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "))
    .join("\n");
}

/** @param {number | null} value @param {string} unit */
function withUnit(value, unit) {
  return value === null ? "-" : `${value >= 100 ? Math.round(value) : value.toPrecision(3)} ${unit}`;
}
