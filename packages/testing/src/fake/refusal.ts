import type { Admission, Call } from "@svc/fastapi-validation";
import { type PlainResponse, renderValidation } from "@svc/fastapi-validation";
import type { Operation, Response } from "@svc/model";
import type { Validate } from "@svc/schema";
import { type AnswerContext, contentAnswer, type MadeUp } from "./answers.ts";
import { isJson, preferredContent } from "./content.ts";
import { withRequiredHeaders } from "./required-headers.ts";

/** Answers to refused requests in the terms of a document. */
export interface Refusals {
  /** The answer to a request that was refused before a handler saw it. */
  refuse(admission: Exclude<Admission, Call>): PlainResponse;
  /** The answer as it is, where the document allows or does not know it; else the document's own of that status. */
  conform(response: PlainResponse, operation: Operation | undefined): PlainResponse;
}

/**
 * Answers as FastAPI does, to the letter, where the document says the same or nothing of it; else with what the operation
 * documents, so that every answer is valid for its document.
 */
export function createRefusals({ validate, context, failed }: RefusalParts): Refusals {
  /** Never throws: a document may ask for what does not exist. */
  const attempt = (operation: Operation, make: () => PlainResponse): PlainResponse => {
    try {
      return make();
    } catch (error) {
      return failed({ operation }, "The fake's refusal of", error);
    }
  };
  const make = (documented: Response, made: Omit<MadeUp, "content">): PlainResponse =>
    contentAnswer({ ...made, content: preferredContent(documented.content) }, context());
  const conform: Refusals["conform"] = (response, operation) => {
    const documented = operation && responseOf(operation, response.status);
    if (operation === undefined || documented === undefined) return response;
    return attempt(operation, () => {
      if (allows(documented, response, validate)) return withRequiredHeaders(response, documented, context());
      const made = make(documented, { operation, status: response.status, args: "refused" });
      const headers = [...made.headers, ...response.headers.filter(([name]) => KEPT.has(name))];
      return withRequiredHeaders({ ...made, headers }, documented, context());
    });
  };
  return {
    conform,
    refuse(admission) {
      if (admission.kind === "answer") return conform(admission.response, admission.operation);
      const { operation, errors } = admission;
      const documented = refusalOf(operation);
      const response = renderValidation(errors);
      if (documented === undefined || response.status === 500) return response;
      const status = /^\d{3}$/.test(documented.status) ? Number(documented.status) : 422;
      return attempt(operation, () => {
        const isAllowed = status === 422 && allows(documented, response, validate);
        const args = errors.map(({ loc }) => loc);
        const made = isAllowed ? response : make(documented, { operation, status, args });
        return withRequiredHeaders(made, documented, context());
      });
    },
  };
}

/** What refusals are made from. */
export interface RefusalParts {
  readonly validate: Validate;
  readonly context: () => AnswerContext;
  /** Answers for what went wrong, and keeps the error. */
  readonly failed: (call: { readonly operation: Operation }, what: string, error: unknown) => PlainResponse;
}

/** Headers of a refusal that stay when its body is replaced. */
const KEPT: ReadonlySet<string> = new Set(["www-authenticate", "allow", "location"]);

/** By preference 422, 400, another 4xx, and `default`. */
function refusalOf({ responses }: Operation): Response | undefined {
  const find = (pattern: RegExp): Response | undefined => responses.find(({ status }) => pattern.test(status));
  return find(/^422$/) ?? find(/^400$/) ?? find(/^4XX$/) ?? find(/^default$/);
}

/** What an operation documents of a status: exactly, by its range, or as `default`. */
export function responseOf({ responses }: Operation, status: number): Response | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  return names
    .map((name) => responses.find((response) => response.status === name))
    .find((found) => found !== undefined);
}

/** Whether a JSON answer is one that the document allows. */
function allows({ content }: Response, { body, headers }: PlainResponse, validate: Validate): boolean {
  if (body === undefined) return true;
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const documented = content.find(({ mediaType }) => isJson(mediaType));
  if (documented === undefined || !isJson(type)) return content.length === 0;
  return documented.schema === undefined || validate(documented.schema, JSON.parse(String(body))).length === 0;
}
