import type { FormerSchemaNames, NamedSchema } from "@svc/model";
import { own } from "@svc/model";
import { directionsOf } from "@svc/schema";
import type { Direction } from "../change.ts";
import { createScope, type Report, type Scope } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";
import type { Side } from "../schema/side.ts";
import { structureText } from "../schema/structure-text.ts";
import { cut } from "../schema/type-text.ts";
import type { Comparison, Seen, Site } from "./comparison.ts";
import { compareSchemas } from "./schemas/schemas.ts";

/** Exported names of schemas, and the schemas that no operation leads to. */
export function compareNames(comparison: Comparison, { renames, visited }: Seen): Scope {
  const scope = createScope();
  // Of all schemas at once: each look goes through every operation.
  const directions = directionsOf(comparison.new.model);
  const [old, now] = [comparison.old.model.schemas, comparison.new.model.schemas];
  const removed = Object.values(old).filter(({ wireName }) => own(now, wireName) === undefined);
  const added = new Set(Object.values(now).filter(({ wireName }) => own(old, wireName) === undefined));
  for (const named of removed) {
    const successor = findSuccessor(named, { removed, added }, renames, comparison);
    if (successor === undefined) {
      scope.reports.push({ rule: "schema-removed", old: named.pointer, facts: { place: named.typeName } });
      continue;
    }
    const parts = partsOf(named, added, renames);
    for (const part of [successor, ...parts.map(([part]) => part)]) added.delete(part);
    if (parts.length > 1) reportSplit(named, successor, parts, scope);
    else reportRename(named, successor, scope);
    compareAliases(named, successor, scope);
    if (!visited.has(named.wireName))
      compareUnused(named, successor, { scope, direction: directions(successor.wireName) ?? "response" }, comparison);
  }
  for (const { pointer, typeName } of added)
    scope.reports.push({ rule: "schema-added", new: pointer, facts: { place: typeName } });
  for (const named of Object.values(now)) {
    const before = own(old, named.wireName);
    if (before === undefined) continue;
    compareSdkNames(before, named, scope);
    compareAliases(before, named, scope);
    if (!visited.has(named.wireName))
      compareUnused(before, named, { scope, direction: directions(named.wireName) ?? "response" }, comparison);
  }
  return scope;
}

function findSuccessor(
  named: NamedSchema,
  {
    removed,
    added: candidates,
  }: { readonly removed: readonly NamedSchema[]; readonly added: ReadonlySet<NamedSchema> },
  renames: Seen["renames"],
  { old, new: now }: Comparison,
): NamedSchema | undefined {
  const alias = [...candidates].find(({ formerWireNames }) => formerWireNames?.includes(named.wireName));
  if (alias !== undefined) return alias;
  // Of several, the one that is sent: programs build those.
  const seen = [...candidates].filter(({ wireName }) => renames.get(named.wireName)?.has(wireName));
  const sent = seen.find(({ wireName }) => renames.get(named.wireName)?.get(wireName)?.has("request"));
  if (seen[0] !== undefined) return sent ?? seen[0];
  const size = sizeOf(named, old);
  // Texts of large schemas are costly: only schemas of one size are compared by theirs.
  const similar = [...candidates].filter((candidate) => sizeOf(candidate, now) === size);
  if (similar.length === 0 || similar.length > MAX_SIMILAR) return undefined;
  const structure = structureText(named.schema, old);
  const alike = similar.filter(({ schema }) => structureText(schema, now) === structure);
  const [only] = alike;
  if (only === undefined || alike.length > 1) return undefined;
  // One new schema cannot be several old ones: which of them it is, nobody can tell.
  const isRival = (other: NamedSchema) =>
    other !== named && sizeOf(other, old) === size && structureText(other.schema, old) === structure;
  return removed.some(isRival) ? undefined : only;
}

type Part = readonly [part: NamedSchema, directions: ReadonlySet<Direction>];

/** The new schemas that stand where one stood that is gone. */
function partsOf({ wireName }: NamedSchema, added: ReadonlySet<NamedSchema>, renames: Seen["renames"]): Part[] {
  const successors = renames.get(wireName);
  return [...added].flatMap((part): Part[] => {
    const directions = successors?.get(part.wireName);
    return directions === undefined ? [] : [[part, directions]];
  });
}

