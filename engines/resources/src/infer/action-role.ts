import type { Operation, Schema } from "@svc/model";
import { bodyPlace, jsonSchema, successResponse } from "../facts/body-place.ts";
import { itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Place, Role } from "../facts/resource.ts";
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
  const place = answer === undefined ? { at: [] } : placeOf(answer, context);
  if (response === undefined || place === undefined) return undefined;
  // What answers nothing, or only the item's id, acts on the item where its name says how.
  const isShown = answer !== undefined && isSame(answer, place.at, context);
  const isNamed = answer === undefined ? response.content.length === 0 : showsId(answer, place.at, context);
  if (!isShown && !(isNamed && reason !== undefined)) return undefined;
  const request = jsonSchema(operation.body?.content ?? [], true);
  const isObject = request !== undefined && itemSchemaOf(request, schemas) === undefined;
  const body = isObject ? bodyPlace(request, item.schema, schemas) : [];
  const writing = writingOf(isObject ? request : undefined, body, context);
  if (isShown && COPY.test(noun) && operation.method === "post" && item.id !== undefined)
    return {
      role: { does: "copy", at: place.at, ...writing },
      reason: "makes another item with the fields of this one",
    };
  const role: Role = { does: "act", sets, stamps, at: place.at, ...writing };
  const how = isShown ? ", which it answers" : "";
  return { role, state, reason: `acts on the item${how}${reason === undefined ? "" : `; ${reason}`}` };
}

function showsId(answer: Schema, at: Place, { item, schemas }: Context): boolean {
  const names = [...propertiesOf(schemaAt(answer, at, schemas), schemas).keys()].map(canonical);
  return item.id !== undefined && names.includes(canonical(item.id));
}
