import {
  FormFile,
  type HttpRequest,
  type HttpResponse,
  kindOf,
  type RejectedRequest,
  readMultipart,
  type ValidRequest,
} from "@svc/fastapi-validation";
import {
  decodeText,
  type Model,
  methodName,
  type Operation,
  type Parameter,
  type Schema,
  typesOf,
} from "@svc/model/data";
import { findBuiltin } from "../builtin.ts";
import type { Clock } from "../clock/clock.ts";
import { asSentValues, mapFiles } from "../fake/handlers/handler-request.ts";
import { explainUnmatched, type RefusalReason } from "../fake/refusal-reason.ts";
import { type FaultOptions, faultKind } from "../faults/fault.ts";
import { redactBody, redactHeaders, redactTarget } from "../redaction/redact-call.ts";
import { type CredentialNames, REDACTED } from "../redaction/secret-names.ts";
import { BODY_LIMIT, type RecordedCall, WHOLE_BODY_LIMIT, type WritableJournal } from "./journal.ts";

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

/** Adds a request with its outcome to the journal, without credentials. */
export type RecordCall = (answered: AnsweredRequest) => void;

/** Parts of a call that the next call of the operation has, too, most of the time: all of these calls share them. */
interface Repeated {
  readonly name: string | undefined;
  readonly sent: HttpRequest["headers"];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates the function that records the calls of one fake. The journal keeps 50,000 of them: what they need not have each for
 * itself costs memory, and twice as much time to collect it as to make it.
 *
 * @param secretNames names of headers and parameters that carry credentials
 */
export function createRecorder({ add }: Pick<WritableJournal, "add">, secretNames: CredentialNames): RecordCall {
  const repeated = new Map<Operation | undefined, Repeated>();
  const repeatedOf = (operation: Operation | undefined, sent: HttpRequest["headers"]): Repeated => {
    const known = repeated.get(operation);
    if (known !== undefined && isSame(known.sent, sent)) return known;
    const name = known?.name ?? (operation && methodName(operation));
    // Frozen: who changed the headers of one call would change those of calls to come.
    const made = { name, sent, headers: Object.freeze(redactHeaders(sent, secretNames)) };
    repeated.set(operation, made);
    return made;
  };
  return ({ request, validated, response, fault, unmatched, reason, at, now }) => {
    const { operation } = validated;
    const values = validated.kind === "valid" ? asSentValues(validated, request) : undefined;
    const bodyBytes = request.bodyBytes ?? request.body?.length ?? 0;
    const isWhole = bodyBytes <= WHOLE_BODY_LIMIT;
    const { path, query } = values ?? sentValues(request, operation, secretNames.isSecret);
    const { name, headers } = repeatedOf(operation, request.headers);
    const responseHeaders = redactHeaders(response.headers, secretNames);
    add({
      operation: operation?.id,
      name,
      method: request.method,
      target: redactTarget(request.target, secretNames),
      path,
      query: values && secretNames.apiKeys.size > 0 ? withoutKeys(query, secretNames) : query,
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
      fault: fault && faultKind(fault),
      unmatched,
      reason,
      at: new Date(at),
      durationMs: now - at,
    });
  };
}

function isSame(a: HttpRequest["headers"], b: HttpRequest["headers"]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    const [one, other] = [a[index], b[index]];
    if (one !== other && (one?.[0] !== other?.[0] || one?.[1] !== other?.[1])) return false;
  }
  return true;
}

/** A document may declare its API key as a parameter, too. */
function withoutKeys(query: Record<string, unknown>, { apiKeys }: CredentialNames): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !apiKeys.has(name.toLowerCase())));
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

/** The parts of a fake by which it records. */
interface Recording {
  readonly model: Model;
  readonly clock: Clock;
  readonly record: RecordCall;
}

/** Creates the function by which adapters add unmatched requests to a fake's journal. */
export function createUnmatchedRecorder({ model, clock, record }: Recording): RecordUnmatched {
  const response = { status: 0, headers: [], body: undefined };
  const nothing = { validated: { kind: "response", response }, response, fault: undefined, reason: undefined } as const;
  return (request, reason) => {
    const [path = ""] = request.target.split("?", 1);
    const unmatched = reason ?? explainUnmatched(request.method, path, model);
    const now = clock.now();
    record({ ...nothing, request, unmatched, at: now, now });
    return unmatched;
  };
}

