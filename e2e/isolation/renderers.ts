import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks that a process has used, and its parent, from Linux's own files. Null when it has ended. */
function statOf(pid: string): { readonly parent: string; readonly ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: fields[1] ?? "", ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Whether a process is below another. */
function isBelow(pid: string, root: string): boolean {
  for (let current = pid; current !== "0" && current !== ""; current = statOf(current)?.parent ?? "") if (current === root) return true;
  return false;
}

/**
 * The renderer process of a browser that has computed most during half a second: that of a frame whose program loops.
 * @param mark text that is in the command of this browser alone
 */
export async function busiestRenderer(mark: string): Promise<number> {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const root = all.find((pid) => commandOf(pid).includes(mark) && !commandOf(pid).includes("--type="));
  if (root === undefined) throw new Error("the browser's process was not found");
  const renderers = all.filter((pid) => commandOf(pid).includes("--type=renderer") && isBelow(pid, root));
  const before = new Map(renderers.map((pid) => [pid, statOf(pid)?.ticks ?? 0]));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const spent = (pid: string): number => (statOf(pid)?.ticks ?? 0) - (before.get(pid) ?? 0);
  const busiest = renderers.sort((one, other) => spent(other) - spent(one))[0];
  if (busiest === undefined || spent(busiest) === 0) throw new Error("no renderer computes");
  return Number(busiest);
}
