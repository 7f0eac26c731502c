import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
  jsonResponse,
  type RejectedRequest,
  type ValidRequest,
  validationErrorResponse,
} from "@svc/fastapi-validation";
import { allowsJson, type Operation, preferredContent, type Response } from "@svc/model/data";
import { workTrackerOf } from "../../clock/pending-work.ts";
import { invalidStatus, refusalOfIssues, refusalOfResponse, refuse } from "../../refusals/refuse.ts";
import type { StoredAnswer } from "../../store/to-call.ts";
import { streamFor } from "../../streams/streams.ts";
import type { FakeContext } from "../context.ts";
import {
  type Asked,
  askedOf,
  parseExact,
  rawContent,
  responseOf,
  successOf,
  validationResponseOf,
  withDocumentedType,
} from "./content.ts";
import { generateContentResponse, generateItems, generateResponse, type ResponseSource } from "./generated-response.ts";
import { withRequiredHeaders } from "./response-headers.ts";

/**
 * Answers a valid request: by the test's handler, else from a store, else from the recording, else by a generated value: at
 * once, unless a handler or another request has to be waited for. Never fails: an error becomes a 500, and the fake throws it
 * when it is closed.
 */
export function answerValid(
  context: FakeContext,
  valid: ValidRequest,
  request: HttpRequest,
): HttpResponse | Promise<HttpResponse> {
  const { handlers, idempotencyKeys, stores } = context;
  const { idempotency } = valid.operation;
  const answerOnce = (): HttpResponse | Promise<HttpResponse> =>
    handlers.has(valid.operation.id)
      ? handlers.answer(valid, request).then((handled) => handled ?? answerItself(context, valid, request))
      : answerItself(context, valid, request);
  const see = (response: HttpResponse): HttpResponse => {
    stores.see(valid, request, response);
    const isRefused = response.status === 409 || response.status === 422;
    return isRefused && idempotency ? asDocumented(context, response, valid.operation) : response;
  };
  const answered = idempotency === undefined ? answerOnce() : idempotencyKeys.answer(valid, request, answerOnce);
  return answered instanceof Promise ? answered.then(see) : see(answered);
}

/** Answers by the fake's own means. */
function answerItself(context: FakeContext, valid: ValidRequest, request: HttpRequest): HttpResponse {
  const { handlers, stores, replay } = context;
  const { operation, path, query, body } = valid;
  try {
    // Recorded answers go before those that are made up.
    const recorded =
      replay === undefined ? undefined : (stores.answer(valid, request, false) ?? replay.answer(request));
    const asked = askedOf(request, valid);
    // What is asked for as a stream is nothing that a store could give.
    const isStream = recorded === undefined && asked.stream === true;
    const first = isStream ? generatedStream(context, valid, request) : undefined;
    if (first !== undefined) return first;
    const kept = recorded ?? stores.answer(valid, request, true);
    if (kept !== undefined) return inAskedForm("kind" in kept ? storedResponse(context, operation, kept) : kept, asked);
    const stream = generatedStream(context, valid, request);
    if (stream !== undefined) return stream;
    // The arguments of a request without a body are its target, which is there as text.
    const key = body === undefined ? request.target : undefined;
    const call = { operation, args: { path, query, body }, key, baseUrl: request.origin, asked };
    const generated = generateResponse(call, context);
    return inAskedForm(stores.alignGenerated(generated, valid, request), asked);
  } catch (error) {
    return handlers.failed(operation, "The fake's response of", error);
  }
}

function inAskedForm(response: HttpResponse, { accept }: Asked): HttpResponse {
  return rawContent(response, accept) ?? response;
}

/** A short stream of valid items, where the request asks for one and the document allows items. */
function generatedStream(context: FakeContext, valid: ValidRequest, request: HttpRequest): HttpResponse | undefined {
  const { clock, handlers, streams } = context;
  const { operation } = valid;
  const content = streamFor(valid, request);
  // An example that is text is the whole body.
  if (content === undefined || typeof content.example === "string") return undefined;
  const onError = (error: unknown): void => void handlers.failed(operation, "The fake's response of", error);
  const items = { ...content, operation: operation.id, validate: undefined, track: workTrackerOf(clock), onError };
  const made = () => generateItems(valid, content, context);
  const response = streams.resume(request, items) ?? streams.begin(request, made(), items);
  const documented = successOf(operation).response;
  return documented === undefined ? response : withRequiredHeaders(response, documented, context);
}

/** Converts the answer of a store to a response of the document. */
function storedResponse(context: FakeContext, operation: Operation, { kind, response }: StoredAnswer): HttpResponse {
  if (kind === "refused") return asDocumented(context, response, operation);
  const documented = responseOf(operation, response.status);
  if (documented === undefined) return response;
  return withRequiredHeaders(withDocumentedType(response, documented.content), documented, context);
}

