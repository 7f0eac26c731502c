import type { Model, NamedSchema, Operation } from "@svc/model";
import type { Report } from "../collect.ts";
import { own } from "../schema/side.ts";
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
    ...after
      .filter(missingIn(before))
      .map(
        ({ pointer, text }): Report => ({ rule: "unknown-added", new: pointer, key: text, facts: { new: cut(text) } }),
      ),
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
