import type { JSX } from "react";
import styles from "./HtmlFrame.module.css";

/** No script, no request, no navigation that leaves: images only as data, styles only inline. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'";

/** HTML of a program, sealed: an opaque frame without scripts under its own policy. */
export function HtmlFrame({ html }: { readonly html: string }): JSX.Element {
  // A link opens in a new window by default, which this sandbox refuses: so a click goes nowhere.
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"><style>body{font:13px/1.5 system-ui,sans-serif;margin:8px;color:#1c1a16;background:#fffefb}table{border-collapse:collapse}td,th{padding:4px 8px;border:1px solid #e3dfd5}</style>${html}`;
  return <iframe className={styles.frame} title="HTML of the program, sealed" sandbox="" srcDoc={page} referrerPolicy="no-referrer" />;
}
