import { type Operation, type Schema, type Schemas, words } from "@svc/model";
import { bodyPlace, jsonSchema, successResponse } from "../facts/body-place.ts";
import { isAnyObject, isObjectSchema, itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import type { Role } from "../facts/resource.ts";
import { effectOf } from "./actions.ts";
import { isAlike } from "./likeness.ts";
import { type Context, type Inferred, inside, isKeyed, placeOf, saysItem, writingOf } from "./role-context.ts";

/** The role of an operation on the path of an item. */
export function itemRole(operation: Operation, context: Context): Inferred | undefined {
  const { method } = operation;
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  if (method === "delete") {
    const place = answer === undefined ? undefined : placeOf(answer, context);
    const isEmpty =
      place !== undefined && isAnyObject(schemaAt(answer ?? {}, place.at, context.schemas), context.schemas);
    const [verb = ""] = words(operation.summary ?? "");
    const { sets, reason } = /^(?:delete|remove)s?$/i.test(verb)
      ? { sets: {}, reason: undefined }
      : effectOf(verb, context.item.schema, context.schemas, { said: context.said });
    return {
      role: {
        does: "remove",
        at: place?.at ?? [],
        ...(Object.keys(sets).length > 0 && { sets }),
        ...keyOf(context),
        ...(isEmpty && { isEmpty: true }),
      },
      reason: `removes: DELETE on the item${reason === undefined ? "" : `; ${reason}`}`,
    };
  }
  if (method === "get") {
    const place = answer === undefined ? undefined : placeOf(answer, context);
    if (place === undefined || answer === undefined || !isAlike(answer, place.at, context)) return undefined;
    return {
      role: { does: "read", at: place.at, ...keyOf(context) },
      reason: `reads: GET on the item${inside(place.at)}`,
    };
  }
  return method === "put" || method === "patch" || method === "post"
    ? updateRole(operation, answer, context)
    : undefined;
}

/** The query parameter that chooses an item, where the path does not. */
function keyOf({ group }: Context): { readonly key?: string } {
  const { parameter } = group.naming;
  return parameter !== undefined && isKeyed(group) ? { key: parameter } : {};
}

/** The role of an operation on the path of a singleton. */
export function singletonRole(operation: Operation, context: Context): Inferred | undefined {
  const { method } = operation;
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  if (method === "delete") return { role: { does: "remove", at: [] }, reason: "removes: DELETE" };
  if (method === "get")
    return answer === undefined
      ? undefined
      : { role: { does: "read", at: placeOf(answer, context)?.at ?? [] }, reason: "reads: GET" };
  return method === "put" || method === "patch" || method === "post"
    ? updateRole(operation, answer, context)
    : undefined;
}

/** The role of an operation right below a singleton. */
export function renewRole(operation: Operation, context: Context): Inferred {
  const { item, schemas } = context;
  const answer = jsonSchema(successResponse(operation)?.content ?? []);
  const place = answer && placeOf(answer, context);
  const isShown = answer === undefined || (place !== undefined && isAlike(answer, place.at, context));
  const request = jsonSchema(operation.body?.content ?? [], true);
  const writing = writingOf(request, request ? bodyPlace(request, item.schema, schemas) : [], context);
  const role: Role = {
    does: "renew",
    at: (isShown && place?.at) || [],
    ...writing,
    ...(!isShown && { isSilent: true }),
  };
  return { role, reason: "gives it another value" };
}

/** The role of a change; undefined: it is none. */
export function updateRole(operation: Operation, answer: Schema | undefined, context: Context): Inferred | undefined {
  const { method, body } = operation;
  const { item, schemas } = context;
  const shown = answer === undefined ? { at: [] } : placeOf(answer, context);
  const isShown = shown !== undefined && (answer === undefined || isAlike(answer, shown.at, context));
  const place = isShown ? shown : { at: [] };
  const request = jsonSchema(body?.content ?? [], true);
  // Without a body it changes nothing, and shows what there is.
  const isStored = [...context.group.outer, ...context.group.inner].some((one) => /^(?:get|post)$/.test(one.method));
  if (body === undefined && answer !== undefined && isShown && isStored && method !== "post") {
    const role: Role = { does: "update", by: "merge", at: place.at, body: [], writes: [] };
    return { role, reason: `shows: ${method.toUpperCase()} without a body` };
  }
  if (request === undefined) return undefined;
  if (isShown && isJsonPatch(operation, request, schemas)) {
    const writes = [...propertiesOf(item.schema, schemas).keys()];
    return {
      role: { does: "update", by: "json-patch", at: place.at, body: [], writes },
      reason: "changes: JSON Patch",
    };
  }
  if (itemSchemaOf(request, schemas) !== undefined) return undefined;
  // A PUT that must have nothing is sent with what changes, by most of those who publish one.
  const isPart =
    propertiesOf(request, schemas).size > 0 &&
    ![...propertiesOf(request, schemas).values()].some(({ required }) => required);
  const by = method === "put" && !isPart ? "replace" : "merge";
  const inBody = bodyPlace(request, item.schema, schemas);
  const writing = writingOf(request, inBody, context);
  if (method === "post" && writing.writes.length === 0) return undefined;
  if (!isShown && !saysItem(request, writing, context)) return undefined;
  return {
    role: { does: "update", by, at: place.at, ...writing, ...(!isShown && { isSilent: true as const }) },
    reason: `changes: ${method.toUpperCase()}, ${by}${inside(inBody)}`,
  };
}

/** Whether a body is a list of operations as RFC 6902 has them. */
function isJsonPatch({ body }: Operation, request: Schema, schemas: Schemas): boolean {
  const isNamed = body?.content.some(({ mediaType }) => /^application\/json-patch\+json/i.test(mediaType));
  // ASP.NET names this media type for bodies that are plain objects, too.
  if (isNamed) return !isObjectSchema(request, schemas);
  const items = itemSchemaOf(request, schemas);
  const fields = items && propertiesOf(items, schemas);
  return (fields?.has("op") && fields.has("path")) === true;
}
