import { readFileSync } from "node:fs";

/** One attempt to get out, as Python. */
export interface EscapeCase {
  readonly id: string;
  readonly cat: "network" | "storage" | "parent" | "code" | "resource" | "render" | "persist";
  readonly title: string;
  readonly code: string;
  /** A program of the next run, which must be what it is alone. */
  readonly session?: readonly string[];
  readonly html?: boolean;
}

export const ESCAPES = JSON.parse(readFileSync("e2e/isolation/fixtures/escapes.json", "utf8")) as readonly EscapeCase[];

export interface Targets {
  readonly app: string;
  readonly http: string;
  readonly webSocket: string;
  readonly udp: string;
}

/** The top-level name that the cases' host names end in; no such domain can exist. */
export const PROBE_DOMAIN = "skep-probe.invalid";

/** The program of a case against real addresses; `{{TAG}}` tells them apart in what arrives. */
export function aim(code: string, id: string, targets: Targets): string {
  return code
    .replaceAll("{{EVIL}}", targets.http)
    .replaceAll("{{WS}}", targets.webSocket)
    .replaceAll("{{UDP}}", targets.udp)
    .replaceAll("{{DNS}}", `${id}.${PROBE_DOMAIN}`)
    .replaceAll("{{APP}}", targets.app.replace(/\/$/, ""))
    .replaceAll("{{TAG}}", `tag-${id}`)
    .replaceAll("{{N}}", "1");
}
