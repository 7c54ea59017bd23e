import { type ChangeEvent, type JSX, type ReactNode, useRef } from "react";

export interface PickedFolderFile {
  /** Begins with the folder's name. */
  readonly path: string;
  readonly blob: File;
}

export interface PickFolderProps {
  /** Name of the input, for who finds it without the button. */
  readonly label: string;
  /** Called with all files of the folder, at any depth. */
  onPick(files: readonly PickedFolderFile[]): void;
  /** The button, given what opens the picker. */
  children(props: { readonly onClick: () => void }): ReactNode;
}

/** Opens the browser's picker of folders. */
export function PickFolder({ label, onPick, children }: PickFolderProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.currentTarget.files ?? [])].map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob }));
    // The same folder may be picked again.
    event.currentTarget.value = "";
    if (files.length > 0) onPick(files);
  };
  return (
    <>
      <input ref={input} type="file" hidden aria-label={label} {...{ webkitdirectory: "" }} onChange={take} />
      {children({ onClick: () => input.current?.click() })}
    </>
  );
}
