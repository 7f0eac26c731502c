import {
  allowsJson,
  type Body,
  type Content,
  essenceOf,
  type Operation,
  refName,
  type Schema,
  type Schemas,
  type TypeName,
  typesOf,
} from "@svc/model/data";
import { type Dialect, mergedOf } from "@svc/schema";
import { readEncoded } from "./form/encoding.ts";
import { compileForm, sentFields } from "./form/form.ts";
import { type MultipartForm, readMultipart } from "./form/multipart.ts";
import { checkingPartTypes, refusingSurrogates } from "./form/part-types.ts";
import type { FormValues } from "./form/parts.ts";
import { type HttpRequest, type HttpResponse, jsonResponse, type ValidationIssue } from "./http.ts";
import { parseJsonBytes } from "./json/json.ts";
import { type HeaderValues, kindOf, type MediaKind, parameterOf, parseQuery } from "./request-values.ts";
import { createCompiler } from "./schema/compile.ts";
import { judgingFurther } from "./schema/further.ts";
import { INVALID, isObject, type State, type Validator, validateAt } from "./schema/validator.ts";
import { isSearch, withoutLists } from "./search-lists.ts";
import type { Service } from "./service.ts";

/** A parsed body with its validator; `content` is undefined if there is no body. */
export interface ReceivedBody {
  readonly content: unknown;
  /** A form's fields without those that have their default. @default the content */
  readonly sent?: unknown;
  readonly validate: Validator;
}

/** A parsed body, or the answer to one that cannot be parsed. */
export type BodyReading =
  | ReceivedBody
  | { readonly response: HttpResponse }
  | { readonly errors: readonly ValidationIssue[] };

/** Parses the bytes of a body. */
type ReadBody = (request: Pick<HttpRequest, "body" | "form">, headers: HeaderValues) => BodyReading;

const NONE: BodyReading = { content: undefined, validate: () => undefined };
const UTF8 = new TextDecoder();
const BACKSLASH = 0x5c;

/** Compiles the body parsers of an operation. Without a body in the document, none is read. */
export function compileBody(operation: Operation, service: Service): ReadBody {
  const { body } = operation;
  if (body === undefined) return () => NONE;
  const mayOmit = service.dialect.mayOmitSearchLists && isSearch(operation);
  const variants = body.content.map((content) =>
    compileVariant(mayOmit ? withoutLists(content, service.schemas) : content, body, service),
  );
  return ({ body: bytes = new Uint8Array(), form }, headers) => {
    const contentType = headers.first("content-type") ?? "";
    const variant = chooseVariant(variants, contentType);
    return variant === undefined ? NONE : variant.read(bytes, contentType, form);
  };
}

interface Variant {
  readonly essence: string;
  readonly read: (bytes: Uint8Array, contentType: string, form: MultipartForm | undefined) => BodyReading;
}

/** The content for the request's media type, else one with the same parser, else the first. */
function chooseVariant(variants: readonly Variant[], contentType: string): Variant | undefined {
  if (variants.length === 1) return variants[0];
  const essence = essenceOf(contentType);
  return (
    variants.find((variant) => variant.essence === essence) ??
    variants.find((variant) => kindOf(variant.essence) === kindOf(essence)) ??
    variants[0]
  );
}

function compileVariant({ mediaType, schema, encoding }: Content, body: Body, service: Service): Variant {
  const { schemas, dialect } = service;
  const essence = essenceOf(mediaType);
  // JSON where a document says so, also by a range of types; of a request to another body FastAPI takes it for text.
  const isJson = allowsJson(mediaType) && (!essence.includes("*") || !allows("string", schema ?? {}, schemas));
  const kind = isJson ? "json" : kindOf(mediaType);
  const validate = checkingPartTypes(bodyValidator({ schema: schema ?? {}, body, kind, ...service }), encoding);
  if (kind === "json") {
    const isOwn = (contentType: string): boolean => essenceOf(contentType) === essence;
    // Clients that always say the type say it of nothing, too, and mean that no field has a value.
    const isEmptyObject = body.required && dialect.takesEmptyAsObject && allows("object", schema ?? {}, schemas);
    return {
      essence,
      read: (bytes, contentType) =>
        bytes.length === 0 && contentType !== "" && isEmptyObject
          ? { content: {}, validate }
          : readJson(bytes, isOwn(contentType) ? "" : contentType, validate),
    };
  }
  if (kind === "text" || kind === "binary") {
    const read = (bytes: Uint8Array, contentType: string): BodyReading => {
      if (bytes.length === 0) return { content: undefined, validate };
      return { content: kind === "text" ? decoderOf(contentType, dialect).decode(bytes) : bytes, validate };
    };
    return { essence, read };
  }
  const toObject = compileForm(schema ?? {}, service, isParts(schema, kind));
  const read: Variant["read"] = (bytes, contentType, known) => {
    // Services that take forms take JSON, too: some documents know only the one, and their clients send the other.
    if (dialect.takesFormsAnyhow && kindOf(contentType) === "json") return readJson(bytes, contentType, validate);
    const form = readForm(bytes, contentType, { known, dialect });
    if ("response" in form) return form;
    const content = toObject(form.values);
    if (encoding && dialect.takesFormsAnyhow) {
      const { values, members } = readEncoded(form.values, { schema: schema ?? {}, encoding }, schemas);
      for (const name of members) delete content[name];
      Object.assign(content, values);
    }
    return { content, sent: sentFields(content, form.values, mergedOf(schema ?? {}, schemas)), validate };
  };
  return { essence, read };
}

