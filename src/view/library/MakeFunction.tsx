import { Button, Group, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import type { Snippet } from "#domain/snippet.ts";
import type { FunctionOffer } from "#state/workshop-store.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useStores } from "#view/stores-context.tsx";
import { type ChosenParameter, ParameterRow } from "./ParameterRow.tsx";
import { SuggestFunction } from "./SuggestFunction.tsx";

interface MakeFunctionProps {
  readonly snippet: Pick<Snippet, "name" | "description">;
  /** The program as it is in the editor. */
  readonly code: string;
  onMade(name: string, code: string): void;
  onClose(): void;
}

/** Makes a function of a program: which one, with which of its values as parameters. */
export function MakeFunction({ snippet, code, onMade, onClose }: MakeFunctionProps): JSX.Element {
  const { workshop } = useStores();
  const [offers, setOffers] = useState<readonly FunctionOffer[] | null>(null);
  const [picked, setPicked] = useState(0);
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Readonly<Record<string, ChosenParameter>>>({});
  const [returns, setReturns] = useState("");
  const [returnsDescription, setReturnsDescription] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let open = true;
    void workshop
      .getState()
      .offerFunctions(code)
      .then((outcome) => {
        if (!open) return;
        if (!outcome.ok) setProblem(outcome.message);
        else {
          setOffers(outcome.offers);
          setName(toIdentifier(snippet.name) || (outcome.offers[0]?.name ?? ""));
        }
      });
    return () => {
      open = false;
    };
  }, [workshop, code, snippet.name]);
  const offer = offers?.[picked];
  const make = async (): Promise<void> => {
    if (offer === undefined) return;
    const parameters = offer.parameters.filter(({ id }) => chosen[id] !== undefined).map(({ id }) => ({ id, ...(chosen[id] ?? NOTHING) }));
    const wanted = offer.existing ?? name;
    const outcome = await workshop.getState().makeFunction(code, {
      name: wanted,
      description: snippet.description,
      existing: offer.existing,
      parameters,
      returns: returns.trim(),
      returnsDescription: returnsDescription.trim(),
    });
    if (outcome.ok) onMade(wanted, outcome.code);
    else setProblem(outcome.message);
  };
  return (
    <Modal opened onClose={onClose} title="Make it a function" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        {problem !== null && <Notice tone="warn" title={problem} />}
        {offers === null && problem === null && <p>Reading the program…</p>}
        {offers !== null && offers.length > 1 && (
          <Radio.Group label="Which function" value={String(picked)} onChange={(value) => setPicked(Number(value))}>
            {offers.map(({ existing }, index) => (
              <Radio key={existing ?? ""} mt="xs" value={String(index)} label={existing === null ? "The whole program" : `${existing}, as it is`} />
            ))}
          </Radio.Group>
        )}
        {offer !== undefined && offer.existing === null && (
          <>
            <TextInput label="Name of the function" value={name} onChange={(change) => setName(change.currentTarget.value)} />
            <fieldset>
              <legend>Values that become parameters</legend>
              <Stack gap="xs">
                {offer.parameters.length === 0 && <p>The program has no value that could become one.</p>}
                {offer.parameters.map((parameter) => (
                  <ParameterRow
                    key={parameter.id}
                    parameter={parameter}
                    chosen={chosen[parameter.id]}
                    onChange={(next) => setChosen(toggled(chosen, parameter.id, next))}
                  />
                ))}
              </Stack>
            </fieldset>
            <Group gap="sm" align="flex-start">
              <TextInput
                label="Type of the result"
                description="Such as int or list[str]; empty for none"
                value={returns}
                onChange={(change) => setReturns(change.currentTarget.value)}
              />
              <TextInput
                label="What comes back"
                description="In words"
                value={returnsDescription}
                onChange={(change) => setReturnsDescription(change.currentTarget.value)}
              />
            </Group>
          </>
        )}
        <SuggestFunction
          code={code}
          name={name}
          description={snippet.description}
          onSuggested={(text) => onMade(/^def\s+([A-Za-z_]\w*)/m.exec(text)?.[1] ?? name, text)}
          onProblem={setProblem}
        />
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" disabled={offer === undefined} onClick={() => void make()}>
            Make function
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const NOTHING: ChosenParameter = { name: "", type: "", description: "" };

function toggled<T>(chosen: Readonly<Record<string, T>>, id: string, next: T | null): Readonly<Record<string, T>> {
  const { [id]: _before, ...others } = chosen;
  return next === null ? others : { ...others, [id]: next };
}

function toIdentifier(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/^[_\d]+|_+$/g, "")
    .slice(0, 40);
}
