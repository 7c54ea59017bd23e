import { CloseButton } from "@mantine/core";
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { JSX, ReactNode } from "react";
import type { Fault } from "#domain/fault.ts";
import styles from "./Notice.module.css";

export interface NoticeProps {
  readonly tone: "bad" | "warn" | "plain";
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `SK-…`, which Help explains. */
  readonly code?: string | undefined;
  readonly onClose?: (() => void) | undefined;
}

const ICONS = { bad: IconCircleX, warn: IconAlertTriangle, plain: IconInfoCircle };

/** A message in the page: what happened, what was kept, what to do. */
export function Notice({ tone, title, children, actions, code, onClose }: NoticeProps): JSX.Element {
  const Icon = ICONS[tone];
  return (
    <div className={styles.notice} data-tone={tone} role={tone === "bad" ? "alert" : "note"}>
      <Icon className={styles.icon} size={16} aria-hidden />
      <div className={styles.body}>
        {title !== undefined && <div className={styles.title}>{title}</div>}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {code !== undefined && <code className={styles.code}>{code}</code>}
      {onClose !== undefined && <CloseButton aria-label={typeof title === "string" ? `Dismiss: ${title}` : "Dismiss"} onClick={onClose} />}
    </div>
  );
}

/** A fault of a port, as a notice. */
export function FaultNotice({ fault, actions, onClose }: { readonly fault: Fault; readonly actions?: ReactNode; readonly onClose?: () => void }): JSX.Element {
  return (
    <Notice tone="bad" title={fault.message} code={fault.code} actions={actions} onClose={onClose}>
      <div>
        {fault.kept !== undefined && `${fault.kept} `}
        {fault.advice}
      </div>
    </Notice>
  );
}
