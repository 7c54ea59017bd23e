/** A model's id of the log in words: what a server is asked for and which it is, a file's name, and a catalogue's id as it stands. */
export function modelTitle(id: string): string {
  if (id.startsWith("file:")) return id.slice("file:".length);
  const [, own, served] = /^(own|endpoint):(https?:.*)$/s.exec(id) ?? [];
  if (served === undefined || !URL.canParse(served)) return id;
  const url = new URL(served);
  if (own === "endpoint") return url.hash === "" ? url.host : `${served.slice(served.indexOf("#") + 1)} on ${url.host}`;
  return url.pathname.split("/").findLast((part) => part !== "") ?? url.host;
}
