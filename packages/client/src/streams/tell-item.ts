import type { Session } from "../call/call.ts";
import { emit } from "../call/hooks.ts";
import type { OperationRow } from "../table.ts";

interface ItemEvent {
  readonly index: number;
  readonly event: string | undefined;
  /** Number of the connection. */
  readonly attempt: number;
}

/** Tells the hooks of an item. A stream may have a million of them: without hooks nothing is made for it. */
export function tellItem(
  { session, row }: { readonly session: Session; readonly row: OperationRow },
  { index, event, attempt }: ItemEvent,
): void {
  const { hooks, channel } = session.observers;
  if (hooks.length === 0 && !channel?.hasSubscribers) return;
  const { id: operation, method, path: url } = row;
  emit(session.observers, "onItem", { call: 0, operation, method, url, attempt }, { index, event });
}
