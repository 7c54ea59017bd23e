import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.mjs";

const PORT = Number(process.env.SKEP_E2E_PORT ?? 4189);
const chromium = await findChromium();

export default defineConfig({
  testDir: "e2e",
  // One at a time: each page holds interpreters and models, and small machines have two cores.
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    // Each page would otherwise keep a copy of the application for the next visit; e2e/offline is about that.
    serviceWorkers: "block",
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      args: ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-webgpu"],
    },
  },
  webServer: {
    command: `node bin/skep.mjs serve --port ${PORT}`,
    url: `http://127.0.0.1:${PORT}/`,
    reuseExistingServer: false,
    timeout: 120_000,
  },
});
