import { deref, type Model, type Operation, type Response, type Schema } from "@svc/model";
import { type PlainResponse, renderValidation } from "../front/index.ts";
import type { Admission } from "../front/types.ts";
import { type AnswerContext, contentAnswer } from "./answers.ts";

/**
 * The answer to a request that does not fit the document. FastAPI's 422, to the letter, where the document has one of its
 * shape or says nothing of refusals; else the operation's own documented error, so that the answer is valid for its document.
 */
export function refusalAnswer(
  { operation, errors }: Extract<Admission, { kind: "invalid" }>,
  context: AnswerContext,
): PlainResponse {
  const documented = refusalOf(operation);
  if (documented === undefined || isFastApi(documented, context.model)) return renderValidation(errors);
  const status = /^\d{3}$/.test(documented.status) ? Number(documented.status) : 400;
  return contentAnswer(operation, status, documented.content[0], errors, context);
}

/** By preference 422, 400, another 4xx, and `default`. */
function refusalOf({ responses }: Operation): Response | undefined {
  const find = (pattern: RegExp) => responses.find(({ status }) => pattern.test(status));
  return find(/^422$/) ?? find(/^400$/) ?? find(/^4XX$/) ?? find(/^default$/);
}

/** Whether a response's schema is FastAPI's: an object whose `detail` is a list. */
function isFastApi({ status, content }: Response, { schemas }: Model): boolean {
  if (status !== "422") return false;
  const schema = content.find(({ mediaType }) => mediaType === "application/json")?.schema;
  const detail = schema === undefined ? undefined : propertyOf(deref(schema, schemas), "detail");
  const items = detail === undefined ? undefined : deref(detail, schemas).items;
  const item = items === undefined ? undefined : deref(items, schemas);
  return item !== undefined && ["loc", "msg", "type"].every((name) => propertyOf(item, name) !== undefined);
}

function propertyOf({ properties = {} }: Schema, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
