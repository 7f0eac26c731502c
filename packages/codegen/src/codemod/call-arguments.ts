import { type Change, matchOperations } from "@svc/diff";
import { type Model, methodArguments, type Operation, typesOf } from "@svc/model";
import { generate } from "@svc/schema";
import ts from "typescript";
import { key as propertyKey } from "../quote/index.ts";
import type { Rename } from "./find-renames.ts";

/** Stands where a value is missing: no program compiles with it, and all places are found by one search. */
export const PLACEHOLDER = "FILL_IN";

/** The parameters that calls of a method have to be given, or can no longer be given. */
export interface ArgumentChange {
  /** The method by its former name. */
  readonly method: readonly string[];
  /** Position of the object of parameters among the arguments. */
  readonly index: number;
  readonly required: readonly {
    readonly key: string;
    readonly type: string;
    /** Code of a value; {@link PLACEHOLDER} stands in its place where there is none. */
    readonly value?: string | undefined;
  }[];
  readonly removed: readonly string[];
}

/**
 * Methods whose parameters became required or are gone; what is renamed is neither.
 *
 * @param exemplary gives made-up values for what is required, which do for examples only
 */
export function findArgumentChanges(
  { old, new: now }: { readonly old: Model; readonly new: Model },
  renames: readonly Rename[],
  exemplary: boolean,
): ArgumentChange[] {
  return matchOperations(old.operations, now.operations).pairs.flatMap(([before, after]): ArgumentChange[] => {
    const [former, present] = [before, after].map(methodArguments) as [Arguments, Arguments];
    const index = positionOfParams(former);
    if (index !== positionOfParams(present)) return [];
    const renamed = renames.filter(({ kind, path }) => kind === "parameter" && startsWith(path, before.name));
    const fromName = new Set(renamed.map(({ path }) => path.at(-1)));
    const toName = new Set(renamed.map(({ to }) => to));
    const wasRequired = new Set(former.params.filter(({ required }) => required).map(({ key }) => key));
    const required = present.params
      .filter((param) => param.required && !wasRequired.has(param.key) && !toName.has(param.key))
      .map(({ key, parameter: { schema } }) => ({
        key,
        type: typesOf(schema).join(" or ") || "any value",
        value: exemplary ? JSON.stringify(generate(schema, { schemas: now.schemas, seed: 1, name: key })) : undefined,
      }));
    const keys = new Set(present.params.map(({ key }) => key));
    const removed = former.params.map(({ key }) => key).filter((key) => !keys.has(key) && !fromName.has(key));
    if (required.length === 0 && removed.length === 0) return [];
    return [{ method: before.name, index, required, removed }];
  });
}

type Arguments = ReturnType<typeof methodArguments>;

function positionOfParams({ path, body }: Arguments): number {
  return path.length + (body === undefined ? 0 : 1);
}

function startsWith(path: readonly string[], start: Operation["name"]): boolean {
  return path.length === start.length + 1 && start.every((name, index) => path[index] === name);
}

/** True for changes that {@link editArguments} settles at each call where it can, and lists where it cannot. */
export function isOfArguments({ rule }: Pick<Change, "rule">): boolean {
  return rule === "parameter-removed" || rule === "parameter-became-required" || rule === "parameter-required-added";
}

export interface ArgumentEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What a call of a method becomes, and what a person has to look at. */
export interface EditedArguments {
  readonly edits: readonly ArgumentEdit[];
  readonly left: readonly string[];
}

