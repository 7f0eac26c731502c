import { anonymousPath, childPointer, isObject, type Model, type ResourceDeclaration } from "@svc/model";
import { createScope, type Report, type Scope } from "../collect.ts";
import { pairMembers } from "../pair-up.ts";
import type { RuleId } from "../rules/index.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { cut } from "../schema/type-text.ts";
import { text } from "./declarations.ts";

/** Declared resources of the fake's store (`x-svc-resource`), by path whatever its parameters are called. */
export function compareResources(old: Model, now: Model): Scope {
  const [before, after] = [byShape(old), byShape(now)];
  const [called, calls] = [calledShapes(old), calledShapes(now)];
  // Of a path that comes or goes altogether, it says nothing that it stores nothing.
  const isTold = (shape: string): boolean =>
    called.has(shape) === calls.has(shape) || (after.get(shape) ?? before.get(shape))?.declaration.kind !== "none";
  const shapes = [...new Set([...before.keys(), ...after.keys()])].filter(isTold);
  return createScope(
    undefined,
    shapes.flatMap((shape) => compareOne(before.get(shape), after.get(shape))),
  );
}

interface Declared {
  readonly path: string;
  readonly declaration: ResourceDeclaration;
  readonly pointer: string;
}

function byShape({ resources = {} }: Model): ReadonlyMap<string, Declared> {
  return new Map(
    Object.entries(resources).map(([path, declaration]) => [
      anonymousPath(path),
      { path, declaration, pointer: childPointer("", "paths", path, "x-svc-resource") },
    ]),
  );
}

/** Paths that operations call. */
function calledShapes({ operations }: Model): ReadonlySet<string> {
  return new Set(operations.map(({ path }) => anonymousPath(path)));
}

function compareOne(old: Declared | undefined, now: Declared | undefined): Report[] {
  const at = { ...(old && { old: old.pointer }), ...(now && { new: now.pointer }) };
  const place = cut(now?.path ?? old?.path ?? "");
  const [was, is] = [old?.declaration, now?.declaration];
  if (canonicalText(was) === canonicalText(is)) return [];
  if (is?.kind === "none") return [{ rule: "resource-none", ...at, facts: { place } }];
  if (was === undefined || was.kind === "none") return [{ rule: "resource-added", ...at, facts: { place } }];
  if (is === undefined) return [{ rule: "resource-removed", ...at, facts: { place } }];
  const reports = [...compareParts(was, is), ...compareStates(was, is)];
  if (reports.length > 0) return reports.map(({ rule, ...facts }) => ({ rule, ...at, facts: { place, ...facts } }));
  const [left, right] = differing(was, is);
  return [{ rule: "resource-tuned", ...at, facts: { place, old: cut(text(left)), new: cut(text(right)) } }];
}

/** Two values without the members and items in which they do not differ: a whole one is cut before it comes to the point. */
function differing(was: unknown, is: unknown): readonly [was: unknown, is: unknown] {
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    const items = was.map((item, index) => [item, is[index]] as const);
    const pairs = items.filter(([a, b]) => canonicalText(a) !== canonicalText(b)).map(([a, b]) => differing(a, b));
    return [pairs.map(([item]) => item), pairs.map(([, item]) => item)];
  }
  if (!isObject(was) || !isObject(is)) return [was, is];
  const pairs = pairMembers<unknown>(was, is)
    .filter(([, a, b]) => canonicalText(a) !== canonicalText(b))
    .map(([name, a, b]) => [name, differing(a, b)] as const);
  const side = (index: 0 | 1) => Object.fromEntries(pairs.map(([name, pair]) => [name, pair[index]]));
  return [side(0), side(1)];
}

interface Found {
  readonly rule: RuleId;
  readonly old: string;
  readonly new: string;
}

/** Told once, by what asks for most of the version. */
function compareParts(was: ResourceDeclaration, is: ResourceDeclaration): Found[] {
  const { gone, added } = setDifference(typedParts(was), typedParts(is));
  const facts = { old: list(gone), new: list(added) };
  if (gone.length > 0) return [{ rule: "resource-changed", ...facts }];
  return added.length > 0 ? [{ rule: "resource-extended", ...facts }] : [];
}

/** States that items come to by themselves. */
function compareStates(was: ResourceDeclaration, is: ResourceDeclaration): Found[] {
  const { gone, added } = setDifference(statesOf(was), statesOf(is));
  const facts = { old: list(gone), new: list(added) };
  if (gone.length > 0) return [{ rule: "resource-states-changed", ...facts }];
  return added.length > 0 ? [{ rule: "resource-states-added", ...facts }] : [];
}

function statesOf({ transitions = [] }: ResourceDeclaration): Set<string> {
  return new Set(transitions.flatMap(({ from, to }) => [text(from), text(to)]));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : cut(names.join(", "));
}

/** Names that test code writes down: the shape of items, further properties, options of the fake, functions of the client. */
function typedParts({
  kind,
  schema,
  id,
  parent,
  items,
  order,
  extra = {},
  files = [],
  uploads = [],
}: ResourceDeclaration): Set<string> {
  const said = Object.entries({ kind, schema, id, parent, items }).filter(([, value]) => value !== undefined);
  return new Set([
    ...said.map(([name, value]) => `${name} ${value}`),
    ...(order?.option === undefined ? [] : [`option ${order.option}`]),
    ...Object.entries(extra).map(([name, { type }]) => `${name} (${type})`),
    ...files.flatMap(({ download }) => (download === undefined ? [] : [`${download}()`])),
    ...uploads.flatMap(({ upload }) => (upload === undefined ? [] : [`${upload}()`])),
  ]);
}

function setDifference(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  return {
    gone: [...before].filter((part) => !after.has(part)),
    added: [...after].filter((part) => !before.has(part)),
  };
}
