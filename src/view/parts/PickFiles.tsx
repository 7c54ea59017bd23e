import { FileButton } from "@mantine/core";
import { type JSX, type ReactNode, useRef } from "react";

export interface PickFilesProps {
  readonly multiple?: boolean;
  readonly accept?: string;
  /** Called with what was picked, one file or more. */
  onPick(files: readonly File[]): void;
  /** The button, given what opens the picker. */
  children(props: { readonly onClick: () => void }): ReactNode;
}

/** Opens the browser's file picker. A file may be picked again right after: the input forgets what it gave. */
export function PickFiles({ multiple = false, accept, onPick, children }: PickFilesProps): JSX.Element {
  const forget = useRef<() => void>(null);
  const onChange = (picked: File[] | File | null): void => {
    const files = picked === null ? [] : Array.isArray(picked) ? picked : [picked];
    forget.current?.();
    if (files.length > 0) onPick(files);
  };
  return (
    <FileButton multiple={multiple} {...(accept === undefined ? {} : { accept })} resetRef={forget} onChange={onChange}>
      {children}
    </FileButton>
  );
}
