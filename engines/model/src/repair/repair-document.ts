import { inspectDocument } from "../load/check/inspect-document.ts";
import type { Finding } from "../load/finding.ts";
import type { Names } from "../naming/name-ledger.ts";
import { applyEdits, inOrder } from "./apply-edits.ts";
import type { Repair } from "./repair.ts";
import type { Round } from "./to-overlay.ts";

/** A repair may show the next mistake; more rounds than this are no progress. */
const MAX_ROUNDS = 12;

/** A document with every repair made, and what was repaired. */
export interface RepairedDocument {
  /** A copy, or the document itself where there was nothing to repair. */
  readonly document: unknown;
  readonly rounds: readonly Round[];
  /** All repairs of all rounds, in the order in which they were made. */
  readonly repairs: readonly Repair[];
  /** Mistakes that no repair removes; with any of them the document is refused. */
  readonly findings: readonly Finding[];
  /** Places with a single sensible reading, or that are ignored, and that the author should know of. */
  readonly warnings: readonly Finding[];
}

export interface RepairOptions {
  /** Name of the file, for messages. @default "document" */
  readonly file?: string;
  /** Method and path (`GET /health`) by operation id in an earlier version: an id that is there twice stays where it was. */
  readonly formerRoutes?: Names;
}

/** Repairs what is wrong in a document and has one right reading. Pure: the document that was given is as before. */
export function repairDocument(
  document: unknown,
  { file = "document", formerRoutes }: RepairOptions = {},
): RepairedDocument {
  const rounds: Round[] = [];
  let current = document;
  for (;;) {
    const { findings, repairs, warnings } = inspectDocument(current, file, formerRoutes);
    if (repairs.length === 0 || rounds.length === MAX_ROUNDS) {
      const left = repairs.map(({ pointer, wrong, advice }) => ({ file, pointer, message: `${wrong}; ${advice}` }));
      return {
        document: current,
        rounds,
        repairs: rounds.flatMap((round) => round.repairs),
        findings: [...findings, ...left],
        warnings,
      };
    }
    rounds.push({ document: current, repairs });
    current = applyEdits(current, inOrder(repairs.flatMap(({ edits }) => edits)));
  }
}
