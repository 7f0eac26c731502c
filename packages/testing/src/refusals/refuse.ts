import { encodeParsedJson, type HttpResponse, textResponse, type ValidationIssue } from "@svc/fastapi-validation";
import {
  allowsJson,
  type Content,
  commonErrors,
  type Json,
  type Model,
  type Operation,
  preferredContent,
} from "@svc/model/data";
import { generate } from "@svc/schema";
import { reasonPhrase } from "../adapters/fetched-response.ts";
import { concreteType, responseOf, validationResponseOf } from "../fake/answer/content.ts";
import { withRequiredHeaders } from "../fake/answer/response-headers.ts";
import type { FakeContext } from "../fake/context.ts";
import { reasonOfIssue } from "../fake/refusal-reason.ts";
import type { CredentialNames } from "../redaction/secret-names.ts";
import { errorValue } from "./error-value.ts";
import { codeOf, nameOfPart, pointerOfPart, type Refusal, type RefusedPart, sentenceOf } from "./refusal.ts";

/** The status of an invalid request: the one that its operation declares, else the one of most operations. */
export function invalidStatus(operation: Operation, model: Model): number {
  const declared = validationResponseOf(operation)?.status ?? "";
  return /^\d{3}$/.test(declared) ? Number(declared) : commonErrors(model).invalid;
}

/** The issues of an invalid request as a refusal. No credential is in it. */
export function refusalOfIssues(
  status: number,
  errors: readonly ValidationIssue[],
  secretNames: CredentialNames,
): Refusal {
  const issues = errors.map((error): RefusedPart => {
    const { rule } = reasonOfIssue(error, secretNames);
    return { loc: error.loc, rule, isMissing: error.type === "missing" };
  });
  return { status, title: reasonPhrase(status), detail: sentenceOf(issues), issues };
}

/** A refusal as a whole, by the text of the answer that says it. */
export function refusalOfResponse({ status, body }: Pick<HttpResponse, "status" | "body">): Refusal {
  const title = reasonPhrase(status);
  const [, detail] = /"(?:detail|message)":("(?:[^"\\]|\\.){1,300}")/.exec(String(body ?? "")) ?? [];
  return { status, title, detail: detail === undefined ? title : JSON.parse(detail), issues: [] };
}

/** The parts of a fake by which a refusal is written. */
type RefuseContext = Pick<FakeContext, "model" | "seed" | "clock" | "validate" | "limiter">;

/**
 * A refusal in the form that its operation declares for the status, else in the form that most operations of the document
 * declare, else as problem details (RFC 9457). Undefined where the declared form has no place for what is wrong.
 */
export function refuse(
  context: RefuseContext,
  refusal: Refusal,
  operation: Operation | undefined,
): HttpResponse | undefined {
  const declared = operation && responseOf(operation, refusal.status);
  const content = declared && preferredContent(declared.content);
  if (declared !== undefined && content !== undefined) {
    const made = inForm(context, refusal, content);
    return made && withRequiredHeaders(made, declared, context);
  }
  const { contents } = commonErrors(context.model);
  const common = contents.get(String(refusal.status)) ?? contents.get("");
  return (common && inForm(context, refusal, common)) ?? problemOf(refusal);
}

/** Undefined where the content has no place for what is wrong. */
function inForm(
  { model, seed, clock, validate }: RefuseContext,
  refusal: Refusal,
  content: Content,
): HttpResponse | undefined {
  const { schema, mediaType } = content;
  if (schema === undefined || !allowsJson(mediaType)) return undefined;
  const said = errorValue(schema, refusal, model.schemas);
  if (said === undefined) return undefined;
  const { status, title, detail } = refusal;
  const making = { schemas: model.schemas, seed, now: clock.now(), direction: "response", mode: "minimal" } as const;
  const make = (overrides: Json) => {
    const made = generate(schema, { ...making, overrides, error: { status, title, detail } });
    return made === undefined || validate(schema, made).length > 0 ? undefined : made;
  };
  const value = make(said) ?? make(scalarsOf(said));
  if (value === undefined) return undefined;
  return textResponse(status, encodeParsedJson(value), concreteType(mediaType));
}

/** What is said of a refusal as a whole: where its parts cannot be told in a form, this can. */
function scalarsOf(said: Json): Json {
  if (typeof said !== "object" || said === null || Array.isArray(said)) return said;
  return Object.fromEntries(Object.entries(said).filter(([, value]) => typeof value !== "object"));
}

/**
 * Problem details, with the members beside them that clients look for where no document tells them: `name`, `message` and
 * `statusCode` of the errors of Node.js servers. The standard lets them stand there.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9457#section-3.2
 */
function problemOf(refusal: Refusal): HttpResponse {
  const { status, title, detail, issues } = refusal;
  const errors = issues.map((issue): Json => {
    const place: Json =
      issue.loc[0] === "body" ? { pointer: `#${pointerOfPart(issue)}` } : { parameter: nameOfPart(issue) };
    return { ...place, detail: issue.rule };
  });
  const problem = { type: "about:blank", title, status, detail, ...(errors.length > 0 && { errors }) };
  const body = { ...problem, name: codeOf(refusal), message: detail, statusCode: status };
  return textResponse(status, encodeParsedJson(body), "application/problem+json");
}
