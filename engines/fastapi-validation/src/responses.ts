import { encodeJson } from "./encode-json.ts";
import type { PlainResponse, ValidationIssue } from "./types.ts";

const UTF8 = new TextEncoder();

/** A JSON answer with its lengths, as FastAPI sends it. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: readonly (readonly [string, string])[] = [],
): PlainResponse {
  return textResponse(status, encodeJson(value), "application/json", headers);
}

/** An answer whose body is text. */
export function textResponse(
  status: number,
  body: string,
  contentType: string,
  headers: readonly (readonly [string, string])[] = [],
): PlainResponse {
  const copies = headers.map(([name, value]): [string, string] => [name, value]);
  const length = String(UTF8.encode(body).length);
  return { status, headers: [...copies, ["content-length", length], ["content-type", contentType]], body };
}

/** FastAPI's 422, or its 500 where the errors hold something that JSON cannot carry (NaN, a lone surrogate). */
export function renderValidation(errors: readonly ValidationIssue[]): PlainResponse {
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
export function internalServerError(): PlainResponse {
  return textResponse(500, "Internal Server Error", "text/plain; charset=utf-8");
}

/** The same answer as HEAD gets it: every header, no body. */
export function withoutBody(response: PlainResponse): PlainResponse {
  return { ...response, body: undefined };
}
