const KILO = 1000;

/** A duration for people: `0.31 s`, `12 s`, `3 min 5 s`, `1 h 4 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 0.01) return `${Math.round(milliseconds)} ms`;
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** Bytes in decimal units: `312 bytes`, `4.1 kB`, `1.9 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / KILO;
  let unit = 0;
  while (value >= KILO && unit < units.length - 1) {
    value /= KILO;
    unit += 1;
  }
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[unit]}`;
}

/** Tokens per second: `41 tok/s`, below ten with one digit. */
export function formatRate(tokensPerSecond: number): string {
  return `${tokensPerSecond >= 10 ? Math.round(tokensPerSecond) : tokensPerSecond.toFixed(1)} tok/s`;
}

/** A count with its word: `1 file`, `3 files`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Local time, with the day when it is not today's. @param time RFC 3339. */
export function formatTime(time: string, today: Date = new Date()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === today.toDateString()) return clock;
  const sameYear = date.getFullYear() === today.getFullYear();
  return `${date.toLocaleDateString(undefined, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) })}, ${clock}`;
}

/** The first line of a text, cut to a length with an ellipsis. */
export function firstLine(text: string, limit = 200): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
