import { CALL_OPTIONS, checkNames } from "../checks.ts";
import {
  AuthenticationError,
  ConfigurationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RateLimitFacts,
  ServerError,
  SvcApiError,
  SvcError,
  ValidationError,
} from "../errors/errors.ts";
import { type ErrorContext, fromCause, nameOf, printable, redactor, wordsOf } from "../errors/redact.ts";
import { formatIssue, parseIssues } from "../errors/validation-issue.ts";
import { notesOf, type PolicyCall } from "../policies/policy.ts";
import type { OperationRow } from "../table.ts";
import type { CallHost, SvcPromise } from "./call.ts";
import { bodyOf, decodeText } from "./read-body.ts";
import { type CallStart, checkCall, type SendRequest, startCall } from "./start-call.ts";

export interface MethodCall extends Omit<CallStart<unknown>, "run" | "isStream"> {
  readonly run: (send: SendRequest) => Promise<Response>;
}

/** Starts a call of a method, whose result is the data of its response. What it is rejected with is a `SvcError`. */
export function callMethod(host: CallHost, { row, operation, options, run }: MethodCall): SvcPromise<unknown> {
  let response: Response;
  const promise = startCall(host, {
    row,
    operation,
    options,
    async run(send, call) {
      try {
        checkNames(options, CALL_OPTIONS);
        checkCall(options);
        response = await run(send);
        return await deliver(host, call, response);
      } catch (error) {
        throw SvcError.is(error) ? error : fromCause(ConfigurationError, call, wordsOf(error), error);
      }
    },
  });
  const withResponse = async () => ({ data: await promise, response, rateLimit: host.rateLimit?.() });
  return Object.assign(promise, { withResponse }) as SvcPromise<unknown>;
}

/**
 * The data of a method's response. Where the document says that the body is JSON, it is parsed whatever its content type
 * is. Otherwise the content type decides: JSON is parsed, `text/*` is a string, everything else is a Blob. An empty body is
 * `undefined` if that is a result of the operation; else it is an empty text or Blob, if its content type says so. A stream is
 * its body.
 *
 * @throws SvcApiError for a response that is no success, for a success whose JSON is invalid, and for one without the data
 * that the document declares
 */
async function deliver(host: CallHost, call: PolicyCall, response: Response): Promise<unknown> {
  let body = bodyOf(response);
  // A policy has left it: a stream, or a response of its own.
  if (body === undefined && response.ok && response.body && isStream(response)) return response.body;
  body ??= new Uint8Array(await response.arrayBuffer());
  const ok = isSuccess(call, response);
  const { untyped, empty, streams }: Partial<OperationRow> = call.row ?? {};
  const isDue = ok && !empty && !streams;
  const type = untyped ? typeOf(response) : "";
  const isParsed = !untyped || isJson(response);
  let data: unknown;
  let problem: string | undefined;
  if (body.length > 0 || (isDue && type && !isParsed && !/^20[45]$/.test(`${response.status}`))) {
    if (ok && type && !isParsed && !/^text\//i.test(type)) return new Blob([body], { type });
    const text = decodeText(body);
    data = text;
    try {
      if (isParsed || !ok) data = JSON.parse(text);
    } catch {
      // The parser's error is no cause: it quotes the body.
      if (ok) problem = notJson(response, text);
    }
  } else if (isDue) problem = "without the data that the document declares";
  if (ok && !problem) return host.interpret?.(data, call, { response, body }) ?? data;
  const { retryAt, unsent, problem: words } = notesOf(response);
  throw createApiError(call, response, { body: data, problem, words, retryAt, unsent });
}

type Labelled = Pick<Response, "headers">;

function typeOf({ headers }: Labelled): string {
  return headers.get("content-type") ?? "";
}

export function isJson(response: Labelled): boolean {
  return /[/+]json\b/i.test(typeOf(response));
}

/** Whether a response is labelled as a stream, whose items are read as they come. */
export function isStream(response: Labelled): boolean {
  return /event-stream|ndjson|jsonl|json-seq/.test(typeOf(response));
}

/** Whether a response is the result of a call, and no error: 2xx, and redirects where the document has no other result. */
function isSuccess({ row }: PolicyCall, { ok, status }: Response): boolean {
  return ok || (!!row?.redirect && status > 299 && status < 400);
}

interface ResponseFacts extends Pick<RateLimitFacts, "retryAt" | "rateLimit"> {
  readonly body?: unknown;
  /** Reason why the body cannot be read; then the status does not matter. */
  readonly problem?: string | undefined;
  readonly words?: string | undefined;
  /** Why nothing was sent after it. */
  readonly unsent?: Error | undefined;
}

/** The problem of a body that is not the JSON which the document says; `text` shows whether it begins like JSON. */
export function notJson(response: Response, text: string): string {
  const what = /^\s*[[{"]/.test(text) ? `invalid or truncated JSON of ${text.length} characters` : "not JSON";
  return `${what} (${typeOf(response) || "no content type"})`;
}

/**
 * The error of a response by its status. The message has the service's own text, redacted before it is cut: a part of a
 * secret would not be recognized.
 */
export function createApiError(
  call: ErrorContext,
  { status, headers, type, url }: Response,
  { body, problem, words, unsent, retryAt, rateLimit }: ResponseFacts,
): SvcApiError {
  const operation = nameOf(call);
  const clean = redactor(call);
  const isPage = /html/.test(headers.get("content-type") ?? "");
  const { detail, message, error } = (body ?? {}) as { [key: string]: unknown };
  const text =
    problem ??
    words ??
    (type === "opaqueredirect"
      ? "redirected to where browsers do not show; not followed, as it would be sent twice"
      : (status === 422 && parseIssues(body).map(formatIssue).join("; ")) ||
        [detail, message, error, isPage ? "an HTML page" : body].find((value) => typeof value === "string"));
  const Class = problem
    ? SvcApiError
    : ({
        401: AuthenticationError,
        403: PermissionError,
        404: NotFoundError,
        422: ValidationError,
        429: RateLimitError,
      }[status === 403 && retryAt ? 429 : status] ??
      (retryAt ? RateLimitError : status > 499 ? ServerError : SvcApiError));
  const facts: RateLimitFacts = {
    status,
    headers,
    body: typeof body === "string" ? body.slice(0, 1000) : body,
    operation,
    retryAt,
    rateLimit,
    ...(unsent && { cause: unsent }),
  };
  const said = text ? ` ${printable(clean(String(text))).slice(0, 500)}` : "";
  // The path shows a wrong prefix; the query may be secret.
  const address = url && ` (${printable(clean(url.replace(/[?#].*/s, ""))).slice(0, 300)})`;
  return new Class(`${operation}: ${status}${said}${unsent ? `; ${unsent.message}` : ""}${address}`, facts);
}
