import type { Change, Difference, Direction } from "./change.ts";
import { createDifference } from "./collect.ts";
import { RULES } from "./rules/index.ts";
import { fillMessage } from "./rules/rule.ts";

/** A part of an operation that programs written against the old types no longer compile with. */
export interface Refusal {
  /** Operation id in the new document; `webhook NAME` for a webhook. */
  readonly operation: string;
  readonly pointer: string;
  /** `parameters`, `body`, `result`, `404 error`. */
  readonly part: string;
  readonly direction: Direction;
  /** The compiler's words, on one line. */
  readonly reason: string;
}

export interface Judgement {
  /** Operations and webhooks of both documents: those that were judged, by their new id. */
  readonly operations: readonly string[];
  /** How many of them are webhooks. @default none */
  readonly webhooks?: number;
  readonly refusals: readonly Refusal[];
}

/** An operation of which rules and compiler do not agree whether it breaks programs. */
export interface Disagreement {
  readonly operation: string;
  readonly rules: "breaking" | "compatible";
  readonly compiler: "accepts" | "refuses";
  readonly reason: string;
}

export interface JudgedDifference extends Difference {
  readonly compiler: {
    /** Operations that were judged: those that both documents have. */
    readonly checked: number;
    /** Webhooks that were judged. Absent where there are none. */
    readonly webhooks?: number;
    /** Operations and webhooks of which the compiler refuses something. */
    readonly refused: number;
    /** Those of them that the policy calls minor all the same: they fail in one more way. Absent where there are none. */
    readonly failing?: number;
    readonly disagreements: readonly Disagreement[];
  };
}

/** Adds what the compiler refuses and no rule calls breaking: the higher level counts. */
export function applyJudgement(
  { changes }: Difference,
  { operations, webhooks = 0, refusals }: Judgement,
): JudgedDifference {
  const breaking = new Map<string, Change[]>();
  for (const change of changes)
    if (change.level === "major")
      for (const id of change.operations) breaking.set(id, [...(breaking.get(id) ?? []), change]);
  // One more way to fail breaks the same programs as one more status does, of which the compiler knows nothing.
  const failing = new Set(
    changes.flatMap(({ rule, operations }) => (rule === "error-variant-added" ? operations : [])),
  );
  const isFailure = ({ operation, part }: Refusal) => part.endsWith(" error") && failing.has(operation);
  const others = refusals.filter(({ operation }) => !breaking.has(operation));
  const unforeseen = others.filter((refusal) => !isFailure(refusal));
  const tolerated = new Set(others.filter(isFailure).map(({ operation }) => operation));
  for (const { operation } of unforeseen) tolerated.delete(operation);
  const refused = new Set(refusals.map(({ operation }) => operation));
  const typed = (id: string) => breaking.get(id)?.find(isOfTypes);
  const overruled = operations.filter((id) => !refused.has(id) && typed(id) !== undefined);
  return {
    ...createDifference([...changes, ...unforeseen.map(toChange)]),
    compiler: {
      checked: operations.length - webhooks,
      ...(webhooks > 0 && { webhooks }),
      refused: refused.size,
      ...(tolerated.size > 0 && { failing: tolerated.size }),
      disagreements: [
        ...unforeseen.map(
          ({ operation, reason }) => ({ operation, rules: "compatible", compiler: "refuses", reason }) as const,
        ),
        ...overruled.map(
          (operation) =>
            ({
              operation,
              rules: "breaking",
              compiler: "accepts",
              reason: typed(operation)?.message ?? "",
            }) as const,
        ),
      ],
    },
  };
}

/** Breaking kinds that change no type of what is passed and returned: paths of `svc.raw`, the position of options, other failures. */
const OF_CALLS: ReadonlySet<Change["rule"]> = new Set([
  "path-parameter-renamed",
  "body-optional-added",
  "error-status-removed",
]);

/** Returned values that are fewer: they can be assigned as before, but programs that compare with what is gone do not compile. */
const OF_COMPARISONS: ReadonlySet<Change["rule"]> = new Set(["enum-value-removed", "union-variant-removed"]);

/** True for what the compiler, which assigns values of these types, would have to refuse. Names and paths have no direction. */
function isOfTypes({ rule, direction, labels }: Change): boolean {
  const isAssigned = !OF_CALLS.has(rule) && (direction === "request" || !OF_COMPARISONS.has(rule));
  return direction !== undefined && labels.includes("compile") && isAssigned;
}

function toChange({ operation, pointer, part, direction, reason }: Refusal): Change {
  const facts = { place: operation, what: part, reason };
  return {
    id: `compiler-refuses:${direction}:${pointer}:${part}`,
    rule: "compiler-refuses",
    level: "major",
    direction,
    pointer,
    pointerNew: pointer,
    operation,
    operations: [operation],
    message: fillMessage(RULES["compiler-refuses"].message, facts),
    labels: ["compile"],
  };
}

/** "7 operations and 1 webhook". */
export function countChecked({ checked, webhooks = 0 }: JudgedDifference["compiler"]): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return [count(checked, "operation"), ...(webhooks > 0 ? [count(webhooks, "webhook")] : [])].join(" and ");
}
