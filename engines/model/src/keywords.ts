/** The values of `type`. */
export const TYPE_NAMES = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

export type TypeName = (typeof TYPE_NAMES)[number];

export function isTypeName(value: unknown): value is TypeName {
  return (TYPE_NAMES as readonly unknown[]).includes(value);
}

/** How documents write the value of a keyword, and how the model has it. */
export type Form =
  | "type"
  | "prose"
  | "text"
  | "pattern"
  | "flag"
  | "number"
  /** A number, or in 3.0 a boolean beside the inclusive bound. */
  | "exclusive"
  /** A number above 0. */
  | "step"
  /** A whole number from 0. */
  | "count"
  | "value"
  | "values"
  | "list"
  | "names"
  | "lists of names"
  | "schema"
  | "schemas"
  | "map of schemas"
  | "discriminator";

/** A keyword's content, and what it says of which values. */
export interface Keyword {
  readonly form: Form;
  /** The type of the values that it says something of. Absent: of any value, or of none. */
  readonly of?: "number" | "string" | "array" | "object";
  /** Of a limit: on which side of it values are. */
  readonly limit?: "least" | "most";
  /** Of a limit: the keyword that values beyond it satisfy. */
  readonly beyond?: string;
  /** It says nothing of whether a value is valid. */
  readonly isAnnotation?: true;
  /**
   * Of schemas that a value has to satisfy: `type` where they have a part in its type, else `value`. Absent for those that it
   * must not satisfy, or that only choose (`not`, `if`), that names have to satisfy, or that are counted (`contains`): there
   * wider means narrower.
   */
  readonly part?: "type" | "value";
  /** Of schemas that are applied to the same value as the schema they stand in: a circle of these never ends. */
  readonly isInPlace?: true;
}

/** The keywords of the model's normal form, in the order in which they are written. All others are dropped. */
export const KEYWORDS = {
  type: { form: "type" },
  format: { form: "text", of: "string" },
  title: { form: "prose", isAnnotation: true },
  description: { form: "prose", isAnnotation: true },
  default: { form: "value", isAnnotation: true },
  examples: { form: "list", isAnnotation: true },
  deprecated: { form: "flag", isAnnotation: true },
  readOnly: { form: "flag", isAnnotation: true },
  writeOnly: { form: "flag", isAnnotation: true },
  enum: { form: "values" },
  const: { form: "value" },
  minimum: { form: "number", of: "number", limit: "least", beyond: "exclusiveMaximum" },
  maximum: { form: "number", of: "number", limit: "most", beyond: "exclusiveMinimum" },
  exclusiveMinimum: { form: "exclusive", of: "number", limit: "least", beyond: "maximum" },
  exclusiveMaximum: { form: "exclusive", of: "number", limit: "most", beyond: "minimum" },
  multipleOf: { form: "step", of: "number" },
  minLength: { form: "count", of: "string", limit: "least", beyond: "maxLength" },
  maxLength: { form: "count", of: "string", limit: "most", beyond: "minLength" },
  pattern: { form: "pattern", of: "string" },
  contentMediaType: { form: "text", of: "string" },
  contentEncoding: { form: "text", of: "string" },
  contentSchema: { form: "schema", of: "string", part: "type" },
  items: { form: "schema", of: "array", part: "type" },
  prefixItems: { form: "schemas", of: "array", part: "type" },
  contains: { form: "schema", of: "array" },
  minContains: { form: "count", of: "array" },
  maxContains: { form: "count", of: "array" },
  minItems: { form: "count", of: "array", limit: "least", beyond: "maxItems" },
  maxItems: { form: "count", of: "array", limit: "most", beyond: "minItems" },
  uniqueItems: { form: "flag", of: "array" },
  properties: { form: "map of schemas", of: "object", part: "type" },
  patternProperties: { form: "map of schemas", of: "object", part: "type" },
  additionalProperties: { form: "schema", of: "object", part: "type" },
  unevaluatedProperties: { form: "schema", of: "object", part: "value" },
  unevaluatedItems: { form: "schema", of: "array", part: "value" },
  propertyNames: { form: "schema", of: "object" },
  required: { form: "names", of: "object" },
  dependentRequired: { form: "lists of names", of: "object" },
  dependentSchemas: { form: "map of schemas", of: "object", part: "value", isInPlace: true },
  minProperties: { form: "count", of: "object", limit: "least", beyond: "maxProperties" },
  maxProperties: { form: "count", of: "object", limit: "most", beyond: "minProperties" },
  allOf: { form: "schemas", part: "type", isInPlace: true },
  anyOf: { form: "schemas", part: "type", isInPlace: true },
  oneOf: { form: "schemas", part: "type", isInPlace: true },
  not: { form: "schema", isInPlace: true },
  if: { form: "schema", isInPlace: true },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { form: "schema", part: "value", isInPlace: true },
  else: { form: "schema", part: "value", isInPlace: true },
  discriminator: { form: "discriminator" },
} as const;

export type KeywordName = keyof typeof KEYWORDS;

const TABLE: { readonly [name in KeywordName]: Keyword } = KEYWORDS;
const ROWS = Object.entries(TABLE) as readonly (readonly [KeywordName, Keyword])[];

/** The row of a keyword; undefined for those that the model does not know. */
export function keywordOf(name: string): Keyword | undefined {
  return Object.hasOwn(TABLE, name) ? TABLE[name as KeywordName] : undefined;
}

/** The keywords of which something is true, in the order of the table. */
export function keywordsWith(has: (keyword: Keyword) => boolean): readonly KeywordName[] {
  return ROWS.flatMap(([name, keyword]) => (has(keyword) ? [name] : []));
}

type LimitName = {
  [Name in KeywordName]: (typeof KEYWORDS)[Name] extends { limit: string } ? Name : never;
}[KeywordName];

/** A keyword that bounds a size. */
export interface Limit {
  readonly keyword: LimitName;
  readonly of: NonNullable<Keyword["of"]>;
  readonly side: "least" | "most";
  /** The keyword that values beyond a bound satisfy, and what to add to the bound for it. */
  readonly beyond: { readonly keyword: LimitName; readonly step: -1 | 0 | 1 };
}

/** The keywords that bound sizes. */
export const LIMITS: readonly Limit[] = ROWS.flatMap(([keyword, { form, of, limit: side, beyond }]) => {
  if (side === undefined || of === undefined) return [];
  const step = form !== "count" ? 0 : side === "least" ? -1 : 1;
  return [{ keyword: keyword as LimitName, of, side, beyond: { keyword: beyond as LimitName, step } }];
});

/** The narrower of two bounds on one side. */
export function narrower(side: Limit["side"], a: number, b: number): number {
  return side === "least" ? Math.max(a, b) : Math.min(a, b);
}

/** Keywords that say nothing of whether a value is valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(keywordsWith(({ isAnnotation }) => isAnnotation === true));

/** Whether a keyword may say something of a value. */
export function constrains(keyword: string): boolean {
  return !ANNOTATIONS.has(keyword) && !keyword.startsWith("x-");
}
