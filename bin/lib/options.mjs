import { InvalidArgumentError } from "commander";

/**
 * Parses an option that must be a positive number.
 * @param {string} text
 */
export function positiveNumber(text) {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

/**
 * Parses an option that must be a whole number, 0 or above.
 * @param {string} text
 */
export function wholeNumber(text) {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/**
 * Gathers an option that may be given several times.
 * @param {string} text
 * @param {string[]} before
 */
export function collect(text, before) {
  return [...before, text];
}
