import type { Names } from "../../naming/name-ledger.ts";
import type { Mend, Repair } from "../../repair/repair.ts";
import type { Work } from "../../work.ts";
import type { Finding } from "../finding.ts";
import type { Node } from "../walk.ts";

/** State that the checks share. */
export interface CheckContext {
  readonly root: unknown;
  /** OpenAPI 3.0, where `$ref` has no siblings and schemas are not JSON Schema. */
  readonly is30: boolean;
  /** A reason not to generate. */
  readonly refuse: (pointer: string, message: string) => void;
  /** A mistake that has one right reading: a repair, or a reason not to generate for those who want none. */
  readonly mend: (pointer: string, mend: Mend) => void;
  /** Something that is read in the only sensible way, or left out, and that the author should know of. */
  readonly warn: (pointer: string, message: string) => void;
  /** Where operation ids were in an earlier version: method and path (`GET /health`) by id. */
  readonly formerRoutes: Names;
  /** Where references lead, by the object that holds them: filled by the reference check. */
  readonly targets: Map<object, Node>;
  /** Values that references in the places of maps are written out to. */
  readonly written: Work;
}

/** Result of {@link inspectDocument}. */
export interface Inspection {
  /** Reasons to refuse the document that no repair takes away, in document order. */
  readonly findings: readonly Finding[];
  /** Mistakes that a repair removes. */
  readonly repairs: readonly Repair[];
  readonly warnings: readonly Finding[];
  readonly is30: boolean;
  /** Where each reference leads, by the object that holds it. */
  readonly targets: ReadonlyMap<object, Node>;
}
