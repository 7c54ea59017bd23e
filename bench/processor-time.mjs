import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second and bytes per page that Linux reports in, on every machine that runs Chromium. */
const TICKS = 100;
const PAGE = 4096;

/**
 * CPU seconds and resident bytes of a process and everything below it, its ended children included.
 * @param {number} root process id
 * @returns {{ cpu: number, bytes: number } | null} null where there is no /proc
 */
export function measureTree(root) {
  let names;
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  /** @type {Map<number, { parent: number, ticks: number, pages: number }>} */
  const processes = new Map();
  for (const name of names) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of the program is in brackets and may hold anything.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const at = (/** @type {number} */ index) => Number(fields[index]);
      processes.set(Number(name), { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14), pages: at(21) });
    } catch {
      // It ended meanwhile.
    }
  }
  let cpu = 0;
  let bytes = 0;
  for (const [pid, { ticks, pages }] of processes) {
    if (!isBelow(pid, root, processes)) continue;
    cpu += ticks / TICKS;
    bytes += pages * PAGE;
  }
  return { cpu, bytes };
}

/**
 * @param {number} pid
 * @param {number} root
 * @param {Map<number, { parent: number }>} processes
 */
function isBelow(pid, root, processes) {
  for (let current = pid; current > 1; current = processes.get(current)?.parent ?? 0) if (current === root) return true;
  return false;
}
