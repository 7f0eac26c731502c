import type { MultipartForm } from "./form/multipart.ts";
import { encodeJson, encodeParsedJson } from "./json/encode.ts";

/** An HTTP request, before anything is decoded. */
export interface HttpRequest {
  readonly method: string;
  /** Request target as on the wire: path and query. */
  readonly target: string;
  /** In order, repeats kept; names in any case. Characters are Latin-1 bytes. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
  /** A multipart body that was read as it came, in place of {@link body}. */
  readonly form?: MultipartForm;
  /** Length of a body that is not here, in bytes. @default that of {@link body} */
  readonly bodyBytes?: number;
  /** `scheme://host` of redirects. */
  readonly origin: string;
  /** Id of the operation that the caller means, where it says: no address tells apart paths that differ in names only. */
  readonly operation?: string | undefined;
}

/** An HTTP response. `body` is undefined if none is sent (HEAD, redirects). */
export interface HttpResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array | string | undefined;
  /** The rest of a body that is streamed, after `body`. */
  readonly rest?: OpenBody;
}

/** The rest of a streamed body. */
export interface OpenBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Id of the operation whose handler streams it. */
  readonly operation: string;
  /** Set where the stream consists of items: one per chunk. */
  readonly log?: StreamLog;
  /** The connection breaks off, or stalls, before the end of the stream. */
  readonly breaks?: true;
}

/** The part of a stream of items that was sent; it grows while the stream is open. */
export interface StreamLog {
  /** The items, as the document describes them; the first 1,000. */
  readonly items: unknown[];
  /** Number of all items. */
  count: number;
  /**
   * `complete`: nothing more came. `left`: the client ended it. `broken`: a fault ended it. `failed`: the handler threw.
   * Undefined: it is open.
   */
  ended: "complete" | "left" | "broken" | "failed" | undefined;
}

/** One error of a 422, with the keys in the order of FastAPI. */
export interface ValidationIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

const UTF8 = new TextEncoder();

/** A JSON response with its content length, as FastAPI sends it. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: readonly (readonly [string, string])[] = [],
): HttpResponse {
  return textResponse(status, encodeJson(value), "application/json", headers);
}

/** A response with a text body and its content length. */
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

/** FastAPI's 422, or its 500 if the errors hold a value that JSON does not have (NaN). Lone surrogates are escaped. */
export function validationErrorResponse(errors: readonly ValidationIssue[]): HttpResponse {
  try {
    return textResponse(422, encodeParsedJson({ detail: errors.map(toDetail) }), "application/json");
  } catch {
    return internalServerError();
  }
}

function toDetail(issue: ValidationIssue): ValidationIssue {
  const { type, loc, msg, input, ctx } = issue;
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx };
}

/** Starlette's response to an error in a handler. */
export function internalServerError(): HttpResponse {
  return textResponse(500, "Internal Server Error", "text/plain; charset=utf-8");
}

/** The response to HEAD: all headers, no body. */
export function withoutBody(response: HttpResponse): HttpResponse {
  return { ...response, body: undefined };
}

/** The value of a header, by its name in lower case; of repeated ones the first. */
export function headerOf(headers: HttpRequest["headers"], name: string): string | undefined {
  for (const header of headers)
    if (header[0].length === name.length && header[0].toLowerCase() === name) return header[1];
  return undefined;
}
