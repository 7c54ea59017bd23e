/** The worker's program as one classic script, bundled by vite/guest-plugin.ts. */
declare module "virtual:guest-worker" {
  const source: string;
  export default source;
}

declare module "*.py?raw" {
  const source: string;
  export default source;
}

/** Present where the browser enforces Trusted Types. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL?: (url: string) => string }): { createScriptURL(url: string): string } }
  | undefined;

/** The embedding page, as the relay sees it: an origin that it cannot read. */
declare const parent: MessageEventSource;
