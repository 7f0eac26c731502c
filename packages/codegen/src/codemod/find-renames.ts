import { type Change, createSide, groupBy, matchOperations, structureText } from "@svc/diff";
import type { Model, Operation, Parameter, Schema } from "@svc/model";
import { own } from "@svc/model";
import { aliasOf } from "../emit/types/schema-aliases.ts";

/** A name in users' code, and the one that stands for it now. */
export interface Rename {
  readonly kind: "method" | "member" | "parameter" | "type" | "builder" | "operation id" | "path" | "placeholder";
  /** Names of declarations from the outside in, as the generated types nest them (of a parameter: after those of its method). */
  readonly path: readonly string[];
  /** The new name; of a method with its namespaces, `people.emails.list`. */
  readonly to: string;
  /** Pointer of what was renamed, in the old document. */
  readonly pointer: string;
  /** The line that a user reads of it. */
  readonly message: string;
}

/**
 * Renames between two versions of a document: methods, types, builders and operation ids from what a bump keeps as aliases;
 * parameters and properties where exactly one of a kind is gone, one of the same type has come, and both names share a word.
 */
export function findRenames(old: Model, now: Model, changes: readonly Change[]): Rename[] {
  return pairNames(old, now).map((rename) => ({ ...rename, message: renameMessage(rename, changes) }));
}

type NamePair = Omit<Rename, "message">;

/** The line of the changelog for what was renamed, after the new name where the line does not tell it. */
function renameMessage({ path, to, pointer }: NamePair, changes: readonly Change[]): string {
  const [line] = changes
    .filter((change) => change.pointerOld === pointer && /renamed|removed/.test(change.rule))
    .map(({ message }) => message);
  return line?.includes(`\`${to}\``)
    ? line
    : [`\`${path.at(-1)}\` is now called \`${to}\`.`, line].filter(Boolean).join(" ");
}

function pairNames(old: Model, now: Model): NamePair[] {
  const sides = { old: createSide(old), now: createSide(now) };
  const textOf = (side: keyof typeof sides) => (schema: Schema) => structureText(schema, sides[side]);
  const texts = { old: textOf("old"), now: textOf("now") };
  const { pairs } = matchOperations(old.operations, now.operations);
  return [
    ...pairs.flatMap(([before, after]) => [
      ...operationRenames(before, after),
      ...parameterRenames(before, after, texts),
      ...placeholderRenames(before, after),
    ]),
    ...[...groupBy(pairs, ([before]) => before.path)].flatMap(([path, group]) => pathRename(path, group)),
    ...Object.values(old.schemas).flatMap((before): NamePair[] => {
      const after =
        own(now.schemas, before.wireName) ??
        Object.values(now.schemas).find(({ formerWireNames }) => formerWireNames?.includes(before.wireName));
      if (after === undefined) return [];
      const { pointer, typeName } = before;
      const members = pairUp(propertiesOf(before.schema, texts.old), propertiesOf(after.schema, texts.now));
      return [
        ...(typeName === after.typeName
          ? []
          : [{ kind: "type", path: [typeName], to: after.typeName, pointer } as const]),
        ...(["builderName", "listBuilderName"] as const).flatMap((key) => {
          const [from, to] = [before[key], after[key]];
          return from === undefined || to === undefined || from === to
            ? []
            : [{ kind: "builder" as const, path: [from], to, pointer }];
        }),
        ...members.map(([from, to]) => ({
          kind: "member" as const,
          path: [aliasOf(typeName), from],
          to,
          pointer: `${pointer}/properties/${from}`,
        })),
      ];
    }),
  ];
}

function operationRenames(before: Operation, after: Operation): NamePair[] {
  const { pointer } = before;
  const [from, to] = [before.name, after.name].map((name) => name.join("."));
  return [
    ...(from === to ? [] : [{ kind: "method", path: before.name, to: to ?? "", pointer } as const]),
    ...(before.id === after.id ? [] : [{ kind: "operation id", path: [before.id], to: after.id, pointer } as const]),
  ];
}

type TextOf = (schema: Schema) => string;

function parameterRenames(
  before: Operation,
  after: Operation,
  texts: { readonly old: TextOf; readonly now: TextOf },
): NamePair[] {
  const names = ({ parameters }: Operation, textOf: TextOf): Member[] =>
    parameters
      .filter((parameter) => parameter.in !== "path")
      .map(({ in: location, name, schema }: Parameter) => ({ name, text: `${location} ${textOf(schema)}` }));
  return pairUp(names(before, texts.old), names(after, texts.now)).flatMap(([from, to]) => {
    const parameter = before.parameters.find(({ name }) => name === from);
    if (parameter === undefined) return [];
    const { pointer } = parameter;
    const members = [before.id, before.name.join(".")].map((name) => [
      "operations",
      name,
      "parameters",
      parameter.in,
      from,
    ]);
    return [
      ...members.map((path) => ({ kind: "member" as const, path, to, pointer })),
      { kind: "parameter" as const, path: [...before.name, from], to, pointer },
    ];
  });
}

type Pair = ReturnType<typeof matchOperations>["pairs"][number];

/** Calls by path write out the template: its new text, where all operations there have moved to the same. */
function pathRename(path: string, [first, ...others]: readonly Pair[]): NamePair[] {
  if (first === undefined) return [];
  const [{ pointer }, { path: to }] = first;
  const isMoved = to !== path && others.every(([, after]) => after.path === to);
  return isMoved ? [{ kind: "path", path: [path], to, pointer }] : [];
}

/** Parameters in the path, which only calls by path name: each by its position. */
function placeholderRenames(before: Operation, after: Operation): NamePair[] {
  const [names = [], others = []] = [before, after].map(({ path }) => path.match(/(?<=\{)[^{}]+(?=\})/g) ?? []);
  if (names.length !== others.length) return [];
  return names.flatMap((name, index): NamePair[] => {
    const to = others[index] ?? name;
    const pointer = before.parameters.find((one) => one.in === "path" && one.name === name)?.pointer ?? before.pointer;
    const path = ["operations", before.id, "parameters", "path", name];
    return to === name ? [] : [{ kind: "placeholder", path, to, pointer }];
  });
}

interface Member {
  readonly name: string;
  readonly text: string;
}

function propertiesOf({ properties = {} }: Schema, textOf: TextOf): Member[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, text: textOf(schema) }));
}

/** Names that are gone, each with the only one that has come with the same type and a word of its name. */
function pairUp(before: readonly Member[], after: readonly Member[]): (readonly [from: string, to: string])[] {
  const gone = before.filter(({ name }) => !after.some((one) => one.name === name));
  const come = after.filter(({ name }) => !before.some((one) => one.name === name));
  const fits = (a: Member, b: Member) => a.text === b.text && sharesWord(a.name, b.name);
  return gone.flatMap((one) => {
    const [heir, ...more] = come.filter((other) => fits(one, other));
    const isOnly = heir !== undefined && more.length === 0 && gone.filter((other) => fits(other, heir)).length === 1;
    return isOnly ? [[one.name, heir.name] as const] : [];
  });
}

function sharesWord(a: string, b: string): boolean {
  const words = (name: string) =>
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
      .toLowerCase()
      .split(/[^a-z0-9]+/);
  const known = new Set(words(a));
  return words(b).some((word) => word.length > 1 && known.has(word));
}
