import type { NamedSchema } from "@svc/model";
import type { Scope } from "../collect.ts";
import { own, type Side } from "../schema/side.ts";
import { structureText } from "../schema/structure-text.ts";
import type { Comparison } from "./comparison.ts";
import { compareSchemas } from "./schemas.ts";

/** Exported names of schemas, and the schemas that no operation leads to. */
export function compareNames(comparison: Comparison, scope: Scope): void {
  const [old, now] = [comparison.old.model.schemas, comparison.new.model.schemas];
  const removed = Object.values(old).filter(({ wireName }) => own(now, wireName) === undefined);
  const added = new Set(Object.values(now).filter(({ wireName }) => own(old, wireName) === undefined));
  for (const named of removed) {
    const successor = findSuccessor(named, added, comparison);
    if (successor === undefined) {
      scope.reports.push({ rule: "schema-removed", old: named.pointer, facts: { place: named.typeName } });
      continue;
    }
    added.delete(successor);
    tellRename(named, successor, scope);
    if (!comparison.visited.has(named.wireName)) compareUnused(named, successor, scope, comparison);
  }
  for (const { pointer, typeName } of added)
    scope.reports.push({ rule: "schema-added", new: pointer, facts: { place: typeName } });
  for (const named of Object.values(now)) {
    const before = own(old, named.wireName);
    if (before === undefined) continue;
    compareSdkNames(before, named, scope);
    if (!comparison.visited.has(named.wireName)) compareUnused(before, named, scope, comparison);
  }
}

function findSuccessor(
  named: NamedSchema,
  candidates: ReadonlySet<NamedSchema>,
  { renames, old, new: now }: Comparison,
): NamedSchema | undefined {
  const seen = [...candidates].find(({ wireName }) => renames.get(named.wireName) === wireName);
  if (seen !== undefined) return seen;
  const size = sizeOf(named, old);
  // Texts of large schemas are costly: only schemas of one size are compared by theirs.
  const similar = [...candidates].filter((candidate) => sizeOf(candidate, now) === size);
  if (similar.length === 0 || similar.length > MAX_SIMILAR) return undefined;
  const structure = structureText(named.schema, old);
  const alike = similar.filter(({ schema }) => structureText(schema, now) === structure);
  return alike.length === 1 ? alike[0] : undefined;
}

/** Of more schemas that could be the same under another name, none is taken for it. */
const MAX_SIMILAR = 50;

function sizeOf({ schema }: NamedSchema, side: Side): string {
  const { alternatives, nullable } = side.conjunctionOf(schema);
  const sizes = alternatives.map(({ kind, facts }) => `${kind} ${facts.properties.size}`).sort();
  return `${sizes.join(",")} ${nullable}`;
}

function tellRename(old: NamedSchema, now: NamedSchema, scope: Scope): void {
  const sameType = old.typeName === now.typeName;
  scope.reports.push({
    rule: "schema-renamed",
    old: old.pointer,
    new: now.pointer,
    facts: {
      old: sameType ? `components["schemas"][${JSON.stringify(old.wireName)}]` : old.typeName,
      new: sameType ? `components["schemas"][${JSON.stringify(now.wireName)}]` : now.typeName,
    },
  });
}

function compareSdkNames(old: NamedSchema, now: NamedSchema, scope: Scope): void {
  const at = { old: old.pointer, new: now.pointer };
  if (old.typeName !== now.typeName) {
    scope.reports.push({ rule: "schema-renamed", ...at, facts: { old: old.typeName, new: now.typeName } });
    return;
  }
  const builders = [
    [old.builderName, now.builderName],
    [old.listBuilderName, now.listBuilderName],
  ] as const;
  for (const [before, after] of builders)
    if (before !== undefined && before !== after)
      scope.reports.push({
        rule: "builder-renamed",
        ...at,
        key: before,
        facts: { place: now.typeName, old: before, new: after ?? "(none)" },
      });
}

/** What no operation leads to is still an exported type, which people read: webhooks and events, mostly. */
function compareUnused(old: NamedSchema, now: NamedSchema, scope: Scope, comparison: Comparison): void {
  compareSchemas(old.schema, now.schema, { scope, direction: "response", place: now.typeName }, comparison);
}
