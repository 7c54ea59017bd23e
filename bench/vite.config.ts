import { defineConfig } from "vite";
import { guestPlugin } from "../vite/guest-plugin.ts";

/** The page that is measured: the executor without the application around it. */
// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  plugins: [guestPlugin()],
  publicDir: false,
  logLevel: "warn",
  build: { target: "es2023", outDir: "node_modules/.cache/skep-bench", emptyOutDir: true, rollupOptions: { input: "bench/page/index.html" } },
});
