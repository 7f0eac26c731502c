import { createModel } from "@svc/model";
import {
  createRequestValidator,
  type RejectedRequest,
  type RequestValidator,
  type RequestValidatorOptions,
  type ValidRequest,
} from "../../src/create-request-validator.ts";
import { type HttpRequest, type HttpResponse, validationErrorResponse } from "../../src/http.ts";

/** Outcome of all steps. */
export type Validated = ValidRequest | RejectedRequest;

/** Takes a request through all steps of a validator. */
export function allSteps(validator: RequestValidator): (request: HttpRequest) => Validated {
  return (request) => {
    const routed = validator.route(request);
    const parsed = routed.kind === "routed" ? validator.read(routed) : routed;
    const authenticated = parsed.kind === "parsed" ? validator.authenticate(parsed) : parsed;
    return authenticated.kind === "authenticated" ? validator.validate(authenticated) : authenticated;
  };
}

/** Validates requests of a document that has only what a test needs. */
export function validatorOf(
  paths: object,
  components: object = {},
  checkCredential: RequestValidatorOptions["checkCredential"] = () => undefined,
): (request: HttpRequest) => Validated {
  const document = { openapi: "3.1.0", info: { title: "test", version: "1" }, paths, components };
  return allSteps(createRequestValidator(createModel(document), { checkCredential }));
}

/** Validates requests of a document without operations; `document` is the body of `/openapi.json`. */
export function documentValidator(document: unknown): (request: HttpRequest) => Validated {
  const model = createModel({ openapi: "3.1.0", info: { title: "test", version: "1" }, paths: {} });
  return allSteps(createRequestValidator(model, { checkCredential: () => undefined, document }));
}

/** A request with defaults: GET, or POST where it has a body. */
export function requestOf(
  target: string,
  parts: Partial<Omit<HttpRequest, "body">> & { body?: unknown } = {},
): HttpRequest {
  const { body, ...rest } = parts;
  const base = { method: body === undefined ? "GET" : "POST", target, headers: [], origin: "http://host", ...rest };
  if (body === undefined) return base;
  if (body instanceof Uint8Array) return { ...base, body };
  return { ...base, body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)) };
}

/** The valid request; throws an error that shows the response of a rejected one. */
export function validOf(validated: Validated): ValidRequest {
  if (validated.kind === "valid") return validated;
  throw new Error(`rejected: ${JSON.stringify(responseOf(validated))}`);
}

/** The response to a rejected request. */
export function responseOf(validated: Validated): HttpResponse {
  if (validated.kind === "invalid") return validationErrorResponse(validated.errors);
  if (validated.kind === "response") return validated.response;
  throw new Error("the request is valid");
}

/** `type loc` of each validation error. */
export function errorsOf(validated: Validated): string[] {
  if (validated.kind !== "invalid") throw new Error(`not invalid: ${validated.kind}`);
  return validated.errors.map(({ type, loc }) => `${type} ${loc.join(".")}`);
}
