import type { JSX } from "react";
import { FaultNotice } from "#view/parts/Notice.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./Shell.module.css";

/** Says on every screen when this browser's storage fails, so that an empty list is never mistaken for an empty history. */
export function StorageAlert(): JSX.Element | null {
  const { device } = useStores();
  const fault = useSlice("device", (state) => state.fault);
  if (fault === null) return null;
  return (
    <div className={styles.alert}>
      <FaultNotice fault={fault} onClose={() => device.getState().dismissFault()} />
    </div>
  );
}
