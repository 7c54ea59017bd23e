import { Button, EmptyState } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { JSX } from "react";
import { useStores } from "#view/stores-context.tsx";

export interface NothingYetProps {
  readonly icon: Icon;
  readonly title: string;
  /** What will be here. */
  readonly description: string;
}

/** A list before it has anything, with the way to its first. */
export function NothingYet({ icon: Picture, title, description }: NothingYetProps): JSX.Element {
  const { navigation } = useStores();
  return (
    <EmptyState p="xl" icon={<Picture size={32} stroke={1.25} aria-hidden />} title={title} description={description}>
      <EmptyState.Actions>
        <Button variant="filled" onClick={() => navigation.getState().go("task")}>
          Ask for something
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
