import { type Form, KEYWORDS, type KeywordName, keywordsWith } from "../keywords.ts";

/** The objects of OpenAPI 3.0 to 3.2 that hold references or schemas, directly or below. */
export type Kind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "parameter"
  | "requestBody"
  | "response"
  | "header"
  | "mediaType"
  | "encoding"
  | "callback"
  | "example"
  | "link"
  | "securityScheme"
  | "schema";

/** How a field holds its objects: one, a list of them, or a map from names to them. */
export type Shape = "one" | "list" | "map";

export interface Field {
  readonly shape: Shape;
  readonly kind: Kind;
}

type Fields = { readonly [name: string]: Field };

const one = (kind: Kind): Field => ({ shape: "one", kind });
const list = (kind: Kind): Field => ({ shape: "list", kind });
const map = (kind: Kind): Field => ({ shape: "map", kind });

/** Forms of keywords that hold schemas. */
const HOLDING: { readonly [form in Form]?: Shape } = { schema: "one", schemas: "list", "map of schemas": "map" };
const holding = (name: KeywordName): Field => ({ shape: HOLDING[KEYWORDS[name].form] ?? "one", kind: "schema" });

const OPERATION_FIELDS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/** OpenAPI 3.2 has parts of parts, and parts without names. */
const ENCODINGS: Fields = {
  encoding: map("encoding"),
  prefixEncoding: list("encoding"),
  itemEncoding: one("encoding"),
};
const PARAMETER: Fields = { schema: one("schema"), content: map("mediaType"), examples: map("example") };

/**
 * Kinds of nodes by place. Everything that is not listed is data (examples, defaults, extensions) and never read as OpenAPI: a
 * property that happens to be called `$ref` is a property.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#schema-0
 */
const FIELDS: { readonly [kind in Kind]: Fields } = {
  // `x-webhooks` is how documents of 3.0 say what 3.1 calls `webhooks`.
  document: {
    paths: map("pathItem"),
    webhooks: map("pathItem"),
    "x-webhooks": map("pathItem"),
    components: one("components"),
  },
  components: {
    schemas: map("schema"),
    responses: map("response"),
    parameters: map("parameter"),
    examples: map("example"),
    requestBodies: map("requestBody"),
    headers: map("header"),
    securitySchemes: map("securityScheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: map("pathItem"),
    mediaTypes: map("mediaType"),
  },
  pathItem: {
    ...Object.fromEntries(OPERATION_FIELDS.map((method) => [method, one("operation")])),
    additionalOperations: map("operation"),
    parameters: list("parameter"),
  },
  operation: {
    parameters: list("parameter"),
    requestBody: one("requestBody"),
    responses: map("response"),
    callbacks: map("callback"),
  },
  parameter: PARAMETER,
  header: PARAMETER,
  requestBody: { content: map("mediaType") },
  response: { headers: map("header"), content: map("mediaType"), links: map("link") },
  mediaType: { schema: one("schema"), itemSchema: one("schema"), examples: map("example"), ...ENCODINGS },
  encoding: { headers: map("header"), ...ENCODINGS },
  // A Callback Object is itself a map of path items: see `fieldsOf`.
  callback: {},
  example: {},
  link: {},
  securityScheme: {},
  schema: {
    ...Object.fromEntries(keywordsWith(({ form }) => form in HOLDING).map((name) => [name, holding(name)])),
    $defs: map("schema"),
    definitions: map("schema"),
  },
};

/** Keywords whose schemas are applied to the same value as the schema they stand in: a circle of these never ends. */
export const IN_PLACE: readonly KeywordName[] = keywordsWith(({ isInPlace }) => isInPlace === true);

/** Kinds that a Reference Object may stand in for. Path items have a `$ref` of their own. */
export const REFERABLE: ReadonlySet<Kind> = new Set<Kind>([
  "pathItem",
  "parameter",
  "requestBody",
  "response",
  "header",
  "mediaType",
  "callback",
  "example",
  "link",
  "securityScheme",
  "schema",
]);

const FIELD_MAPS: ReadonlyMap<Kind, ReadonlyMap<string, Field>> = new Map(
  Object.entries(FIELDS).map(([kind, fields]) => [kind as Kind, new Map(Object.entries(fields))]),
);
const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

/** The fields of a kind that hold objects of a kind. */
export function fieldsOf(kind: Kind): ReadonlyMap<string, Field> {
  return FIELD_MAPS.get(kind) ?? NO_FIELDS;
}

/**
 * The kind of the object at a path of tokens; null where there is a list or map of objects; undefined where there is
 * data, or a place that OpenAPI does not know.
 */
export function kindAt(tokens: readonly string[]): Kind | null | undefined {
  let field: Field | undefined = one("document");
  for (const token of tokens) {
    if (field === undefined) return undefined;
    if (field.shape !== "one") field = one(field.kind);
    else if (field.kind === "callback") field = token.startsWith("x-") ? undefined : one("pathItem");
    else field = Object.hasOwn(FIELDS[field.kind], token) ? FIELDS[field.kind][token] : undefined;
  }
  if (field === undefined) return undefined;
  return field.shape === "one" ? field.kind : null;
}
