const DIRECTIVES = [
  "default-src 'none'",
  "worker-src blob:",
  "child-src blob:",
  "connect-src 'none'",
  "img-src 'none'",
  "style-src 'none'",
  "font-src 'none'",
  "media-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "manifest-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types sandbox",
];
/** A document cannot set these for itself: they are in the header only. */
const HEADER_ONLY = ["frame-ancestors 'self'", "sandbox allow-scripts"];

/** The policy that the sandboxed document carries in itself, for hosts that set no headers. */
export function sandboxPolicy(scriptHash: string): string {
  return [`script-src 'wasm-unsafe-eval' blob: '${scriptHash}'`, ...DIRECTIVES].join("; ");
}

/** Headers of the sandboxed document. */
export function sandboxHeaders(scriptHash: string): Record<string, string> {
  return {
    "Content-Security-Policy": [sandboxPolicy(scriptHash), ...HEADER_ONLY].join("; "),
    // Chrome 152 and newer: closes WebRTC and navigation of the frame by itself, which no CSP covers.
    "Connection-Allowlist": "()",
    "Cross-Origin-Embedder-Policy": "require-corp",
    // Firefox loads an opaque frame into an isolated page only with this.
    "Cross-Origin-Resource-Policy": "cross-origin",
    // Its address names its content. Kept by the browser, it opens without the server: a service worker may not answer for an opaque origin.
    "Cache-Control": "public, max-age=31536000, immutable",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Headers of the application's own document. Its policy is the one in the document, and what a document cannot set. */
export function hostHeaders(documentPolicy: string): Record<string, string> {
  return {
    "Content-Security-Policy": `${documentPolicy}; frame-ancestors 'self'`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}