/** Adds placeholders for what a call has to give, and takes out what it can no longer give. */
export function editArguments(
  call: ts.CallExpression,
  { index, required, removed }: ArgumentChange,
  source: ts.SourceFile,
): EditedArguments {
  const params = call.arguments[index];
  const wanted = required.map(property);
  const told = required.map(({ key, type }) => `Parameter \`${key}\` (${type}) is required now: fill it in.`);
  // Where a value stands there is nothing to fill in.
  const toFill = told.filter((_, at) => required[at]?.value === undefined);
  // What is spread may hold them.
  if (call.arguments.slice(0, index + 1).some(ts.isSpreadElement)) return { edits: [], left: told };
  if (params === undefined || params.kind === ts.SyntaxKind.UndefinedKeyword || isUndefined(params)) {
    if (wanted.length === 0) return { edits: [], left: [] };
    if (call.arguments.length < index) return { edits: [], left: told };
    const object = `{ ${wanted.join(", ")} }`;
    if (params !== undefined)
      return { edits: [{ start: params.getStart(source), end: params.getEnd(), text: object }], left: toFill };
    const last = call.arguments.at(-1);
    const at = last === undefined ? call.getEnd() - 1 : last.getEnd();
    return { edits: [{ start: at, end: at, text: last === undefined ? object : `, ${object}` }], left: toFill };
  }
  const gone = removed.map((key) => `Parameter \`${key}\` is gone.`);
  // A variable may be used elsewhere, and a spread may hold anything.
  if (!ts.isObjectLiteralExpression(params)) return { edits: [], left: [...told, ...gone] };
  const given = new Map(params.properties.map((property) => [keyOf(property), property]));
  const missing = required.filter(({ key }) => !given.has(key));
  const out = removed.map((key) => given.get(key)).filter((property) => property !== undefined);
  const plain = out.filter(hasPlainValue);
  const kept = params.properties.filter((property) => !plain.includes(property));
  const added = missing.map(property);
  const left = [
    ...told.filter((text, at) => toFill.includes(text) && missing.includes(required[at] as (typeof required)[number])),
    ...out
      .filter((property) => !plain.includes(property))
      .map((property) => `Parameter \`${keyOf(property)}\` is gone.`),
  ];
  if (added.length === 0 && plain.length === 0) return { edits: [], left };
  return { edits: [...removals(params, plain), ...insertion(params, kept, { added, source })], left };
}

function property({ key, type, value }: ArgumentChange["required"][number]): string {
  return `${propertyKey(key)}: ${value ?? `${PLACEHOLDER} /* ${type} */`}`;
}

/** Takes properties out of an object, each with the comma behind it, or before it where it is the last. */
function removals(object: ts.ObjectLiteralExpression, out: readonly ts.ObjectLiteralElementLike[]): ArgumentEdit[] {
  const { properties } = object;
  return out.map((property) => {
    const index = properties.indexOf(property);
    const next = properties[index + 1];
    if (next !== undefined) return { start: property.getStart(), end: next.getStart(), text: "" };
    const kept = properties.slice(0, index).findLast((other) => !out.includes(other));
    return { start: kept?.getEnd() ?? property.getStart(), end: property.getEnd(), text: "" };
  });
}

function insertion(
  object: ts.ObjectLiteralExpression,
  [first]: readonly ts.ObjectLiteralElementLike[],
  { added, source }: { readonly added: readonly string[]; readonly source: ts.SourceFile },
): ArgumentEdit[] {
  if (added.length === 0) return [];
  const at = first?.getStart(source) ?? object.getStart(source) + 1;
  if (first === undefined) return [{ start: at, end: at, text: ` ${added.join(", ")} ` }];
  const [, lines = ""] = /(\n[ \t]*)$/.exec(source.text.slice(0, at)) ?? [];
  return [{ start: at, end: at, text: added.map((one) => `${one},${lines || " "}`).join("") }];
}

function hasPlainValue(property: ts.ObjectLiteralElementLike): boolean {
  if (ts.isShorthandPropertyAssignment(property)) return true;
  if (!ts.isPropertyAssignment(property)) return false;
  let value: ts.Expression = property.initializer;
  while (ts.isPropertyAccessExpression(value)) value = value.expression;
  return ts.isIdentifier(value) || ts.isLiteralExpression(value) || isKeyword(value.kind);
}

function isKeyword(kind: ts.SyntaxKind): boolean {
  return [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(kind);
}

function isUndefined(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === "undefined";
}

function keyOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
