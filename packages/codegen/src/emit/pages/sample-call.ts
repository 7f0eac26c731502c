import {
  type Content,
  deref,
  detectPagination,
  hasTextFormat,
  isFileSchema,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  type Parameter,
  type Schema,
} from "@svc/model";
import { type SampleCredential, sampleCredentials } from "./sample-credential.ts";
import { FIVE_MINUTES, sampleValue } from "./sample-value.ts";

/** One call of an operation that a reader can start from. */
export interface SampleCall {
  /** Path values in the order of the template, by the name of their argument. */
  readonly path: readonly { readonly name: string; readonly value: Json }[];
  readonly body: Json | undefined;
  /** Names of fields of a form in the body that are files, or lists of them: what the body has there is their content. */
  readonly files: ReadonlySet<string>;
  /** Media type of the body. */
  readonly mediaType: string | undefined;
  /** Everything else, by its key in the object of parameters. */
  readonly params: readonly SampleParameter[];
  readonly credentials: readonly SampleCredential[];
}

/** A parameter that a sample gives. */
export interface SampleParameter {
  readonly key: string;
  readonly parameter: Parameter;
  /** As it is sent. */
  readonly value: Json;
  /** As a method takes it, where that reads better. */
  readonly argument?: Json;
}

/** Optional parameters that a sample shows. */
const SHOWN = 2;

/** The required arguments of an operation, and a few simple ones that may be left out. */
export function sampleCall(operation: Operation, model: Model): SampleCall {
  const { path, params } = methodArguments(operation);
  const value = (parameter: Parameter): Json => sampleValue(parameter.schema, model.schemas, parameter.name);
  // Made-up places to go on from lead nowhere.
  const { parameter: place } = detectPagination(operation, model.schemas) ?? {};
  const optional = params
    .filter(({ parameter, required }) => !required && parameter.name !== place && isShown(parameter, model))
    .slice(0, SHOWN);
  const json = operation.body?.content.find(({ mediaType }) => /json/i.test(mediaType));
  const content = json ?? operation.body?.content[0];
  // Forms with required fields are asked for, whether or not a document says that the body is.
  const hasRequired = (deref(content?.schema ?? {}, model.schemas).required ?? []).length > 0;
  const isBodyShown = operation.body !== undefined && (operation.body.required || json !== undefined || hasRequired);
  return {
    path: path.map(({ identifier, parameter }) => ({ name: identifier, value: value(parameter) })),
    body: isBodyShown ? (content?.example ?? sampleValue(content?.schema ?? {}, model.schemas, "body")) : undefined,
    mediaType: isBodyShown ? content?.mediaType : undefined,
    files: fileFields(content, model),
    credentials: sampleCredentials(operation, model),
    params: params
      .filter((param) => param.parameter.required || optional.includes(param))
      .map(({ key, parameter }) => {
        const sent = parameter.required ? value(parameter) : other(parameter, value(parameter));
        return { key, parameter, value: sent, ...(sent === FIVE_MINUTES && { argument: { minutes: 5 } }) };
      }),
  };
}

function fileFields(content: Content | undefined, { schemas }: Model): ReadonlySet<string> {
  if (content === undefined || !/^multipart\//i.test(content.mediaType)) return new Set();
  const { properties = {} } = deref(content.schema ?? {}, schemas);
  const isFile = ([, schema]: [string, Schema]): boolean => {
    const full = deref(schema, schemas);
    return isFileSchema(full.items === undefined ? full : deref(full.items, schemas));
  };
  return new Set(
    Object.entries(properties)
      .filter(isFile)
      .map(([name]) => name),
  );
}

/** A duration; or of the query, and of one plain type: what it means is seen at a glance. */
function isShown(parameter: Parameter, { schemas }: Model): boolean {
  const { in: place, schema, deprecated } = parameter;
  const isPlain = typeof schema.type === "string" && /^(?:integer|number|boolean|string)$/.test(schema.type);
  return hasTextFormat(parameter, "duration", schemas) || (place === "query" && isPlain && !deprecated);
}

/** Another value than the default, which nobody needs to send. */
function other({ schema }: Parameter, value: Json): Json {
  if (typeof value === "boolean") return schema.default === undefined ? value : !schema.default;
  if (typeof value !== "number" || schema.default === undefined) return value;
  return Math.min(value * 2, schema.maximum ?? Number.POSITIVE_INFINITY);
}
