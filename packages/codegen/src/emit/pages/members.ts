import { conjunctsOf, deref, type Model, refName, type Schema } from "@svc/model";
import { code, join, type Markdown, markdown, markdownBlock, md } from "../../quote/index.ts";
import { bounds } from "../documentation.ts";
import { typeText } from "../type-text.ts";
import type { PageContext } from "./page-context.ts";

/** A parameter, or a field of a body. */
export interface Member {
  readonly name: string;
  readonly type: string;
  /** Words behind the type: `required`, where it is sent. */
  readonly notes: readonly Markdown[];
  /** CommonMark of the document. */
  readonly description: string | undefined;
  /** Sentences that follow. */
  readonly more: string;
}

/** Members one below the other: on a telephone a table of as many columns would be cut. */
export function memberList(members: readonly Member[], { layout }: PageContext): Markdown {
  return members.length === 0 ? md`` : layout.members(members.map(memberItem));
}

function memberItem({ name, type, notes, description = "", more }: Member): Markdown {
  return md`
    - ${join([join([code(name), code(type)], " "), ...notes], ", ")}

      ${markdownBlock(description)}

      ${markdown(more)}

  `;
}

/**
 * The fields of an object, or of the objects in a list, and a list more for each named schema that a field has; nothing
 * for a schema without fields of its own.
 */
export function fieldList(schema: Schema, context: PageContext): Markdown {
  const { properties } = fieldsOf(schema, context.model);
  const names = Object.values(properties).flatMap(({ $ref, items }) => [$ref, items?.$ref]);
  const parts = [...new Set(names)].flatMap((ref) => (ref === undefined ? [] : [partList(refName(ref), context)]));
  return md`
    ${oneList(schema, context)}
    ${parts}
  `;
}

function partList(name: string, context: PageContext): Markdown {
  const part = context.model.schemas[name];
  const list = part === undefined ? md`` : oneList(part.schema, context);
  if (part === undefined || list === "") return md``;
  return md`

    ${code(part.typeName)}:
    ${list}
  `;
}

function oneList(schema: Schema, context: PageContext): Markdown {
  const { model } = context;
  const { properties, required } = fieldsOf(schema, model);
  return memberList(
    Object.entries(properties).map(([name, field]) => {
      const { description } = field.$ref === undefined ? field : deref(field, model.schemas);
      const notes = required.has(name) ? [] : [md`may be missing`];
      return { name, type: typeText(field, model), notes, description, more: constraints(field) };
    }),
    context,
  );
}

interface Fields {
  readonly properties: { readonly [name: string]: Schema };
  readonly required: ReadonlySet<string>;
}

/** Fields of an object, of the objects in a list, or of all parts of a schema together. */
export function fieldsOf(schema: Schema, { schemas }: Model): Fields {
  let parts = conjunctsOf(schema, schemas);
  for (let depth = 0; depth < 4; depth++) {
    const { items } = parts.find((part) => part.items !== undefined) ?? {};
    if (items === undefined) break;
    parts = conjunctsOf(items, schemas);
  }
  // What a schema has itself follows what it is composed of, and is nearer.
  const own = parts.findIndex(({ $ref }) => $ref === undefined) + 1;
  const ordered = [...parts.slice(own), ...parts.slice(0, own)];
  return {
    properties: Object.fromEntries(ordered.flatMap(({ properties = {} }) => Object.entries(properties))),
    required: new Set(parts.flatMap(({ required = [] }) => required)),
  };
}

/** Constraints and default of a value, in sentences. */
export function constraints(schema: Schema): string {
  const parts = [
    schema.format === undefined ? "" : `Format ${schema.format}.`,
    bounds(schema),
    bounds({ minimum: schema.minLength, maximum: schema.maxLength }, " characters"),
    bounds({ minimum: schema.minItems, maximum: schema.maxItems }, " items"),
    schema.multipleOf === undefined ? "" : `A multiple of ${schema.multipleOf}.`,
    schema.pattern === undefined ? "" : `Matches ${schema.pattern}.`,
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
