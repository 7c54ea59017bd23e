import { Button, Group, Text } from "@mantine/core";
import { IconPlayerStop, IconSparkles } from "@tabler/icons-react";
import { type JSX, useEffect, useRef, useState } from "react";
import { modelTitle } from "#view/parts/model-title.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";

export interface SuggestFunctionProps {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  onSuggested(code: string): void;
  onProblem(message: string): void;
}

/** Has the loaded model write the function; nothing where only demo replies are there, which know no such thing. */
export function SuggestFunction({ code, name, description, onSuggested, onProblem }: SuggestFunctionProps): JSX.Element | null {
  const { workshop } = useStores();
  const model = useSlice("models", ({ engine }) => (engine.kind === "ready" && !engine.model.demo ? modelTitle(engine.model.model) : null));
  const [asking, setAsking] = useState(false);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  if (model === null && !asking) return null;
  const ask = async (): Promise<void> => {
    const own = new AbortController();
    stop.current = own;
    setAsking(true);
    const outcome = await workshop.getState().suggestFunction({ code, name, description }, own.signal);
    if (own.signal.aborted) return;
    setAsking(false);
    if (outcome.ok) onSuggested(outcome.code);
    else onProblem(`The model gave no function: ${outcome.message}`);
  };
  return (
    <Group gap="sm">
      {asking ? (
        <>
          <span role="status">The model writes the function…</span>
          <Button
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => {
              stop.current?.abort();
              setAsking(false);
            }}
          >
            Stop
          </Button>
        </>
      ) : (
        <>
          <Button leftSection={<IconSparkles size={16} aria-hidden />} onClick={() => void ask()}>
            Let the model write it
          </Button>
          <Text size="sm" c="dimmed">
            {model} writes it into the editor; read and edit it before you save.
          </Text>
        </>
      )}
    </Group>
  );
}
