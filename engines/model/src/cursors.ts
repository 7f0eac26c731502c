import type { Parameter } from "./parameter.ts";
import { conjunctsOf, deref, type Schema, type Schemas, typesOf } from "./schema.ts";

/** Names in brackets (`page[size]`) are read as `page_size`. */
export const CURSOR: RegExp =
  /^(?:page_?)?(?:cursor|after|starting_?after|after_?id|page_?token|next_?token|continuation_?token|next_?cursor|marker|next_?page_?token)$/i;
/** Fields by which items are told apart. */
const IDS: readonly string[] = ["id", "uuid", "guid", "gid", "sid", "token", "uid"];
/** Words in descriptions of a value that leads to the next part. */
const LEADS_ON =
  /cursor|iterator|paginat|continu|(?:next|following|subsequent) (?:page|set|part|batch|request)|(?:prior|previous|last) (?:call|invocation|page|request|response)/i;

/** A field of a body. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly isList: boolean;
}

/** `page[size]` -> `page_size`. */
export function plainName(name: string): string {
  return name.replace(/^(\w+)\[(\w+)\]$/, "$1_$2");
}

/** Fields of the items of a list. */
function itemFields(list: Schema, schemas: Schemas): Map<string, Schema> {
  const item = deref(list, schemas).items;
  const alternatives =
    item === undefined ? [] : [item, ...(deref(item, schemas).anyOf ?? deref(item, schemas).oneOf ?? [])];
  return new Map(alternatives.flatMap((one) => fieldsIn(one, schemas)));
}

/** Field of an item by which the list goes on behind it: the one that the parameter's description names, or an id. */
export function idOf(list: Schema, schemas: Schemas, { description = "" }: Parameter): readonly string[] | undefined {
  const fields = itemFields(list, schemas);
  const named = /\bitem(?:'s|’s| with the) `?(\w+)/i.exec(description)?.[1];
  const found = [named, ...IDS].find((name) => name !== undefined && fields.has(name));
  return found === undefined ? undefined : [found];
}

/** Field of an item whose values are the only ones that a cursor may have: both have one pattern, or one length. */
export function cursorKey(cursor: Schema | undefined, list: Schema, schemas: Schemas): readonly string[] | undefined {
  const form = (schema: Schema): string | undefined => {
    const { pattern, minLength, maxLength } = deref(schema, schemas);
    return pattern ?? (minLength !== undefined && minLength === maxLength ? String(minLength) : undefined);
  };
  const wanted = cursor && form(cursor);
  if (wanted === undefined) return undefined;
  const found = [...itemFields(list, schemas)].find(([, field]) => form(field) === wanted);
  return found && [found[0]];
}

interface Tying {
  readonly fields: readonly Field[];
  readonly size: string | undefined;
}

/**
 * A parameter and the field of the body that are called alike, where something tells that the one is the next value of the
 * other: where the field lies (`next_page.offset`), how both are called, or a description.
 */
export function tiedCursor(
  parameters: readonly Parameter[],
  { fields, size }: Tying,
  schemas: Schemas,
): { readonly parameter: Parameter; readonly next: readonly string[] } | undefined {
  for (const parameter of parameters) {
    const { in: location, name, description = "", schema } = parameter;
    const target = deref(schema, schemas);
    if (location !== "query" || name === size || target.enum !== undefined || !isText(target, schemas)) continue;
    const isCursor = CURSOR.test(plainName(name));
    const field = fields.find(({ path, isList: list, schema: shown }) => {
      const [own = "", above = ""] = [path.at(-1), path.at(-2)];
      const isNext = /^next/i.test(above) || bare(own) === `next${bare(name)}`;
      const isAlike = bare(own) === bare(name) || isNext;
      // `{ "cursor": { "previous", "next" } }`
      if (isCursor && /^next$/i.test(own) && /cursor/i.test(above)) return isText(shown, schemas);
      if (list || !isAlike || !isText(shown, schemas)) return false;
      if (bare(own) !== bare(name) && !bare(own).endsWith(bare(name))) return isCursor && CURSOR.test(own);
      const texts = [description, target.description, deref(shown, schemas).description];
      return isNext || isCursor || texts.some((text) => text !== undefined && LEADS_ON.test(text));
    });
    if (field !== undefined) return { parameter, next: field.path };
  }
  return undefined;
}

function bare(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** Whether values are texts. */
export function isText(schema: Schema, schemas: Schemas): boolean {
  return typesOf(deref(schema, schemas)).includes("string");
}

/** The fields of an object and of its parts. */
export function fieldsIn(schema: Schema, schemas: Schemas): [string, Schema][] {
  return conjunctsOf(schema, schemas).flatMap((part) => Object.entries(part.properties ?? {}));
}
