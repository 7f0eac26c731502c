import { type Body, type Content, type Operation, refName, type Schema, type Schemas } from "@svc/model";
import { compileForm } from "./form-body.ts";
import type { HeaderValues } from "./header-values.ts";
import { parseJsonBytes } from "./json-bytes.ts";
import { essenceOf, kindOf, type MediaKind, parameterOf } from "./media-type.ts";
import { type FormValues, parseMultipart } from "./parse-multipart.ts";
import { parseQuery } from "./query-string.ts";
import { jsonResponse } from "./responses.ts";
import { createCompiler } from "./schema/compile.ts";
import { INVALID, isObject, type State, type Validator } from "./schema/validator.ts";
import type { PlainResponse, ValidationIssue } from "./types.ts";

/** A body before validation: `content` is undefined where there is none. */
export type Received =
  | { readonly content: unknown; readonly validate: Validator }
  | { readonly response: PlainResponse }
  | { readonly errors: readonly ValidationIssue[] };

/** Parses the bytes of a body: what cannot be parsed is answered before anything else is looked at. */
export type ReadBody = (body: Uint8Array | undefined, headers: HeaderValues) => Received;

const NONE: Received = { content: undefined, validate: () => undefined };
const UTF8 = new TextDecoder();

/** Compiles how an operation's body is read. Without a body in the document, none is read. */
export function compileBody(operation: Operation, schemas: Schemas): ReadBody {
  const { body } = operation;
  if (body === undefined) return () => NONE;
  const variants = body.content.map((content) => compileVariant(content, body, schemas));
  return (bytes, headers) => {
    const contentType = headers.first("content-type") ?? "";
    const variant = chooseVariant(variants, contentType);
    return variant === undefined ? NONE : variant.read(bytes ?? new Uint8Array(), contentType);
  };
}

interface Variant {
  readonly essence: string;
  readonly read: (bytes: Uint8Array, contentType: string) => Received;
}

/** The variant of the request's own type, else of its kind, else the first. */
function chooseVariant(variants: readonly Variant[], contentType: string): Variant | undefined {
  if (variants.length === 1) return variants[0];
  const essence = essenceOf(contentType);
  return (
    variants.find((variant) => variant.essence === essence) ??
    variants.find((variant) => kindOf(variant.essence) === kindOf(essence)) ??
    variants[0]
  );
}

function compileVariant({ mediaType, schema }: Content, body: Body, schemas: Schemas): Variant {
  const kind = kindOf(mediaType);
  const validate = bodyValidator({ schema: schema ?? {}, body, kind, schemas });
  const essence = essenceOf(mediaType);
  if (kind === "json") return { essence, read: (bytes, contentType) => readJson(bytes, contentType, validate) };
  if (kind === "text" || kind === "binary") {
    const read = (bytes: Uint8Array): Received => {
      if (bytes.length === 0) return { content: undefined, validate };
      return { content: kind === "text" ? UTF8.decode(bytes) : bytes, validate };
    };
    return { essence, read };
  }
  const toObject = compileForm(schema ?? {}, schemas);
  const read = (bytes: Uint8Array, contentType: string): Received => {
    const form = readForm(bytes, contentType);
    return "response" in form ? form : { content: toObject(form.values), validate };
  };
  return { essence, read };
}

function readJson(bytes: Uint8Array, contentType: string, validate: Validator): Received {
  if (bytes.length === 0) return { content: undefined, validate };
  // Without a type FastAPI takes a body for JSON; of another type, for text, which no model can be read from.
  if (contentType !== "" && kindOf(contentType) !== "json") return { content: UTF8.decode(bytes), validate };
  const parsed = parseJsonBytes(bytes);
  if ("value" in parsed) return { content: parsed.value, validate };
  if (!("error" in parsed)) return { response: unparsable("There was an error parsing the body") };
  const { error, position } = parsed;
  const loc = ["body", position];
  return { errors: [{ type: "json_invalid", loc, msg: "JSON decode error", input: {}, ctx: { error } }] };
}

function readForm(bytes: Uint8Array, contentType: string): { values: FormValues } | { response: PlainResponse } {
  const kind = kindOf(contentType);
  if (kind === "form") return { values: parseQuery(UTF8.decode(bytes)) };
  if (kind !== "multipart") return { values: new Map() };
  const boundary = parameterOf(contentType, "boundary");
  if (boundary === undefined) return { response: unparsable("Missing boundary in multipart.") };
  const values = parseMultipart(bytes, boundary);
  return values === undefined ? { response: unparsable("There was an error parsing the body") } : { values };
}

function unparsable(detail: string): PlainResponse {
  return jsonResponse(400, { detail });
}

interface BodyContext {
  readonly schema: Schema;
  readonly body: Body;
  readonly kind: MediaKind;
  readonly schemas: Schemas;
}

/** Puts `body` in front of every `loc`, and takes care of a body that is not there. */
function bodyValidator({ schema, body, kind, schemas }: BodyContext): Validator {
  const isRaw = kind === "binary";
  const validate: Validator = isRaw ? (input) => input : createCompiler(schemas, { keepText: true })(schema).validate;
  const isForm = kind === "form" || kind === "multipart";
  // FastAPI names a body `Body_...` that it put together from several arguments: each is then missing by itself.
  const isParts = schema.$ref !== undefined && refName(schema.$ref).startsWith("Body_");
  return (content, state) => {
    if ((content === undefined || content === null) && !(isParts && body.required)) {
      if (!body.required) return undefined;
      state.issues.push({ type: "missing", loc: ["body"], msg: "Field required", input: null });
      return INVALID;
    }
    if (isForm && !body.required && isObject(content) && Object.keys(content).length === 0) return undefined;
    const before = state.issues.length;
    const value = validate(isParts && !isObject(content) ? {} : content, state);
    placeIssues(state, before, isParts);
    return value;
  };
}

function placeIssues(state: State, before: number, isParts: boolean): void {
  for (let index = before; index < state.issues.length; index += 1) {
    const issue = state.issues[index];
    if (issue === undefined) continue;
    const isPart = isParts && issue.type === "missing" && issue.loc.length === 1;
    if (isPart) state.issues[index] = { ...issue, loc: ["body", ...issue.loc], input: null };
    else issue.loc.unshift("body");
  }
}
