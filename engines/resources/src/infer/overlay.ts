import { childPointer, type Json, type Model, type ResourceDeclaration, refName } from "@svc/model";
import type { Place } from "../facts/fields.ts";
import type { Filter, ListRole } from "../facts/list-role.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { inferResources } from "./infer.ts";

/** A declaration for a path of the document, and why it says what it says. */
export interface Declared {
  readonly path: string;
  readonly declaration: ResourceDeclaration;
  readonly reasons: readonly string[];
}

/** The table of a document as declarations that say the same: what is inferred, to be corrected where it is wrong. */
export function declarationsOf(model: Model): Declared[] {
  return inferResources(model).flatMap((resource) => [
    { path: resource.path, declaration: declarationOf(resource), reasons: resource.reasons },
    ...actionsOf(resource, model),
  ]);
}

function declarationOf(resource: Resource): ResourceDeclaration {
  const { kind, schema, id, state, order, unique, transitions, triggers, defaults, extra, uploads } = resource;
  const lists = Object.values(resource.roles).filter((role) => role.does === "list");
  const [list] = lists;
  return {
    kind,
    ...(schema.$ref !== undefined && { schema: refName(schema.$ref) }),
    ...(id !== undefined && { id }),
    // A place alone would say that the schema is that of the list's items.
    ...(schema.$ref !== undefined && lists.length === 1 && list?.at.length && { items: pointerTo(list.at) }),
    ...some("filters", list && filtersOf(list)),
    ...(state !== undefined && { state }),
    ...some(
      "transitions",
      transitions.map(({ from, to, afterMs }) => ({
        from: from as Json,
        to: to as Json,
        afterSeconds: afterMs / 1000,
      })),
    ),
    ...(order !== undefined && { order }),
    ...some("unique", unique),
    ...some("defaults", defaults as { readonly [field: string]: Json }),
    ...some("extra", extra),
    ...some("files", resource.files.map(fileOf)),
    ...some("uploads", uploads),
    ...some("webhooks", triggers),
  };
}

function pointerTo(place: Place): string {
  return childPointer("", ...place);
}

/** A part, where there is anything in it. */
function some<Name extends keyof ResourceDeclaration>(
  name: Name,
  value: ResourceDeclaration[Name],
): Pick<ResourceDeclaration, Name> | Record<never, never> {
  return value === undefined || Object.keys(value as object).length === 0 ? {} : { [name]: value };
}

function filtersOf({ filters }: ListRole): ResourceDeclaration["filters"] {
  const said = ({ kind, field }: Filter) => ({ [kind]: field });
  // Other kinds stay as they are inferred.
  const own = Object.entries(filters).filter(
    ([, filter]) => /^(?:equals|when|within)$/.test(filter.kind) && !("value" in filter),
  );
  return Object.fromEntries(own.map(([parameter, filter]) => [parameter, said(filter)]));
}

function fileOf({ name, isAsked, ...file }: Resource["files"][number]) {
  return {
    ...file,
    name: name.text,
    ...(name.field !== undefined && { nameField: name.field }),
    ...(isAsked && { asked: true }),
  };
}

/** Fields that actions set, at their own paths. */
function actionsOf({ roles, reasons }: Resource, { operations }: Model): Declared[] {
  return operations.flatMap(({ id, path, name }) => {
    const role = roles[id];
    if (role?.does !== "act" || Object.keys(role.sets).length === 0) return [];
    const declaration = { sets: role.sets as { readonly [field: string]: Json } };
    return [{ path, declaration, reasons: reasons.filter((one) => one.startsWith(`${name.join(".")} `)) }];
  });
}

/** Whether a document has a path, whatever its parameters are called. */
export function isPath(path: string, { operations }: Model): boolean {
  return operations.some((operation) => pathShape(operation.path).key === pathShape(path).key);
}
