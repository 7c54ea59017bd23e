import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, type ReactNode, useId, useRef, useState } from "react";
import type { DataFile } from "#domain/data-file.ts";
import type { ToolSignature } from "#domain/snippet.ts";
import { readDataFiles, withFiles } from "#state/read-data-files.ts";
import type { CallProblem, ToolArguments } from "#state/task-store.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { PickFiles } from "#view/parts/PickFiles.tsx";
import { readField, type ToolField, toolFields } from "./tool-fields.ts";

export interface ArgumentsFormProps {
  readonly tool: ToolSignature;
  /** On the button. */
  readonly action: string;
  readonly disabled: boolean;
  /** Before the button. */
  readonly children?: ReactNode;
  /** Answers with what does not fit, which is then shown at its field. */
  onSubmit(args: ToolArguments, files: readonly DataFile[]): Promise<readonly CallProblem[]>;
}

/** A form made from the JSON Schema of a tool's parameters. */
export function ArgumentsForm({ tool, action, disabled, children, onSubmit }: ArgumentsFormProps): JSX.Element {
  const fields = toolFields(tool);
  const form = useRef<HTMLFormElement>(null);
  const fileNames = useId();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [files, setFiles] = useState<readonly DataFile[]>([]);
  const [problems, setProblems] = useState<readonly CallProblem[]>([]);
  const show = (found: readonly CallProblem[]): void => {
    setProblems(found);
    const first = fields.findIndex(({ name }) => found.some((problem) => parameterOf(problem) === name));
    if (first >= 0) form.current?.querySelectorAll<HTMLElement>("[data-parameter]")[first]?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const args: Record<string, ToolArguments[string]> = {};
    const found: CallProblem[] = [];
    for (const field of fields) {
      const read = readField(field, texts[field.name] ?? "");
      if (!read.ok) found.push({ path: field.name, message: read.message });
      else if (read.value !== undefined) args[field.name] = read.value;
    }
    show(found.length > 0 ? found : await onSubmit(args, files));
  };
  const general = problems.filter((problem) => !fields.some(({ name }) => name === parameterOf(problem)));
  return (
    <form ref={form} noValidate aria-label={`Arguments of ${tool.name}`} onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            text={texts[field.name] ?? ""}
            list={fileNames}
            error={problems
              .filter((problem) => parameterOf(problem) === field.name)
              .map(({ path, message }) => (path === field.name ? message : `${path} ${message}`))
              .join("; ")}
            onChange={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ))}
        {fields.length === 0 && <p>It needs no arguments.</p>}
        <datalist id={fileNames}>
          {files.map(({ path }) => (
            <option key={path} value={path} />
          ))}
        </datalist>
        {general.map(({ path, message }) => (
          <Notice key={path + message} tone="bad" title={path === "" ? message : `${path} ${message}`} />
        ))}
        {children}
        <Group gap="sm">
          <PickFiles multiple onPick={(picked) => void readDataFiles(picked).then((read) => setFiles(withFiles(files, read.files)))}>
            {(props) => <Button {...props}>{files.length === 0 ? "Add files" : `Files: ${files.map(({ path }) => path).join(", ")}`}</Button>}
          </PickFiles>
          <Button type="submit" disabled={disabled}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  readonly field: ToolField;
  readonly text: string;
  /** Id of the list of file names. */
  readonly list: string;
  readonly error: string;
  onChange(text: string): void;
}

function Field({ field, text, list, error, onChange }: FieldProps): JSX.Element {
  const { name, description, required, nullable, kind, hint, choices } = field;
  const shared = {
    label: name,
    description: [description, `${hint}${nullable ? ", or nothing" : ""}`].filter(Boolean).join(" · "),
    required,
    error: error === "" ? null : error,
    value: text,
    "data-parameter": name,
  };
  if (kind === "boolean" || kind === "choice") {
    const empty = nullable ? "Nothing" : required ? "Choose…" : "Leave it out";
    const options = kind === "boolean" ? [true, false] : choices;
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: "", label: empty },
          ...options.map((choice) => ({ value: JSON.stringify(choice), label: typeof choice === "string" ? choice : JSON.stringify(choice) })),
        ]}
        onChange={(change) => onChange(change.currentTarget.value)}
      />
    );
  }
  if (kind === "text" || kind === "lines" || kind === "json")
    return (
      <Textarea
        {...shared}
        autosize
        minRows={kind === "text" ? 1 : 2}
        maxRows={12}
        spellCheck={kind === "text"}
        styles={kind === "json" ? { input: { fontFamily: "var(--mantine-font-family-monospace)" } } : {}}
        onChange={(change) => onChange(change.currentTarget.value)}
      />
    );
  const type = kind === "date" || kind === "time" ? kind : kind === "date-time" ? "datetime-local" : "text";
  return (
    <TextInput
      {...shared}
      type={type}
      {...(kind === "integer" || kind === "number" ? { inputMode: "decimal" as const } : {})}
      {...(kind === "time" || kind === "date-time" ? { step: 1 } : {})}
      {...(kind === "path" ? { list } : {})}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}

/** The parameter that a problem is about: what its path begins with. */
function parameterOf({ path }: CallProblem): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}
