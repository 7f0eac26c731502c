import {
  bodyKind,
  deref,
  isFileSchema,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  type Parameter,
  preferredContent,
  snakeCase,
  suffix,
} from "@svc/model";
import { toolSchema } from "./tool-schemas.ts";

/** The input's schema, and where each of its members goes in the method's arguments. */
export function inputOf(operation: Operation, model: Model, isStream: boolean): { [member: string]: Json } {
  const { path, body, params } = methodArguments(operation);
  const taken = new Set<string>();
  const properties: { [name: string]: Json } = {};
  const required: string[] = [];
  const place = (wanted: string, schema: Json, isRequired: boolean): string => {
    const name = inputName(wanted, taken);
    Object.defineProperty(properties, name, { value: schema, enumerable: true });
    if (isRequired) required.push(name);
    return name;
  };
  const shown = params.filter(({ parameter }) => !isSecret(parameter, model));
  const placed = Object.fromEntries(
    shown.map((one) => [place(one.key, parameterSchema(one.parameter), one.required), one.key]),
  );
  const names = path.map(({ parameter }) => place(parameter.name, parameterSchema(parameter), true));
  const sent = body && bodySchema(operation, model);
  const bodyName = sent && place("body", sent.schema, body.required);
  const most = isStream ? place("max_items", MOST, false) : undefined;
  return {
    ...(names.length > 0 && { path: names }),
    ...(bodyName !== undefined && { body: bodyName }),
    ...(sent?.bytes && { bytes: sent.bytes }),
    ...(shown.length > 0 && { params: placed }),
    ...(most !== undefined && { most }),
    input: { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: { not: {} } },
  };
}

const MOST: Json = {
  type: "integer",
  minimum: 1,
  default: 100,
  description: "Items after which the stream is closed.",
};

/** A name that all who give tools to models take. */
export function inputName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll(/[^\w.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const fits = plain !== "" && plain.length <= 64 && !taken.has(plain);
  const name = fits ? plain : `${plain.slice(0, 56)}_${suffix(`${wanted} ${taken.size}`)}`;
  taken.add(name);
  return name;
}

/** Whether a parameter carries a credential: that is the server's, and no model sees it. */
function isSecret({ name, in: place }: Parameter, { securitySchemes }: Model): boolean {
  const isScheme = Object.values(securitySchemes).some(
    (scheme) => scheme.type === "apiKey" && scheme.in === place && scheme.name.toLowerCase() === name.toLowerCase(),
  );
  return isScheme || (place !== "query" && SECRET_HEADER.test(snakeCase(name)));
}

const SECRET_HEADER =
  /^(?:(?:proxy_)?authorization|cookie)$|(?:^|_)(?:(?:api|access|auth|secret)_?(?:key|token)|password|secret)$/;

function parameterSchema({ schema, description, deprecated }: Parameter): Json {
  const shown = toolSchema(schema) as { [keyword: string]: Json };
  return { ...shown, ...(description !== undefined && { description }), ...(deprecated && { deprecated }) };
}

/** The schema of a body. Bytes are base64 text: the body's own, or those of parts of a form. */
function bodySchema({ body }: Operation, model: Model): { schema: Json; bytes?: string[] } {
  const { mediaType = "", schema = {} } = preferredContent(body?.content ?? []) ?? {};
  const kind = bodyKind(mediaType);
  if (kind === "binary") return { schema: BASE64, bytes: [] };
  const whole = deref(schema, model.schemas);
  const { properties = {} } = whole;
  const files = Object.keys(properties).filter((name) => isFileSchema(deref(properties[name] ?? {}, model.schemas)));
  if (kind !== "multipart" || files.length === 0) return { schema: toolSchema(schema) };
  const own = toolSchema(whole) as { properties: { [name: string]: Json } };
  return {
    schema: { ...own, properties: { ...own.properties, ...Object.fromEntries(files.map((name) => [name, BASE64])) } },
    bytes: files,
  };
}

const BASE64: Json = { type: "string", contentEncoding: "base64", description: "Bytes as base64." };
