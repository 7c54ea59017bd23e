import { InvalidArgumentError } from "commander";

/** What may answer a task, as the setting has it. */
export const ENGINES = ["webllm", "wllama", "endpoint", "scripted"];

/**
 * Parses a time limit in seconds, within the bounds of the application's own setting.
 * @param {string} text
 */
export function seconds(text) {
  const value = numberOf(text);
  if (value === null || value < 0.1 || value > 3600) throw new InvalidArgumentError("It must be a number of seconds from 0.1 to 3600.");
  return value;
}

/**
 * Parses an option that must be a number, 0 or above.
 * @param {string} text
 */
export function numberFromZero(text) {
  const value = numberOf(text);
  if (value === null || value < 0) throw new InvalidArgumentError("It must be a number, 0 or above.");
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
 * Makes the parser of an option that must be a whole number within bounds, both allowed.
 * @param {number} min
 * @param {number} max
 * @returns {(text: string) => number}
 */
export function wholeNumberFrom(min, max) {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/**
 * Parses an option that must be a JSON object.
 * @param {string} text
 * @returns {{ [key: string]: import("../../src/domain/json-value.ts").JsonValue }}
 */
export function jsonObject(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new InvalidArgumentError(`It must be JSON: ${/** @type {Error} */ (thrown).message}.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new InvalidArgumentError("It must be a JSON object.");
  return value;
}

/**
 * Gathers an option that may be given several times.
 * @param {string} text
 * @param {string[]} before
 */
export function collect(text, before) {
  return [...before, text];
}

/**
 * Gathers host names that may be given several times.
 * @param {string} text
 * @param {string[]} before
 */
export function host(text, before) {
  if (!/^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/.test(text)) {
    throw new InvalidArgumentError("It must be the name of a host in lower case, such as api.example.org, without a scheme or a path.");
  }
  return [...before, text];
}

/** @param {string} text */
function numberOf(text) {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
