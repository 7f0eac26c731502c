import type { Difference, DiffOptions } from "../../src/change.ts";
import { diffDocuments } from "../../src/diff-documents.ts";
import type { Level } from "../../src/level.ts";
import { copyOf, type Edited, petDocument } from "./pet-document.ts";

/** One row of the policy: an edit, the level that it asks for, and that of its opposite. */
export interface PolicyCase {
  /** The row's title in the policy. */
  readonly row: string;
  readonly edit: (document: Edited) => void;
  readonly level: Level;
  /** The level of the edit taken back. */
  readonly back: Level;
  /** The level where enums and unions are emitted open, if it differs. */
  readonly open?: Level;
  readonly labels?: readonly string[];
  /** The edit that the row begins with, where the small document does not begin there. */
  readonly from?: (document: Edited) => void;
}

/** The documents before and after an edit. */
export function documentsOf({ from, edit }: Pick<PolicyCase, "from" | "edit">): { old: Edited; now: Edited } {
  const old = petDocument();
  from?.(old);
  const now = copyOf(old);
  edit(now);
  return { old, now };
}

export function diff(old: unknown, now: unknown, options: DiffOptions = {}): Difference {
  return diffDocuments({ document: old, file: "old" }, { document: now, file: "new" }, options);
}