function readJson(bytes: Uint8Array, contentType: string, validate: Validator): BodyReading {
  if (bytes.length === 0) return { content: undefined, validate };
  // FastAPI parses a body without a content type as JSON, and one with another type not at all: the validator gets text.
  if (contentType !== "" && kindOf(contentType) !== "json") return { content: UTF8.decode(bytes), validate };
  const parsed = parseJsonBytes(bytes);
  // Only an escape makes half of a surrogate pair.
  const checked = bytes.includes(BACKSLASH) ? refusingSurrogates(validate) : validate;
  if ("value" in parsed) return { content: parsed.value, validate: checked };
  if (!("error" in parsed)) return { response: unparsable("There was an error parsing the body") };
  const { error, position } = parsed;
  const loc = ["body", position];
  return { errors: [{ type: "json_invalid", loc, msg: "JSON decode error", input: {}, ctx: { error } }] };
}

function readForm(
  bytes: Uint8Array,
  contentType: string,
  { known, dialect }: { readonly known: MultipartForm | undefined; readonly dialect: Dialect },
): { values: FormValues } | { response: HttpResponse } {
  const kind = kindOf(contentType);
  if (kind === "form") return { values: parseQuery(decoderOf(contentType, dialect).decode(bytes)) };
  // Starlette takes a type with parameters in lower case only.
  const isTaken =
    dialect.takesFormsAnyhow || /^multipart.*;/i.test(contentType) === /^multipart\/form-data *;/.test(contentType);
  if (kind !== "multipart" || !isTaken) return { values: new Map() };
  const { values, refusal } = known ?? readMultipart(bytes, contentType);
  return refusal === undefined ? { values } : { response: unparsable(refusal) };
}

/** The decoder of a content type's `charset`: UTF-8 where it names none that is known, or where that is all that is read. */
function decoderOf(contentType: string, { readsCharsets }: Dialect): TextDecoder {
  const charset = readsCharsets ? parameterOf(contentType, "charset") : undefined;
  try {
    return charset === undefined ? UTF8 : new TextDecoder(charset);
  } catch {
    return UTF8;
  }
}

function unparsable(detail: string): HttpResponse {
  return jsonResponse(400, { detail });
}

/** The body of which a validator is compiled. */
export interface BodyContext extends Service {
  readonly schema: Schema;
  readonly body: Body;
  readonly kind: MediaKind;
}

/**
 * Whether a body is several arguments of the handler, each with an error of its own if it is missing. FastAPI names the
 * schema of such a body `Body_...`; a form without a named schema is taken for one.
 */
export function isParts(schema: Schema | undefined, kind: MediaKind): boolean {
  if (schema?.$ref === undefined) return kind === "form" || kind === "multipart";
  return refName(schema.$ref).startsWith("Body_");
}

/** Compiles the validator of a body, which prepends `body` to each `loc`, and reports a missing body. */
export function bodyValidator({ schema, body, kind, schemas, dialect }: BodyContext): Validator {
  if (kind === "binary") return (content, state) => content ?? absent(body, state);
  // A text that is no JSON (CSV, lines) or a form stays as it is where its schema speaks of what it stands for.
  const isForm = kind === "form" || kind === "multipart";
  const isOpaque = isForm ? !allows("object", schema, schemas) : kind === "text" && !allows("string", schema, schemas);
  if (isOpaque) return (content, state) => content ?? absent(body, state);
  const options = { keepText: true, hasFiles: kind === "multipart", ...(isForm && { text: dialect }) };
  const converting = createCompiler(schemas, options)(schema).validate;
  const judgesAll = (kind === "json" || isForm) && dialect.judgesAllKeywords;
  const validate = judgesAll ? judgingFurther(converting, schema, schemas) : converting;
  if (isParts(schema, kind)) return partsValidator({ body, validate, names: propertyNames(schema, schemas) });
  return (content, state) => {
    if (content === undefined || content === null) return absent(body, state);
    if (isForm && !body.required && isObject(content) && Object.keys(content).length === 0) return undefined;
    return validateAt(validate, content, "body", state);
  };
}

function allows(type: TypeName, schema: Schema, schemas: Schemas): boolean {
  const types = typesOf(mergedOf(schema, schemas));
  return types.length === 0 || types.includes(type);
}

function propertyNames(schema: Schema, schemas: Schemas): readonly string[] {
  return Object.keys(mergedOf(schema, schemas).properties ?? {});
}

function absent(body: Body, state: State): unknown {
  if (!body.required) return undefined;
  state.issues.push({ type: "missing", loc: ["body"], msg: "Field required", input: null });
  return INVALID;
}

interface PartsContext {
  readonly body: Body;
  readonly validate: Validator;
  readonly names: readonly string[];
}

function partsValidator({ body, validate, names }: PartsContext): Validator {
  return (content, state) => {
    const isAbsent = content === undefined || content === null;
    if (isAbsent && !body.required) return undefined;
    const before = state.issues.length;
    // If a body is no object, FastAPI reports all parts as missing, also optional ones.
    const value = isAbsent || isObject(content) ? validateAt(validate, content ?? {}, "body", state) : INVALID;
    if (value === INVALID && state.issues.length === before) {
      for (const name of names)
        state.issues.push({ type: "missing", loc: ["body", name], msg: "Field required", input: null });
    }
    for (let index = before; index < state.issues.length; index += 1) {
      const issue = state.issues[index];
      if (issue?.type === "missing" && issue.loc.length === 2) state.issues[index] = { ...issue, input: null };
    }
    return value;
  };
}
