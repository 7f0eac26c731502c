import type { Body, Content, Operation, Schemas } from "@svc/model";
import { bodyValidator, isParts } from "./body-validator.ts";
import { compileForm } from "./form-body.ts";
import type { HeaderValues } from "./header-values.ts";
import { parseJsonBytes } from "./json-bytes.ts";
import { essenceOf, kindOf, parameterOf } from "./media-type.ts";
import { type FormValues, parseMultipart } from "./parse-multipart.ts";
import { parseQuery } from "./query-string.ts";
import { jsonResponse } from "./responses.ts";
import type { Validator } from "./schema/validator.ts";
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
  const toObject = compileForm(schema ?? {}, schemas, { isParts: isParts(schema, kind) });
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