/** A file of a request as the journal keeps it: its bytes are not kept. */
interface RecordedFile {
  /** File name as it was sent; undefined for a binary body. */
  readonly name: string | undefined;
  /** Media type as it was sent; empty if it was not. */
  readonly type: string;
  /** Length in bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal; undefined in runtimes without `node:crypto`. */
  readonly sha256: string | undefined;
}

/** The body of a request with facts in the place of its files, also in lists of a form; undefined where it has none. */
export function withDescribedFiles(body: unknown, contentType = ""): unknown {
  if (body instanceof Uint8Array) return describe({ contentType, bytes: body });
  const described = mapFiles(body, describe);
  return described === body ? undefined : described;
}

/**
 * The body of a request that no operation has taken, where it has files: a form as far as it can be read, or bytes. Undefined
 * where it is a text.
 */
function describeUnread(
  { body, form }: HttpRequest,
  contentType: string | undefined,
  isSecret: (name: string) => boolean,
): unknown {
  const kind = contentType === undefined ? undefined : kindOf(contentType);
  if (contentType === undefined || (form === undefined && (body === undefined || body.length === 0))) return undefined;
  if (body !== undefined && kind === "binary") return describe({ contentType, bytes: body });
  if (kind !== "multipart") return undefined;
  const { values } = form ?? readMultipart(body ?? new Uint8Array(), contentType);
  const fields = [...values].map(([name, all]) => {
    const facts = all.map((one) => (isSecret(name) ? REDACTED : one instanceof FormFile ? describe(one) : one));
    return [name, facts.length === 1 ? facts[0] : facts];
  });
  return Object.fromEntries(fields);
}

type Described = Pick<FormFile, "contentType" | "bytes"> & { readonly filename?: string };

function describe({ filename, contentType, bytes }: Described): RecordedFile {
  const sha256 = findBuiltin("node:crypto")?.createHash("sha256").update(bytes).digest("hex");
  return { name: filename, type: contentType, size: bytes.length, sha256 };
}

/**
 * The parameters that a rejected request was sent with, converted to the types of the document as far as their text allows:
 * `limit=500` is a number, though it is out of bounds.
 *
 * @param operation undefined: everything is text
 * @param isSecret whether a query parameter carries a credential, and is left out
 */
function sentValues(
  { target }: HttpRequest,
  operation: Operation | undefined,
  isSecret: (name: string) => boolean,
): Pick<RecordedCall, "path" | "query"> {
  const [path = "", text = ""] = target.split(/\?(.*)/s, 2);
  const search = new URLSearchParams(text);
  const names = [...new Set(search.keys())].filter((name) => !isSecret(name));
  const find = (name: string, place: Parameter["in"]): Parameter | undefined =>
    operation?.parameters.find((parameter) => parameter.in === place && parameter.name === name);
  return {
    path: pathValues(path, operation, find),
    query: Object.fromEntries(names.map((name) => [name, queryValue(search.getAll(name), find(name, "query"))])),
  };
}

type Find = (name: string, place: Parameter["in"]) => Parameter | undefined;

function pathValues(path: string, operation: Operation | undefined, find: Find): Record<string, unknown> {
  const sent = path.split("/");
  const segments = operation?.path.split("/") ?? [];
  if (sent.length !== segments.length) return {};
  return Object.fromEntries(
    segments.flatMap((segment, index) => {
      const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
      return name === undefined ? [] : [[name, typed(decodeText(sent[index] ?? ""), find(name, "path")?.schema)]];
    }),
  );
}

function queryValue(sent: readonly string[], parameter: Parameter | undefined): unknown {
  const last = sent.at(-1) ?? "";
  if (parameter === undefined || !typesOf(parameter.schema).includes("array")) return typed(last, parameter?.schema);
  const items = parameter.explode ? sent : last.split(",");
  return items.map((item) => typed(item, parameter.schema.items));
}

function typed(text: string, schema: Schema | undefined): unknown {
  const schemas = schema === undefined ? [] : [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const types = schemas.flatMap((one) => typesOf(one));
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  const isNumeric = types.includes("integer") || types.includes("number");
  return isNumeric && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
