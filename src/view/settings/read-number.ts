export interface NumberRule {
  readonly min: number;
  readonly max: number;
  /** Digits after the point at most; 0 asks for a whole number. */
  readonly decimals: number;
}

/** Reads what was typed into a number field, or says in a sentence what it must be. */
export function readNumber(
  typed: number | string,
  { min, max, decimals }: NumberRule,
): { readonly ok: true; readonly value: number } | { readonly ok: false; readonly message: string } {
  const text = String(typed).trim();
  const value = Number(text);
  const fits = text !== "" && Number.isFinite(value) && value >= min && value <= max && Number(value.toFixed(decimals)) === value;
  if (fits) return { ok: true, value };
  const kind = decimals === 0 ? "whole number" : "number";
  return { ok: false, message: `Must be a ${kind} from ${min} to ${max}${decimals === 0 ? "" : `, with ${decimals} digits after the point at most`}.` };
}
