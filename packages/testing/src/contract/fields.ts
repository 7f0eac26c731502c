import { deref, type Schema, type Schemas } from "@svc/model";

/** The schemas that a value may have to match: the variants of a schema, and what it refers to. */
export function variantsOf(schema: Schema | undefined, schemas: Schemas): Schema[] {
  const found = new Set<Schema>(schema === undefined ? [] : [schema]);
  for (const one of found) {
    const parts = [deref(one, schemas), ...(one.allOf ?? []), ...(one.anyOf ?? []), ...(one.oneOf ?? [])];
    for (const part of [...parts, one.if, one.then, one.else]) if (part !== undefined) found.add(part);
  }
  return [...found];
}

/** The step from a value to its field: `*` where the document does not declare the name, which is data then. */
export interface FieldStep {
  readonly token: string;
  readonly variants: readonly Schema[];
}

/** The step to a property of a value whose possible schemas are given. */
export function stepTo(name: string, variants: readonly Schema[], schemas: Schemas): FieldStep {
  const declared = variants.flatMap(({ properties }) =>
    properties !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  if (declared.length > 0) return { token: escaped(name), variants: expand(declared, schemas) };
  const further = variants.flatMap((schema) => [
    schema.additionalProperties,
    schema.unevaluatedProperties,
    ...Object.values(schema.patternProperties ?? {}),
  ]);
  return { token: "*", variants: expand(further, schemas) };
}

/** The step to the items of a list. */
export function stepToItems(variants: readonly Schema[], schemas: Schemas): FieldStep {
  const items = variants.flatMap(({ items, prefixItems = [] }) => [items, ...prefixItems]);
  return { token: "*", variants: expand(items, schemas) };
}

function expand(found: readonly (Schema | undefined)[], schemas: Schemas): Schema[] {
  return found.flatMap((schema) => variantsOf(schema, schemas));
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Called with each field of a value. */
export type Visit = (pointer: string, field: { readonly holder: object; readonly name: string }) => void;

/** Visits every field of a JSON value, fields of fields first, with its pointer in a contract. */
export function visitFields(value: unknown, schema: Schema | undefined, schemas: Schemas, visit: Visit): void {
  const walk = (part: unknown, variants: readonly Schema[], pointer: string): void => {
    if (typeof part !== "object" || part === null) return;
    if (Array.isArray(part)) {
      const { token, variants: ofItems } = stepToItems(variants, schemas);
      for (const item of part) walk(item, ofItems, `${pointer}/${token}`);
      return;
    }
    for (const [name, child] of Object.entries(part)) {
      const next = stepTo(name, variants, schemas);
      walk(child, next.variants, `${pointer}/${next.token}`);
      visit(`${pointer}/${next.token}`, { holder: part, name });
    }
  };
  walk(value, variantsOf(schema, schemas), "");
}
