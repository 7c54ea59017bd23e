import { Badge } from "@mantine/core";
import type { JSX } from "react";

/** Stands wherever recorded replies appear, so that nobody takes them for a model's. */
export function DemoLabel(): JSX.Element {
  return (
    <Badge tt="none" fw={500} color="honey" variant="light">
      Demo replies
    </Badge>
  );
}
