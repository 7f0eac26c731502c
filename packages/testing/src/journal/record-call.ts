import type { HttpRequest, HttpResponse, RejectedRequest, ValidRequest } from "@svc/fastapi-validation";
import { methodName } from "@svc/model/data";
import type { FakeContext } from "../fake/context.ts";
import { asSentValues } from "../fake/handlers/handler-request.ts";
import type { RefusalReason } from "../fake/refusal-reason.ts";
import { explainUnmatched } from "../fake/refusal-reason.ts";
import { type FaultOptions, kindOf } from "../faults/fault.ts";
import { redactBody, redactHeaders, redactTarget } from "../redaction/redact-call.ts";
import type { CredentialNames } from "../redaction/secret-names.ts";
import { describeUnread, withDescribedFiles } from "./described-files.ts";
import { BODY_LIMIT, type RecordedCall, WHOLE_BODY_LIMIT } from "./journal.ts";
import { sentValues } from "./sent-values.ts";

/** A request with its outcome. */
interface AnsweredRequest {
  readonly request: HttpRequest;
  readonly validated: ValidRequest | RejectedRequest;
  /** Status 0: nothing was sent. */
  readonly response: HttpResponse;
  readonly fault: FaultOptions | undefined;
  readonly unmatched: string | undefined;
  readonly reason: RefusalReason | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly now: number;
}

/**
 * The journal's entry of a request, without credentials.
 *
 * @param secretNames names of headers and parameters that carry credentials
 */
export function recordCall(answered: AnsweredRequest, secretNames: CredentialNames): RecordedCall {
  const { request, validated, response, fault, unmatched, reason, at, now } = answered;
  const values = validated.kind === "valid" ? asSentValues(validated, request) : undefined;
  const bodyBytes = request.bodyBytes ?? request.body?.length ?? 0;
  const isWhole = bodyBytes <= WHOLE_BODY_LIMIT;
  const { path, query } = values ?? sentValues(request, validated.operation, secretNames.isSecret);
  const headers = redactHeaders(request.headers, secretNames);
  const responseHeaders = redactHeaders(response.headers, secretNames);
  return {
    operation: validated.operation?.id,
    name: validated.operation && methodName(validated.operation),
    method: request.method,
    target: redactTarget(request.target, secretNames),
    path,
    query: values ? withoutKeys(query, secretNames) : query,
    headers,
    body:
      withDescribedFiles(values?.body, headers["content-type"]) ??
      (isWhole ? values?.body : undefined) ??
      describeUnread(request, headers["content-type"], secretNames.isSecret) ??
      textOf(request.body, headers["content-type"], secretNames),
    bodyBytes,
    status: response.status === 0 ? undefined : response.status,
    responseHeaders,
    responseBody: textOf(response.body, responseHeaders["content-type"], secretNames),
    stream: response.rest?.log,
    fault: fault && kindOf(fault),
    unmatched,
    reason,
    at: new Date(at),
    durationMs: now - at,
  };
}

/** A document may declare its API key as a parameter, too. */
function withoutKeys(query: Record<string, unknown>, { apiKeys }: CredentialNames): Record<string, unknown> {
  const isShown = (name: string): boolean => !apiKeys.has(name.toLowerCase());
  return Object.keys(query).every(isShown)
    ? query
    : Object.fromEntries(Object.entries(query).filter(([name]) => isShown(name)));
}

function textOf(
  body: Uint8Array | string | undefined,
  contentType: string | undefined,
  secretNames: CredentialNames,
): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = typeof body === "string" ? body : new TextDecoder().decode(body.subarray(0, BODY_LIMIT));
  return redactBody(text.slice(0, BODY_LIMIT), contentType, secretNames);
}

/**
 * Adds a request to the journal that reaches no operation, and to which no response is made. Returns why: the given reason,
 * or that no operation matches.
 */
export type RecordUnmatched = (request: HttpRequest, reason?: string) => string;

/** Creates the function by which adapters add unmatched requests to a fake's journal. */
export function createUnmatchedRecorder(
  context: Pick<FakeContext, "model" | "clock" | "journal" | "secretNames">,
): RecordUnmatched {
  const { model, clock, journal, secretNames } = context;
  const response = { status: 0, headers: [], body: undefined };
  return (request, reason) => {
    const [path = ""] = request.target.split("?", 1);
    const unmatched = reason ?? explainUnmatched(request.method, path, model);
    const now = clock.now();
    const validated = { kind: "response", response } as const;
    const answered = { request, validated, response, fault: undefined, unmatched, reason: undefined, at: now, now };
    journal.add(recordCall(answered, secretNames));
    return unmatched;
  };
}