/** A type that is several now: one of them may have its name as an alias. */
function reportSplit(old: NamedSchema, now: NamedSchema, parts: readonly Part[], scope: Scope): void {
  const places = (directions: ReadonlySet<Direction>) =>
    [...directions].sort().map((direction) => (direction === "request" ? "requests" : "responses"));
  const texts = parts.map(([{ typeName }, directions]) => `\`${typeName}\` in ${places(directions).join(" and ")}`);
  const kept = keepsNames(old, now) && now.formerWireNames?.includes(old.wireName) === true;
  const alias = kept ? ` The old name stays as a deprecated alias of \`${now.typeName}\`.` : "";
  const facts = { old: old.typeName, new: texts.join(", "), alias };
  const at = { old: old.pointer, new: now.pointer };
  scope.reports.push({ rule: "schema-split", ...at, facts, ...(kept && ({ level: "minor", labels: [] } as const)) });
}

/** Of more schemas that could be the same under another name, none is taken for it. */
const MAX_SIMILAR = 50;

function sizeOf({ schema }: NamedSchema, side: Side): string {
  const { alternatives, nullable } = side.conjunctionOf(schema);
  const sizes = alternatives.map(({ kind, facts }) => `${kind} ${facts.properties.size}`).sort();
  return `${sizes.join(",")} ${nullable}`;
}

function reportRename(old: NamedSchema, now: NamedSchema, scope: Scope): void {
  const sameType = old.typeName === now.typeName;
  const text = ({ wireName, typeName }: NamedSchema) =>
    sameType ? `components["schemas"][${JSON.stringify(wireName)}]` : typeName;
  const kept = keepsNames(old, now) && now.formerWireNames?.includes(old.wireName) === true;
  const at = { old: old.pointer, new: now.pointer, place: now.typeName, kept };
  scope.reports.push(rename("schema-renamed", { old: text(old), new: text(now) }, at));
}

/** True if the old names of a schema's type and builders still work. */
function keepsNames(old: NamedSchema, now: NamedSchema): boolean {
  const all: readonly FormerSchemaNames[] = [now, ...(now.formerNames ?? [])];
  const builders = new Set(all.flatMap(({ builderName, listBuilderName }) => [builderName, listBuilderName]));
  const before = [old.builderName, old.listBuilderName].filter((name) => name !== undefined);
  return all.some(({ typeName }) => typeName === old.typeName) && before.every((name) => builders.has(name));
}

function compareSdkNames(old: NamedSchema, now: NamedSchema, scope: Scope): void {
  const at = { old: old.pointer, new: now.pointer };
  if (old.typeName !== now.typeName) {
    const place = { ...at, place: now.typeName, kept: keepsNames(old, now) };
    scope.reports.push(rename("schema-renamed", { old: old.typeName, new: now.typeName }, place));
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
        facts: {
          place: now.typeName,
          old: before,
          new: after === undefined ? "gone" : `now called \`build.${after}\``,
        },
      });
}

/** Names that were aliases before and are none any more. */
function compareAliases(old: NamedSchema, now: NamedSchema, scope: Scope): void {
  const types = [now, ...(now.formerNames ?? [])].map(({ typeName }) => typeName);
  const lost = [
    ...(old.formerNames ?? []).map(({ typeName }) => typeName).filter((name) => !types.includes(name)),
    ...(old.formerWireNames ?? [])
      .filter((name) => name !== now.wireName && !now.formerWireNames?.includes(name))
      .map((name) => `components["schemas"][${JSON.stringify(name)}]`),
  ];
  for (const name of lost) {
    const facts = { place: now.typeName, old: cut(name) };
    scope.reports.push({ rule: "alias-removed", old: old.pointer, new: now.pointer, key: name, facts });
  }
}

/** A schema that no operation of both documents uses is still an exported type: webhooks and events, mostly. */
function compareUnused(
  old: NamedSchema,
  now: NamedSchema,
  site: Pick<Site, "scope" | "direction">,
  comparison: Comparison,
): void {
  compareSchemas(old.schema, now.schema, { ...site, place: now.typeName }, comparison);
}

/** The place of a rename. */
interface RenamedPlace {
  readonly old: string;
  readonly new: string;
  readonly place: string;
  /** The old name stays as an alias. */
  readonly kept: boolean;
  readonly key?: string;
}

/** Reports a rename: one that keeps the old name breaks nobody. */
export function rename(
  rule: RuleId,
  facts: { readonly old: string; readonly new: string },
  { kept, place, ...at }: RenamedPlace,
): Report {
  const alias = kept ? " The old name stays as a deprecated alias." : "";
  return { rule, ...at, facts: { place, ...facts, alias }, ...(kept && ({ level: "minor", labels: [] } as const)) };
}
