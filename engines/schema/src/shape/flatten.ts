import {
  equal,
  isNever,
  keywordOf,
  LIMITS,
  narrower,
  own,
  refName,
  type Schema,
  type Schemas,
  spend,
  typesOf,
} from "@svc/model/data";
import { discriminatorValues } from "./discriminator.ts";
import { type Draft, emptyDraft, type FlattenOptions, type Shape, type ValueType } from "./shape.ts";

/** Merges schemas that a value has to fulfil together, with everything they refer to, into one {@link Shape}. */
export function flatten(conjuncts: readonly Schema[], options: FlattenOptions): Shape {
  const draft = emptyDraft();
  const add = (schema: Schema, name: string | undefined): void => {
    spend(options.work);
    addTypes(draft, schema);
    addValues(draft, schema);
    addLimits(draft, schema);
    addScalars(draft, schema);
    addArrays(draft, schema);
    addObjects(draft, schema);
    addCombinations(draft, schema, options);
    const values = discriminatorValues(schema, name);
    if (values !== undefined) draft.discriminators.set(...values);
  };
  const seen = new Set<Schema>();
  for (const schema of conjuncts) {
    const name = schema.$ref === undefined ? options.name : refName(schema.$ref);
    for (const part of partsOf(schema, options.schemas, seen)) add(part, name);
  }
  draft.impossible ||= isImpossible(draft);
  return draft;
}

/**
 * A schema after everything that it refers to or is composed of, each once. On a stack of its own: chains may be thousands
 * long.
 */
export function* partsOf(
  schema: Schema,
  schemas: Schemas,
  seen: Set<Schema> = new Set(),
): Generator<Schema, undefined> {
  const open: { readonly schema: Schema; readonly inner: Iterator<Schema> }[] = [];
  const enter = (part: Schema): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const target = part.$ref === undefined ? undefined : own(schemas, refName(part.$ref))?.schema;
    open.push({ schema: part, inner: [...(target === undefined ? [] : [target]), ...(part.allOf ?? [])].values() });
  };
  enter(schema);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { done, value } = top.inner.next();
    if (!done) enter(value);
    else {
      open.pop();
      yield top.schema;
    }
  }
  return undefined;
}

/** Adds the choices that are still open. */
function addCombinations(draft: Draft, schema: Schema, { combinations, taken }: FlattenOptions): void {
  const { choices, excluded, fragile, impossible } = combinations(schema);
  draft.choices.push(...choices.filter(({ key }) => !taken.has(key)));
  draft.excluded.push(...excluded);
  draft.fragile ||= fragile;
  draft.impossible ||= impossible;
}

function addTypes(draft: Draft, schema: Schema): void {
  const types = typesOf(schema);
  if (types.length === 0) return;
  const values = new Set<ValueType>(types.map((type) => (type === "integer" ? "number" : type)));
  draft.types = new Set((draft.typed ? [...draft.types] : [...values]).filter((type) => values.has(type)));
  draft.typed = true;
  draft.integer ||= types.includes("integer") && !types.includes("number");
}

function addValues(draft: Draft, schema: Schema): void {
  const lists = [schema.enum, schema.const === undefined ? undefined : [schema.const]];
  for (const list of lists) {
    if (list === undefined) continue;
    const { values } = draft;
    draft.values = values === undefined ? list : values.filter((value) => list.some((item) => equal(item, value)));
  }
  const known = schema["x-svc-known"];
  if (known !== undefined) {
    draft.known = draft.known?.filter((value) => known.some((item) => equal(item, value))) ?? known;
  }
  draft.unlisted ||= schema["x-svc-other"] !== undefined;
  draft.examples.push(...(schema.examples ?? []));
  if (schema.default !== undefined) draft.fallback ??= schema.default;
  draft.description = schema.description ?? draft.description;
}

/** Notes the limits, and the types that keywords are about. */
function addLimits(draft: Draft, schema: Schema): void {
  for (const { keyword, side } of LIMITS)
    draft[keyword] = narrower(side, draft[keyword], schema[keyword] ?? draft[keyword]);
  for (const keyword of Object.keys(schema)) {
    const type = keywordOf(keyword)?.of;
    if (type !== undefined) draft.described.add(type);
  }
}

function addScalars(draft: Draft, schema: Schema): void {
  if (schema.multipleOf !== undefined && schema.multipleOf > 0) draft.multiples.push(schema.multipleOf);
  if (schema.pattern !== undefined && !draft.patterns.includes(schema.pattern)) draft.patterns.push(schema.pattern);
  const format = schema.format ?? (schema.contentEncoding === "base64" ? "byte" : undefined);
  if (format !== undefined && !draft.formats.includes(format)) draft.formats.push(format);
}

function addArrays(draft: Draft, schema: Schema): void {
  draft.unique ||= schema.uniqueItems === true;
  if (schema.items !== undefined || schema.prefixItems !== undefined) {
    draft.tuples.push({ prefix: schema.prefixItems ?? [], rest: schema.items });
  }
  if (schema.contains !== undefined) {
    const { contains, minContains: min = 1, maxContains: max = Number.POSITIVE_INFINITY } = schema;
    draft.contains.push({ schema: contains, min, max });
    draft.minItems = Math.max(draft.minItems, min);
    draft.fragile = true;
  }
  if (schema.unevaluatedItems !== undefined) {
    draft.unevaluatedItems = schema.unevaluatedItems;
    draft.fragile = true;
  }
}

function addObjects(draft: Draft, schema: Schema): void {
  const { properties = {}, patternProperties = {}, additionalProperties: rest } = schema;
  const patterns = Object.entries(patternProperties);
  if (schema.properties !== undefined || patterns.length > 0 || rest !== undefined) {
    draft.facets.push({ properties, patterns, rest });
  }
  for (const name of schema.required ?? []) draft.required.add(name);
  if (schema.propertyNames !== undefined) {
    draft.names.push(schema.propertyNames);
    draft.fragile ||= Object.keys(properties).length > 0;
  }
  for (const entry of Object.entries(schema.dependentRequired ?? {})) draft.dependentRequired.push(entry);
  if (schema.unevaluatedProperties !== undefined) {
    draft.unevaluated = schema.unevaluatedProperties;
    draft.fragile = true;
  }
}

function isImpossible(draft: Draft): boolean {
  if (draft.types.size === 0 || draft.values?.length === 0) return true;
  return (
    draft.types.size === 1 && draft.types.has("object") && [...draft.required].some((name) => isForbidden(draft, name))
  );
}

function isForbidden({ facets }: Draft, name: string): boolean {
  return facets.some((facet) => {
    const property = own(facet.properties, name) ?? (facet.patterns.length === 0 ? facet.rest : undefined);
    return property !== undefined && isNever(property);
  });
}
