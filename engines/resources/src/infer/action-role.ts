import { type Operation, type Schema, type Schemas, words } from "@svc/model";
import { bodyPlace, jsonSchema, successResponse } from "../facts/body-place.ts";
import { isAnyObject, isOfType, itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Place } from "../facts/fields.ts";
import { findId } from "../facts/find-id.ts";
import { pathShape, singular } from "../facts/path-shape.ts";
import type { Links, Role } from "../facts/resource.ts";
import { effectOf } from "./actions.ts";
import { isSame } from "./likeness.ts";
import { type Context, type Inferred, placeOf, writingOf } from "./role-context.ts";

const COPY = /^(?:copy|clone|duplicate)$/i;

/** The role of an operation right below an item; undefined: it has none. */
export function actionRole(operation: Operation, context: Context): Inferred | undefined {
  const { item, schemas, group } = context;
  if (!["post", "put", "patch", "delete"].includes(operation.method)) return undefined;
  const noun = pathShape(operation.path).nouns.slice(group.shape.nouns.length).join(" ");
  const { sets, stamps, state, reason } = effectOf(noun, item.schema, schemas, {
    isUndone: operation.method === "delete",
    said: context.said,
  });
  const response = successResponse(operation);
  const answer = jsonSchema(response?.content ?? []);
  const links = linksOf(noun, operation, context);
  const place = answer === undefined ? { at: [] } : placeOf(answer, context);
  if (response === undefined || place === undefined) return undefined;
  // What answers nothing, or only the item's id, acts on the item where its name says how.
  const isShown = answer !== undefined && isSame(answer, place.at, context);
  const isNamed = answer === undefined ? response.content.length === 0 : showsId(answer, place.at, context);
  const isEmpty = answer !== undefined && isAnyObject(schemaAt(answer, place.at, schemas), schemas);
  const isTold = links !== undefined || (isNamed && reason !== undefined);
  if (!isShown && !(isTold && (isNamed || isEmpty))) return undefined;
  const request = jsonSchema(operation.body?.content ?? [], true);
  const isObject = request !== undefined && itemSchemaOf(request, schemas) === undefined;
  const body = isObject ? bodyPlace(request, item.schema, schemas) : [];
  const writing = writingOf(isObject ? request : undefined, body, context);
  if (isShown && COPY.test(noun) && operation.method === "post" && item.id !== undefined)
    return {
      role: { does: "copy", at: place.at, ...writing },
      reason: "makes another item with the fields of this one",
    };
  const shows = { ...(links && { links }), ...(isEmpty && !isShown && { isEmpty: true as const }) };
  const role: Role = { does: "act", sets, stamps, at: place.at, ...writing, ...shows };
  const how = isShown ? ", which it answers" : "";
  const linked =
    links && `${links.does}s what the body has in "${links.from.join(".")}" ${LINKED[links.does]} "${links.field}"`;
  const why = [reason, linked].filter((one) => one !== undefined).map((one) => `; ${one}`);
  return { role, state, reason: `acts on the item${how}${why.join("")}` };
}

const LINKED = { add: "to", remove: "of" };
const ADDING = /^(?:add|attach|assign|append|include|link)$/i;
const REMOVING = /^(?:remove|detach|unassign|exclude|unlink)$/i;

/** `addTag` of a body with a `tag` puts it into the list `tags` of the item; `removeTag` takes it out. */
function linksOf(noun: string, operation: Operation, { item, schemas, group }: Context): Links | undefined {
  const [verb = ""] = words(noun);
  const does = ADDING.test(verb) ? "add" : REMOVING.test(verb) ? "remove" : undefined;
  const request = jsonSchema(operation.body?.content ?? [], true);
  if (does === undefined || request === undefined) return undefined;
  const lists = [...propertiesOf(item.schema, schemas).values()].flatMap(({ name, schema }) => {
    const items = isOfType(schema, ["array"], schemas) ? itemSchemaOf(schema, schemas) : undefined;
    return items === undefined ? [] : [{ field: name, items }];
  });
  for (const from of placesIn(request, schemas)) {
    const list = lists.find(({ field }) => canonical(singular(field)) === canonical(singular(from.at(-1) ?? "")));
    if (list === undefined) continue;
    const { field, items } = list;
    if (propertiesOf(items, schemas).size === 0) return { does, field, from };
    const id = findId(items, { ...group.naming, parameter: undefined, noun: singular(field) }, schemas);
    if (id !== undefined) return { does, field, from, as: id.property };
  }
  return undefined;
}

/** Places of a body, and of the object in it, where that is all that it has. */
function placesIn(request: Schema, schemas: Schemas): Place[] {
  const own = [...propertiesOf(request, schemas).values()];
  const [only] = own;
  const inner = own.length === 1 && only ? [...propertiesOf(only.schema, schemas).keys()] : [];
  return [...own.map(({ name }) => [name]), ...inner.map((name) => [only?.name ?? "", name])];
}

function showsId(answer: Schema, at: Place, { item, schemas }: Context): boolean {
  const names = [...propertiesOf(schemaAt(answer, at, schemas), schemas).keys()].map(canonical);
  return item.id !== undefined && names.includes(canonical(item.id));
}
