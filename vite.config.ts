import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findChromium } from "./scripts/lib/chromium.mjs";
import { fetchedPlugin } from "./vite/fetched-plugin.ts";
import { guestPlugin } from "./vite/guest-plugin.ts";
import { offlinePlugin } from "./vite/offline-plugin.ts";
import { plannedServerCommands } from "./vite/planned-server.ts";
import { overrideQuota } from "./vite/quota-command.ts";

/** Cross-origin isolation: SharedArrayBuffer for the sandbox's interrupts and the CPU engine's threads. */
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** What the screens are made of, lazily loaded parts included. */
const VIEW_LIBRARIES = [
  "react",
  "react/jsx-dev-runtime",
  "react-dom/client",
  "zustand",
  "zustand/vanilla",
  "react-resizable-panels",
  "@mantine/core",
  "@mantine/hooks",
  "@mantine/notifications",
  "@mantine/spotlight",
  "@tabler/icons-react",
  "@tanstack/react-virtual",
  "@uiw/react-codemirror",
  "@codemirror/lang-python",
  "@codemirror/language",
  "@codemirror/merge",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/highlight",
  "@lezer/python",
];

/** Found only in workers and on demand. */
const ENGINE_LIBRARIES = ["@mlc-ai/web-llm", "@wllama/wllama", "eventsource-parser", "hash-wasm"];

/** What the library, the log and the storage bring in. */
const STORE_LIBRARIES = ["@cfworker/json-schema", "canonicalize", "dexie", "minisearch", "stemmer", "valibot", "yaml"];

export default defineConfig(async () => {
  const chromium = await findChromium();
  return {
    plugins: [react(), guestPlugin(), fetchedPlugin(), offlinePlugin()],
    server: { host: "127.0.0.1", headers: isolation },
    preview: { host: "127.0.0.1", headers: isolation },
    build: { target: "es2023", chunkSizeWarningLimit: 6000 },
    worker: { format: "es" as const },
    test: {
      projects: [
        {
          extends: true as const,
          test: {
            name: "node",
            environment: "node",
            include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "bin/**/*.test.ts"],
            exclude: ["**/*.browser.test.ts"],
          },
        },
        {
          extends: true as const,
          // Vite's search for dependencies does not follow "#" imports; what it finds only later reloads the page in the middle of a test.
          optimizeDeps: { include: [...VIEW_LIBRARIES, ...ENGINE_LIBRARIES, ...STORE_LIBRARIES] },
          test: {
            name: "browser",
            include: ["src/**/*.browser.test.ts"],
            testTimeout: 120_000,
            hookTimeout: 180_000,
            fileParallelism: false,
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              commands: { ...plannedServerCommands, overrideQuota },
              provider: playwright({
                launchOptions: {
                  ...(chromium === null ? {} : { executablePath: chromium }),
                  args: ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-webgpu"],
                },
              }),
              instances: [{ browser: "chromium" as const }],
            },
          },
        },
      ],
    },
  };
});
