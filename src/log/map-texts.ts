import type { AgentEvent } from "#domain/agent-event.ts";

/** The same event with every text of its data changed; its type, and keys, stay. */
export function mapEventTexts<E extends AgentEvent>(event: E, change: (text: string) => string): E {
  return { ...event, data: mapTexts(event.data, change) };
}

/** The same plain JSON value with every text in it changed. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  return map(value, change) as T;
}

function map(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => map(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item, change)]));
}
