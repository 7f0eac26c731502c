import type { Label, Level } from "./level.ts";
import type { RuleId } from "./rules/index.ts";

/** Which way the data travels: from the SDK's user to the service, or back. */
export type Direction = "request" | "response";

/** One cause of a difference between two documents, wherever it shows. */
export interface Change {
  /** The rule, the direction and the place: the same in every run, unique among the changes of two documents. */
  readonly id: string;
  readonly rule: RuleId;
  /** Asked by the rule, for a package at 1.0.0 or later: see {@link shiftForVersion}. */
  readonly level: Exclude<Level, "none">;
  /** Absent where the change has none, or both. */
  readonly direction?: Direction;
  /** JSON pointer in the new document; in the old one where the new has no such place. */
  readonly pointer: string;
  readonly pointerOld?: string;
  readonly pointerNew?: string;
  /** Operation id, of the new document where it has the operation: the first of {@link operations}. */
  readonly operation?: string;
  /** Every operation that is touched, and `webhook NAME`, `callback NAME of ID` for requests of the service. */
  readonly operations: readonly string[];
  /** The change as a TypeScript user sees it: one sentence, one line. */
  readonly message: string;
  readonly labels: readonly Label[];
}

/** The difference of two documents. */
export interface Difference {
  /** The highest level of the changes. */
  readonly level: Level;
  /** Highest level first, then by place. */
  readonly changes: readonly Change[];
}

export interface DiffOptions {
  /** Enums and unions are open, whatever the documents say. @default false: as each document's `x-svc-open-enums` says */
  readonly openEnums?: boolean;
}
