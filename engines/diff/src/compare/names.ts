import type { FormerSchemaNames, NamedSchema } from "@svc/model";
import { own } from "@svc/model";
import { directionsOf } from "@svc/schema";
import type { Direction } from "../change.ts";
import { createScope, type Report, type Scope } from "../collect.ts";
import type { RuleId } from "../rules/index.ts";
import { cut } from "../schema/type-text.ts";
import type { Comparison, Seen } from "./comparison.ts";
import { compareSchemas } from "./schemas/schemas.ts";

/** Exported names of schemas, and the schemas that no operation leads to. */
export function compareNames(comparison: Comparison, { renames, visited }: Seen): Scope {
  const scope = createScope();
  // Of all schemas at once: each look goes through every operation.
  const directions = directionsOf(comparison.new.model);
  const [old, now] = [comparison.old.model.schemas, comparison.new.model.schemas];
  const added = new Set(Object.values(now).filter(({ wireName }) => own(old, wireName) === undefined));
  const compareBoth = (before: NamedSchema, after: NamedSchema): void => {
    compareAliases(before, after, scope);
    if (visited.has(before.wireName)) return;
    // A schema that no operation of both documents uses is still an exported type: webhooks and events, mostly.
    const site = { scope, direction: directions(after.wireName) ?? "response", place: after.typeName };
    compareSchemas(before.schema, after.schema, site, comparison);
  };
  for (const named of Object.values(old)) {
    if (own(now, named.wireName) !== undefined) continue;
    const parts = partsOf(named, added, renames);
    const successor = findSuccessor(named, added, parts);
    if (successor === undefined) {
      scope.reports.push({ rule: "schema-removed", old: named.pointer, facts: { place: named.typeName } });
      continue;
    }
    for (const part of [successor, ...parts.map(([part]) => part)]) added.delete(part);
    if (parts.length > 1) reportSplit(named, successor, parts, scope);
    else reportRename(named, successor, scope);
    compareBoth(named, successor);
  }
  for (const { pointer, typeName } of added)
    scope.reports.push({ rule: "schema-added", new: pointer, facts: { place: typeName } });
  for (const named of Object.values(now)) {
    const before = own(old, named.wireName);
    if (before === undefined) continue;
    compareSdkNames(before, named, scope);
    compareBoth(before, named);
  }
  return scope;
}

/** The schema that has the name as an alias; else the one in its places that is sent: programs build those. */
function findSuccessor(
  { wireName }: NamedSchema,
  added: ReadonlySet<NamedSchema>,
  parts: readonly Part[],
): NamedSchema | undefined {
  const alias = [...added].find(({ formerWireNames }) => formerWireNames?.includes(wireName));
  const sent = parts.find(([, directions]) => directions.has("request"));
  return alias ?? (sent ?? parts[0])?.[0];
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

/** Reports a rename: one that keeps the old name as an alias breaks nobody. */
export function rename(
  rule: RuleId,
  facts: { readonly old: string; readonly new: string },
  { kept, place, ...at }: { readonly [fact in "old" | "new" | "place"]: string } & { readonly kept: boolean },
): Report {
  const alias = kept ? " The old name stays as a deprecated alias." : "";
  return { rule, ...at, facts: { place, ...facts, alias }, ...(kept && ({ level: "minor", labels: [] } as const)) };
}
