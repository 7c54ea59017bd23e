import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import type { StorePorts } from "#state/store-ports.ts";
import { createStores, type Stores } from "#state/stores.ts";
import { App } from "./App.tsx";

/**
 * For tests in a browser: the whole application over these ports, gone again when the test is over.
 * @param size of the page, in pixels
 */
export async function openApp(ports: StorePorts, { width, height } = { width: 1280, height: 800 }): Promise<Stores> {
  await page.viewport(width, height);
  const host = document.createElement("div");
  host.id = "root";
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
    localStorage.clear();
  });
  const stores = createStores({ ...ports, schedule: (work) => void requestAnimationFrame(work) });
  root.render(createElement(App, { stores }));
  await stores.start();
  // React renders on its own schedule: the first screen may not be there yet.
  await expect.element(page.getByRole("heading", { level: 1 })).toBeInTheDocument();
  return stores;
}
