/**
 * What a person typed as a server's address, as the part before `/chat/completions`: `localhost:11434` becomes `http://localhost:11434/v1`.
 * @returns null when it is no address at all.
 */
export function toBaseUrl(typed: string): string | null {
  const text = typed.trim();
  // Chromium takes spaces for a part of a host's name.
  if (text === "" || /\s/.test(text)) return null;
  let url: URL;
  try {
    url = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    return null;
  }
  const path = url.pathname.replace(/\/(chat\/completions|models)\/?$/, "").replace(/\/+$/, "");
  return `${url.origin}${path === "" ? "/v1" : path}`;
}
