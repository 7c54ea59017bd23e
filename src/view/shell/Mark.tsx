import type { JSX } from "react";

/** The skep: a straw hive of coils with its door. */
export function Mark({ className }: { readonly className?: string | undefined }): JSX.Element {
  return (
    <svg className={className} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M4 21C4 12 7 4 12 4s8 8 8 17z" fill="var(--mantine-color-honey-5)" />
      <path d="M4.6 16.5h14.8M5.9 12h12.2M8.3 7.8h7.4" stroke="var(--mantine-color-honey-9)" strokeWidth="1.3" fill="none" />
      <path d="M9.6 21v-1.8a2.4 2.4 0 0 1 4.8 0V21z" fill="var(--mantine-color-honey-9)" />
    </svg>
  );
}
