import canonicalize from "canonicalize";

/**
 * The one text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no spaces, numbers as ECMAScript prints them.
 * @throws RangeError for what JSON cannot hold, and for nesting beyond the stack
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new RangeError("not a JSON value");
  return text;
}
