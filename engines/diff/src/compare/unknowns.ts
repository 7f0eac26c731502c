import { childPointer, type Model, type NamedSchema, type Operation, own } from "@svc/model";
import { createScope, type Report, type Scope } from "../collect.ts";
import { pairMembers } from "../pair-up.ts";
import { canonicalText } from "../schema/canonical-text.ts";
import { cut } from "../schema/type-text.ts";
import type { ReadObject } from "./declarations.ts";

interface Remark {
  readonly pointer: string;
  /** The same place in the new document. */
  readonly place: string;
  readonly text: string;
}

/**
 * Remarks on what a document does not show. What is gone together with its place was not answered.
 *
 * @param pairs operations of both documents: a remark moves along with its operation, and with a schema that is renamed
 * @param readNew reads the new document. @default every place is taken to be there
 */
export function compareUnknowns(
  old: Model,
  now: Model,
  pairs: readonly (readonly [Operation, Operation])[],
  readNew?: ReadObject,
): Report[] {
  const moved = [...pairs, ...renamedSchemas(old, now)].filter(([before, after]) => before.pointer !== after.pointer);
  const place = (pointer: string): string => {
    const pair = moved.find(([{ pointer: of }]) => pointer === of || pointer.startsWith(`${of}/`));
    return pair === undefined ? pointer : pair[1].pointer + pointer.slice(pair[0].pointer.length);
  };
  const [before, after] = [remarks(old, place), remarks(now, (pointer) => pointer)];
  const isThere = (pointer: string): boolean => readNew === undefined || readNew(pointer) !== undefined;
  return [
    ...before.filter(missingIn(after)).flatMap((remark): Report[] => {
      const { pointer, text } = remark;
      if (!isThere(remark.place)) return [];
      return [{ rule: "unknown-settled", old: pointer, key: text, facts: { old: cut(text) } }];
    }),
    ...after.filter(missingIn(before)).map(({ pointer, text }): Report => {
      return { rule: "unknown-added", new: pointer, key: text, facts: { new: cut(text) } };
    }),
  ];
}

function renamedSchemas(old: Model, now: Model): (readonly [NamedSchema, NamedSchema])[] {
  return Object.values(now.schemas).flatMap((after) =>
    (after.formerWireNames ?? []).flatMap((name) => {
      const before = own(old.schemas, name);
      return before === undefined ? [] : [[before, after] as const];
    }),
  );
}

function remarks({ unknowns }: Model, place: (pointer: string) => string): Remark[] {
  return unknowns.flatMap(({ pointer, notShown }) =>
    notShown.map((text) => ({ pointer, place: place(pointer), text })),
  );
}

function missingIn(others: readonly Remark[]): (remark: Remark) => boolean {
  const known = new Set(others.map(({ place, text }) => `${place} ${text}`));
  return ({ place, text }) => !known.has(`${place} ${text}`);
}

/** Traits that named schemas declare for their builders (`x-svc-traits`). A schema that is gone is told already. */
export function compareTraits(old: Model, now: Model): Scope {
  const reports = Object.values(old.schemas).flatMap((before) => {
    const after = own(now.schemas, before.wireName);
    return after === undefined ? [] : compareOne(before, after);
  });
  return createScope(undefined, reports);
}

function compareOne(old: NamedSchema, now: NamedSchema): Report[] {
  const traits = ({ schema }: NamedSchema) => schema["x-svc-traits"] ?? {};
  return pairMembers(traits(old), traits(now)).flatMap(([name, was, is]): Report[] => {
    if (canonicalText(was) === canonicalText(is)) return [];
    const at = (holder: NamedSchema): string => childPointer(holder.pointer, "x-svc-traits", name);
    const facts = { place: `build.${now.builderName}.${cut(name)}` };
    if (was === undefined) return [{ rule: "trait-added", new: at(now), facts }];
    if (is === undefined) return [{ rule: "trait-removed", old: at(old), facts }];
    const [from, to] = [was, is].map((values) => cut(JSON.stringify(values)));
    return [{ rule: "trait-changed", old: at(old), new: at(now), facts: { ...facts, old: `${from}`, new: `${to}` } }];
  });
}
