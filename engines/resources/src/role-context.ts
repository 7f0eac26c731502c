import type { Schema, Schemas } from "@svc/model";
import { type ItemPlace, itemPlace } from "./body-place.ts";
import { canonical } from "./fields.ts";
import type { Group } from "./group.ts";
import type { Item } from "./likeness.ts";
import type { Place, Role } from "./resource.ts";
import { isOpen, propertiesOf, schemaAt } from "./schema-facts.ts";
import type { SaidStates } from "./states.ts";

/** A role of an operation, and why it has it. */
export interface Inferred {
  readonly role: Role;
  readonly reason: string;
  readonly state?: string | undefined;
}

/** A group of operations, as their roles are inferred. */
export interface Context {
  readonly group: Group;
  readonly said: SaidStates;
  readonly item: Item;
  readonly schemas: Schemas;
}

/** Where in an answer the item of a group is. */
export function placeOf(answer: Schema, { group, schemas }: Context): ItemPlace | undefined {
  return itemPlace(answer, { parameter: group.parameter, noun: group.shape.noun }, schemas);
}

/** Fields of the item that a body may have; what is read-only in either is not the caller's. */
export function writable(request: Schema, at: Place, { item, schemas }: Context): string[] {
  const sent = propertiesOf(schemaAt(request, at, schemas), schemas);
  const own = [...propertiesOf(item.schema, schemas).values()].filter(
    ({ readOnly, writeOnly }) => !readOnly && !writeOnly,
  );
  // A body of any fields (`type: object`, as merge patches often are) has those of the item.
  if (sent.size === 0 && isOpen(schemaAt(request, at, schemas), schemas)) return own.map(({ name }) => name);
  const byName = new Map([...sent.values()].map((one) => [canonical(one.name), one]));
  return own.flatMap(({ name }) => {
    const given = sent.get(name) ?? byName.get(canonical(name));
    return given === undefined || given.readOnly || given.writeOnly ? [] : [name];
  });
}

/** Tells where something is, for reasons. */
export function inside(at: Place): string {
  return at.length === 0 ? "" : ` in "${at.join(".")}"`;
}
