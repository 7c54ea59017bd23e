import * as v from "valibot";
import { isSettingKey, laySetting } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";
import { absoluteUrl } from "./absolute-url.ts";
import { type ConfigProblem, DEFAULT_DEPLOYMENT, type Deployment, type DeploymentModel } from "./deployment.ts";
import { modelSchema } from "./model-schema.ts";

const HOST = v.pipe(
  v.string("must be the name of a host"),
  v.regex(/^(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/, "must be the name of a host in lower case, such as api.example.org, without a scheme or a path"),
);

/**
 * Reads a parsed `skep.config.json`. Every value is checked by itself: a bad one is named and left out, the others hold.
 * @param base URL of the config, which relative addresses in it start from
 */
export function readDeployment(json: unknown, base: URL): { readonly deployment: Deployment; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const problem = (path: string, message: string) => void problems.push({ path, message });
  const config = record(json);
  if (config === null) {
    problem("", "must be a JSON object; the built-in defaults are used");
    return { deployment: DEFAULT_DEPLOYMENT, problems };
  }
  for (const key of Object.keys(config)) if (!KNOWN_KEYS.includes(key)) problem(key, `is not known here; known are ${KNOWN_KEYS.slice(1).join(", ")}`);
  return {
    deployment: {
      defaults: readSettings(config.settings, problem),
      locked: readLocked(config.locked, problem),
      models: readModels(config.models, base, problem),
      executors: readExecutors(config.executors, base, problem),
      network: readNetwork(config.network, base, problem),
    },
    problems,
  };
}

const KNOWN_KEYS = ["$schema", "settings", "locked", "models", "executors", "network"];

type Tell = (path: string, message: string) => void;

function readSettings(value: unknown, problem: Tell): Settings {
  let settings = DEFAULT_DEPLOYMENT.defaults;
  for (const [key, item] of entries(value, "settings", problem)) {
    const path = `settings.${key}`;
    if (!isSettingKey(key)) {
      problem(path, `is not a setting; settings are ${Object.keys(settings).join(", ")}`);
      continue;
    }
    const laid = laySetting(settings, key, item);
    if (laid.ok) settings = laid.settings;
    else problem(path, `${laid.message}, but is ${show(item)}; ${show(settings[key])} is used`);
  }
  return settings;
}

function readLocked(value: unknown, problem: Tell): readonly (keyof Settings)[] {
  const locked: (keyof Settings)[] = [];
  for (const [index, item] of items(value, "locked", problem)) {
    if (typeof item === "string" && isSettingKey(item)) locked.push(item);
    else problem(`locked[${index}]`, `must be the name of a setting, but is ${show(item)}`);
  }
  return locked;
}

function readModels(value: unknown, base: URL, problem: Tell): readonly DeploymentModel[] {
  const schema = modelSchema(base);
  const models: DeploymentModel[] = [];
  for (const [index, item] of items(value, "models", problem)) {
    const path = `models[${index}]`;
    const outcome = v.safeParse(schema, item);
    if (!outcome.success) {
      for (const issue of outcome.issues) problem(pathOf(path, issue), `${issue.message}; the model is left out`);
    } else if (models.some(({ id }) => id === outcome.output.id))
      problem(`${path}.id`, `is ${show(outcome.output.id)}, which another model has; the model is left out`);
    else models.push(outcome.output);
  }
  return models;
}

function readExecutors(value: unknown, base: URL, problem: Tell): Deployment["executors"] {
  const executors: Record<string, { address: string }> = {};
  for (const [name, item] of entries(value, "executors", problem)) {
    const path = `executors.${name}`;
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) {
      problem(path, "is not the name of an executor");
      continue;
    }
    for (const [key, setting] of entries(item, path, problem)) {
      if (key !== "address") problem(`${path}.${key}`, "is not known here; known is address");
      else {
        const address = absoluteUrl(setting, base);
        if (address === null) problem(`${path}.address`, `must be an http(s) address or a path on this host, but is ${show(setting)}`);
        else executors[name] = { address };
      }
    }
  }
  return executors;
}

function readNetwork(value: unknown, base: URL, problem: Tell): Deployment["network"] {
  let { policy, hosts, packageIndex } = DEFAULT_DEPLOYMENT.network;
  for (const [key, item] of entries(value, "network", problem)) {
    if (key === "policy") {
      if (item === "ask" || item === "never") policy = item;
      else problem("network.policy", `must be ask or never, but is ${show(item)}; ${policy} is used`);
    } else if (key === "hosts") {
      const good: string[] = [];
      for (const [index, host] of items(item, "network.hosts", problem)) {
        const outcome = v.safeParse(HOST, host);
        if (outcome.success) good.push(outcome.output);
        else problem(`network.hosts[${index}]`, outcome.issues[0].message);
      }
      hosts = good;
    } else if (key === "packageIndex") {
      const address = absoluteUrl(item, base);
      // Programs never reach the page's own server.
      if (address === null || new URL(address).origin === base.origin)
        problem("network.packageIndex", `must be an http(s) address of another host, but is ${show(item)}`);
      else packageIndex = address.replace(/\/+$/, "");
    } else problem(`network.${key}`, "is not known here; known are policy, hosts, packageIndex");
  }
  return { policy, hosts, packageIndex };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

function entries(value: unknown, path: string, problem: Tell): readonly (readonly [string, unknown])[] {
  if (value === undefined) return [];
  const object = record(value);
  if (object === null) problem(path, `must be an object, but is ${show(value)}`);
  return Object.entries(object ?? {});
}

function items(value: unknown, path: string, problem: Tell): readonly (readonly [number, unknown])[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) problem(path, `must be a list, but is ${show(value)}`);
  return Array.isArray(value) ? [...value.entries()] : [];
}

/** A value as a message shows it. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function pathOf(start: string, issue: v.BaseIssue<unknown>): string {
  return (issue.path ?? []).reduce((path, { key }) => (typeof key === "number" ? `${path}[${key}]` : `${path}.${String(key)}`), start);
}
