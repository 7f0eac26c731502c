import type { Admission, FrontRequest, PlainResponse } from "@svc/fastapi-validation";
import { type FaultOptions, kindOf } from "../faults/fault.ts";
import { BODY_LIMIT, type RecordedCall } from "../journal/journal.ts";
import { redactBody, redactHeaders, redactTarget } from "../journal/redact.ts";
import { isSecretName } from "../journal/secret-name.ts";
import { wireValues } from "./wire-values.ts";

/** What is known of a request once it is answered. */
export interface Answered {
  readonly request: FrontRequest;
  readonly admission: Admission;
  /** Status 0: none was sent. */
  readonly response: PlainResponse;
  readonly fault: FaultOptions | undefined;
  readonly unmatched: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly now: number;
  readonly secretNames: ReadonlySet<string>;
}

/** The journal's entry of a request: nothing in it gives away a credential. */
export function recordCall({
  request,
  admission,
  response,
  fault,
  unmatched,
  at,
  now,
  secretNames,
}: Answered): RecordedCall {
  const values = admission.kind === "call" ? wireValues(admission, request) : undefined;
  const headers = redactHeaders(request.headers, secretNames);
  const responseHeaders = redactHeaders(response.headers, secretNames);
  return {
    operation: admission.operation?.id,
    method: request.method,
    target: redactTarget(request.target, secretNames),
    path: values?.path ?? {},
    query: values?.query ?? textQuery(request.target, secretNames),
    headers,
    body: values?.body ?? textOf(request.body, headers["content-type"]),
    status: response.status === 0 ? undefined : response.status,
    responseHeaders,
    responseBody: textOf(response.body, responseHeaders["content-type"]),
    fault: fault && kindOf(fault),
    unmatched,
    at: new Date(at),
    durationMs: now - at,
  };
}

function textOf(body: Uint8Array | string | undefined, contentType: string | undefined): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = typeof body === "string" ? body : new TextDecoder().decode(body.subarray(0, BODY_LIMIT));
  return redactBody(text.slice(0, BODY_LIMIT), contentType);
}

function textQuery(target: string, secretNames: ReadonlySet<string>): Record<string, string> {
  const mark = target.indexOf("?");
  if (mark === -1) return {};
  const pairs = new URLSearchParams(target.slice(mark + 1));
  return Object.fromEntries([...pairs].filter(([name]) => !isSecretName(name) && !secretNames.has(name.toLowerCase())));
}
