import type { Operation, ResourceDeclaration, Schema, Schemas } from "@svc/model";
import { type ItemPlace, itemPlace } from "../facts/body-place.ts";
import { isOpen, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import type { Naming } from "../facts/find-id.ts";
import type { PathShape } from "../facts/path-shape.ts";
import type { Place, Resource, Role } from "../facts/resource.ts";
import type { SaidStates } from "../facts/states.ts";
import type { Item } from "./likeness.ts";

/** Operations that may have to do with one resource. */
export interface Group {
  readonly kind: Resource["kind"];
  /** Shape of the collection's path, or of the singleton's. */
  readonly shape: PathShape;
  /** Where its items are known from. */
  readonly naming: Naming;
  /** On the path of the collection, or of the singleton. */
  readonly outer: readonly Operation[];
  /** On the path of an item. */
  readonly inner: readonly Operation[];
  /** On paths right below an item that are no resources of their own. */
  readonly actions: readonly Operation[];
  /** The declaration of its path. */
  readonly declared: ResourceDeclaration | undefined;
  /** Schema of an item that it declares, by name or by the place of the list. */
  readonly declaredSchema: Schema | undefined;
}

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
  return itemPlace(answer, group.naming, schemas);
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
