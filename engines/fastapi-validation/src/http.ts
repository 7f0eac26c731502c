import { encodeJson } from "./encode-json.ts";

/** A request as it came, before anything is decoded. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  /** In order, repeats kept; names in any case. Characters are Latin-1 bytes. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
  /** `scheme://host` that redirects are built of. */
  readonly origin: string;
}

/** An answer with its whole body. `body` is undefined where none is sent (HEAD, redirects). */
export interface HttpResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array | string | undefined;
  /** What follows the body, of an answer that has not ended yet: a stream of a test's own handler. */
  readonly rest?: OpenBody;
}

/** The rest of a body that comes piece by piece. */
export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Id of the operation that it answers. */
  readonly operation: string;
}

/** One error of a 422, keys in the order in which FastAPI writes them. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

const UTF8 = new TextEncoder();

/** A JSON answer with its lengths, as FastAPI sends it. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: readonly (readonly [string, string])[] = [],
): HttpResponse {
  return textResponse(status, encodeJson(value), "application/json", headers);
}

/** An answer whose body is text. */
export function textResponse(
  status: number,
  body: string,
  contentType: string,
  headers: readonly (readonly [string, string])[] = [],
): HttpResponse {
  const copies = headers.map(([name, value]): [string, string] => [name, value]);
  const length = String(UTF8.encode(body).length);
  return { status, headers: [...copies, ["content-length", length], ["content-type", contentType]], body };
}

/** FastAPI's 422, or its 500 where the errors hold something that JSON cannot carry (NaN, a lone surrogate). */
export function validationErrorResponse(errors: readonly ValidationIssue[]): HttpResponse {
  try {
    return jsonResponse(422, { detail: errors.map(toDetail) });
  } catch {
    return internalServerError();
  }
}

function toDetail(issue: ValidationIssue): ValidationIssue {
  const { type, loc, msg, input, ctx } = issue;
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx };
}

/** Starlette's answer to an error in a handler. */
export function internalServerError(): HttpResponse {
  return textResponse(500, "Internal Server Error", "text/plain; charset=utf-8");
}

/** The same answer as HEAD gets it: every header, no body. */
export function withoutBody(response: HttpResponse): HttpResponse {
  return { ...response, body: undefined };
}
