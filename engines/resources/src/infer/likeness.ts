import type { Schema, Schemas } from "@svc/model";
import { partsOf, propertiesOf, referenceOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Place } from "../facts/fields.ts";
import type { FoundId } from "../facts/find-id.ts";
import type { Resource } from "../facts/resource.ts";

/** How the items of a collection are told apart. */
export interface Identity extends Pick<Resource, "alsoBy" | "digits"> {
  readonly id: FoundId | undefined;
  /** Fields of which the document says that they name one item. */
  readonly unique: readonly string[];
}

/** Facts of an item that precede those of its operations. */
export interface Item {
  readonly schema: Schema;
  readonly id: string | undefined;
  readonly identity?: Identity;
}

/** An item that schemas are compared with. */
interface Likeness {
  readonly item: Item;
  readonly schemas: Schemas;
}

/** Whether an answer shows the item: where the item has an id, the same field, or most of the same fields. */
export function isAlike(answer: Schema, at: Place, { item, schemas }: Likeness): boolean {
  const shown = schemaAt(answer, at, schemas);
  if (referenceOf(shown) !== undefined && referenceOf(shown) === referenceOf(item.schema)) return true;
  const names = new Set([...propertiesOf(shown, schemas).keys()].map(canonical));
  if (names.size === 0) return isAnything(shown, schemas);
  if (item.id !== undefined && names.has(canonical(item.id))) return true;
  return shareOf(names, item, schemas) >= 0.5;
}

/** Whether objects of any fields are allowed. */
function isAnything(schema: Schema, schemas: Schemas): boolean {
  return partsOf(schema, schemas).every(
    ({ additionalProperties: rest }) => rest === undefined || Object.keys(rest).length === 0,
  );
}

/** Whether an answer is the item: by its schema's name, or by nearly all of its fields. */
export function isSame(answer: Schema, at: Place, { item, schemas }: Likeness): boolean {
  const shown = schemaAt(answer, at, schemas);
  if (referenceOf(shown) !== undefined && referenceOf(shown) === referenceOf(item.schema)) return true;
  const names = new Set([...propertiesOf(shown, schemas).keys()].map(canonical));
  const hasId = item.id !== undefined && names.has(canonical(item.id));
  return hasId && shareOf(names, item, schemas) >= 0.8;
}

function shareOf(names: ReadonlySet<string>, { schema }: Item, schemas: Schemas): number {
  const own = [...propertiesOf(schema, schemas).keys()];
  return own.filter((name) => names.has(canonical(name))).length / Math.max(1, own.length);
}
