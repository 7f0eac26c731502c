import { bounds } from "@svc/codegen/emit";
import { code, type Markdown, markdown, md, tableRow } from "@svc/codegen/quote";
import { deref, type Model, refName, type Schema } from "@svc/model";
import { typeText } from "./type-text.ts";

/**
 * The fields of an object, or of the objects in a list, as a table, and one more for each named schema that a field has;
 * nothing for what has no fields of its own.
 */
export function fieldTable(schema: Schema, model: Model): Markdown {
  const { properties } = objectOf(schema, model);
  const names = Object.values(properties).flatMap(({ $ref, items }) => [$ref, items?.$ref]);
  const parts = [...new Set(names)].flatMap((ref) => (ref === undefined ? [] : [partTable(refName(ref), model)]));
  return md`
    ${oneTable(schema, model)}
    ${parts}
  `;
}

function partTable(name: string, model: Model): Markdown {
  const part = model.schemas[name];
  const table = part === undefined ? md`` : oneTable(part.schema, model);
  if (part === undefined || table === "") return md``;
  return md`

    ${code(part.typeName)}:
    ${table}
  `;
}

function oneTable(schema: Schema, model: Model): Markdown {
  const { properties, required } = objectOf(schema, model);
  const rows = Object.entries(properties);
  if (rows.length === 0) return md``;
  return md`

    | field | type | always there | meaning |
    |---|---|---|---|
    ${rows.map(([name, field]) => fieldRow(name, field, { required, model }))}
  `;
}

interface Around {
  readonly required: ReadonlySet<string>;
  readonly model: Model;
}

function fieldRow(name: string, field: Schema, { required, model }: Around): Markdown {
  const { description = "" } = field.$ref === undefined ? field : deref(field, model.schemas);
  return tableRow([
    code(name),
    code(typeText(field, model)),
    required.has(name) ? md`yes` : md`no`,
    markdown(`${description} ${constraints(field)}`.trim()),
  ]);
}

interface Fields {
  readonly properties: { readonly [name: string]: Schema };
  readonly required: ReadonlySet<string>;
}

function objectOf(schema: Schema, model: Model, depth = 0): Fields {
  const full = deref(schema, model.schemas);
  if (full.items !== undefined && depth < 4) return objectOf(full.items, model, depth + 1);
  const parts = depth < 4 ? (full.allOf ?? []).map((part) => objectOf(part, model, depth + 1)) : [];
  return {
    properties: Object.assign(
      {},
      ...parts.map(({ properties }) => properties),
      full.properties,
    ) as Fields["properties"],
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...(full.required ?? [])]),
  };
}

/** Constraints and default of a value, in sentences. */
export function constraints(schema: Schema): string {
  const parts = [
    schema.format === undefined ? "" : `Format ${schema.format}.`,
    bounds(schema),
    span(schema.minLength, schema.maxLength, "characters"),
    span(schema.minItems, schema.maxItems, "items"),
    schema.multipleOf === undefined ? "" : `A multiple of ${schema.multipleOf}.`,
    schema.pattern === undefined ? "" : `Matches ${schema.pattern}.`,
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function span(least: number | undefined, most: number | undefined, what: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most} ${what}.`;
  if (least !== undefined) return `At least ${least} ${what}.`;
  return most === undefined ? "" : `At most ${most} ${what}.`;
}