/** The answer to a rejected request; unmatched where it belongs to no operation and to nothing else that the fake serves. */
export function answerRejected(
  context: FakeContext,
  rejected: RejectedRequest,
  request: HttpRequest,
): { readonly response: HttpResponse; readonly isMatched: boolean } {
  const { stores, replay, clock } = context;
  const { operation } = rejected;
  if (operation === undefined) {
    const served = stores.serve(request, clock.now()) ?? replay?.answer(request);
    if (served !== undefined) return { response: served, isMatched: true };
  }
  if (rejected.kind === "invalid") {
    // Recorded: the service has accepted what the document does not allow.
    const response = replay?.answer(request) ?? invalidResponse(context, rejected);
    return { response, isMatched: true };
  }
  const response = asDocumented(context, rejected.response, operation);
  const isMatched = operation !== undefined || (response.status !== 404 && response.status !== 405);
  return { response, isMatched };
}

/** The 429 of a request beyond its limit. The interface shows the shape of a 429, not its texts. */
export function answerTooManyRequests(context: FakeContext, operation: Operation | undefined): HttpResponse {
  const response = jsonResponse(429, { message: "Too Many Requests", detail: "Rate limit exceeded" });
  return asDocumented(context, response, operation);
}

/** The answer of a fault that has no body of its own, in the form of the document. */
export function answerFault(
  context: FakeContext,
  response: HttpResponse,
  operation: Operation | undefined,
): HttpResponse {
  return inOwnForm(context, response, operation) ?? response;
}

/** FastAPI's texts in the form of the document, unless the service is one of FastAPI. Undefined: there is nothing to change. */
function inOwnForm(
  context: FakeContext,
  response: HttpResponse,
  operation: Operation | undefined,
): HttpResponse | undefined {
  if (response.status < 400 || context.validator.dialect.refusesAsFastApi) return undefined;
  // Handlers and recordings write bodies of their own.
  if (!/^\{"(?:detail|message)":"/.test(String(response.body ?? ""))) return undefined;
  const make = (): HttpResponse | undefined => refuse(context, refusalOfResponse(response), operation);
  const made = operation === undefined ? make() : orFailed(context, operation, make);
  if (made === undefined) return undefined;
  const kept = response.headers.filter(([name]) => !/^content-(?:type|length)$/.test(name));
  return { ...made, headers: [...made.headers, ...kept] };
}

/**
 * The refusal of an invalid request. In documents of FastAPI its 422 where the document allows it or says nothing, else the
 * response that it documents for invalid requests.
 */
function invalidResponse(
  context: FakeContext,
  { operation, errors }: Extract<RejectedRequest, { kind: "invalid" }>,
): HttpResponse {
  if (!context.validator.dialect.refusesAsFastApi) {
    const refusal = refusalOfIssues(invalidStatus(operation, context.model), errors, context.secretNames);
    const made = orFailed(context, operation, () => refuse(context, refusal, operation));
    if (made !== undefined) return made;
  }
  const documented = validationResponseOf(operation);
  const response = validationErrorResponse(errors);
  if (documented === undefined || response.status === 500) return response;
  const status = invalidStatus(operation, context.model);
  return orFailed(context, operation, () => {
    const isAllowed = status === 422 && allows(context, documented, response);
    const args = errors.map(({ loc }) => loc);
    const made = isAllowed ? response : generateFrom(context, documented, { operation, status, args });
    return withRequiredHeaders(made, documented, context);
  });
}

/** A response as it is where the document allows or does not mention it, else the one documented for its status. */
function asDocumented(context: FakeContext, response: HttpResponse, operation: Operation | undefined): HttpResponse {
  const own = inOwnForm(context, response, operation);
  if (own !== undefined) return own;
  const documented = operation && responseOf(operation, response.status);
  if (operation === undefined || documented === undefined) return response;
  return orFailed(context, operation, () => {
    if (allows(context, documented, response))
      return withRequiredHeaders(withDocumentedType(response, documented.content), documented, context);
    const made = generateFrom(context, documented, { operation, status: response.status, args: "refused" });
    const headers = [...made.headers, ...response.headers.filter(([name]) => KEPT.has(name))];
    return withRequiredHeaders({ ...made, headers }, documented, context);
  });
}

/** Headers that stay when the body of a response is replaced. */
const KEPT: ReadonlySet<string> = new Set(["www-authenticate", "allow", "location"]);

/** A document may ask for a response that does not exist: a 500 then. */
function orFailed<Made extends HttpResponse | undefined>(
  { handlers }: FakeContext,
  operation: Operation,
  make: () => Made,
): Made | HttpResponse {
  try {
    return make();
  } catch (error) {
    return handlers.failed(operation, "The fake's refusal of", error);
  }
}

function generateFrom(
  context: FakeContext,
  documented: Response,
  source: Omit<ResponseSource, "content">,
): HttpResponse {
  return generateContentResponse({ ...source, content: preferredContent(documented.content) }, context);
}

/** Whether a JSON response is valid for its document. */
function allows({ validate }: FakeContext, { content }: Response, { body, headers }: HttpResponse): boolean {
  if (body === undefined) return true;
  const type = headerOf(headers, "content-type") ?? "";
  const documented = content.find(({ mediaType }) => allowsJson(mediaType));
  if (documented === undefined || !allowsJson(type)) return content.length === 0;
  return documented.schema === undefined || validate(documented.schema, parseExact(String(body))).length === 0;
}
