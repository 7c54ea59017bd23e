/**
 * An address of a config as an absolute http(s) URL, or null. Credentials in an address are refused: a config is public.
 * @param base what a relative address starts from
 */
export function absoluteUrl(value: unknown, base: URL): string | null {
  if (typeof value !== "string" || value.trim() === "" || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  return (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "" ? url.href : null;
}
