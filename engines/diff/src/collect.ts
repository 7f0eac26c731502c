import { compareText } from "@svc/model";
import type { Change, Difference, Direction } from "./change.ts";
import { maxLevel } from "./level.ts";
import { RULES, type RuleId } from "./rules/index.ts";
import { fillMessage, type Rule, readVerdict } from "./rules/rule.ts";

/** A difference that was found at one place. */
export interface Report {
  readonly rule: RuleId;
  readonly direction?: Direction | undefined;
  readonly old?: string | undefined;
  readonly new?: string | undefined;
  readonly facts: { readonly [name: string]: string };
  /** Tells reports of one rule at one place apart. */
  readonly key?: string | undefined;
  /** The level, where it is found by comparing and is not that of the rule. */
  readonly level?: Change["level"];
  readonly labels?: Change["labels"];
  /** Other values may come there, before and after: the open level counts. */
  readonly open?: boolean;
}

/** A part of the comparison that operations may share: a pair of schemas, mostly. */
export interface Scope {
  readonly reports: Report[];
  readonly parts: Set<Scope>;
  /** The operation that it belongs to, where it is one. */
  readonly operation?: string;
}

export function createScope(operation?: string, reports: readonly Report[] = []): Scope {
  return { reports: [...reports], parts: new Set(), ...(operation !== undefined && { operation }) };
}

/** Old and new pointers as the documents have them: the nearest place that is there. */
export interface PlaceFinder {
  readonly old: (pointer: string) => string;
  readonly new: (pointer: string) => string;
}

/** Leaves pointers as they are. */
export const AS_IS: PlaceFinder = { old: (pointer) => pointer, new: (pointer) => pointer };

/** One change per cause: the reports of all scopes, each with the operations that lead to it. */
export function collectChanges(scopes: readonly Scope[], find: PlaceFinder): Difference {
  const changes = new Map<string, Change>();
  for (const [scope, operations] of withOperations(scopes)) {
    for (const report of scope.reports) {
      const change = toChange(report, operations, find);
      const known = changes.get(change.id);
      changes.set(change.id, known === undefined ? change : mergeChanges(known, change));
    }
  }
  return createDifference(withoutEchoes([...changes.values()]));
}

/** Without the new descriptions of what is deprecated now: they say so, and why. */
function withoutEchoes(changes: readonly Change[]): readonly Change[] {
  const deprecated = new Set(changes.flatMap(({ rule, pointer }) => (/(?:^|-)deprecated$/.test(rule) ? pointer : [])));
  return changes.filter(({ rule, pointer }) => rule !== "description-changed" || !deprecated.has(pointer));
}

/** Changes in their order, with the level that they ask for. */
export function createDifference(changes: readonly Change[]): Difference {
  const rank = ({ level }: Change) => ["major", "minor", "patch"].indexOf(level);
  return {
    level: maxLevel(changes.map(({ level }) => level)),
    changes: [...changes].sort(
      (a, b) => rank(a) - rank(b) || compareText(a.pointer, b.pointer) || compareText(a.id, b.id),
    ),
  };
}

function withOperations(scopes: readonly Scope[]): Map<Scope, Set<string>> {
  const result = new Map<Scope, Set<string>>();
  for (const root of scopes) {
    const stack = [root];
    const seen = new Set<Scope>();
    for (let scope = stack.pop(); scope !== undefined; scope = stack.pop()) {
      if (seen.has(scope)) continue;
      seen.add(scope);
      const operations = result.get(scope) ?? new Set();
      if (root.operation !== undefined) operations.add(root.operation);
      result.set(scope, operations);
      stack.push(...scope.parts);
    }
  }
  return result;
}

function toChange(report: Report, operations: ReadonlySet<string>, find: PlaceFinder): Change {
  const { levels, message }: Rule = RULES[report.rule];
  const verdict = typeof levels === "string" ? levels : report.direction && levels[report.direction];
  if (verdict === undefined) throw new Error(`Rule ${report.rule} says nothing of ${report.direction ?? "documents"}.`);
  const asked = readVerdict(verdict, report.open);
  const pointerOld = report.old === undefined ? undefined : find.old(report.old);
  const pointerNew = report.new === undefined ? undefined : find.new(report.new);
  const pointer = pointerNew ?? pointerOld ?? "";
  const direction = typeof levels === "string" ? undefined : report.direction;
  const names = [...operations].sort(compareText);
  return {
    id: [report.rule, direction, pointer, report.key].filter((part) => part !== undefined).join(":"),
    rule: report.rule,
    level: report.level ?? asked.level,
    ...(direction !== undefined && { direction }),
    pointer,
    ...(pointerOld !== undefined && { pointerOld }),
    ...(pointerNew !== undefined && { pointerNew }),
    ...(names[0] !== undefined && { operation: names[0] }),
    operations: names,
    message: fillMessage(message, report.facts),
    labels: report.labels ?? asked.labels,
  };
}

function mergeChanges(a: Change, b: Change): Change {
  const operations = [...new Set([...a.operations, ...b.operations])].sort(compareText);
  const higher = maxLevel([a.level, b.level]) === a.level ? a : b;
  return { ...higher, operations, ...(operations[0] !== undefined && { operation: operations[0] }) };
}
