import { keywordsWith } from "./keywords.ts";
import { fieldsOf } from "./load/kinds.ts";
import { childPointer } from "./load/pointer.ts";
import type { Schema } from "./schema.ts";

/** Keywords whose schemas have a part in the type. */
export const TYPE_KEYWORDS: ReadonlySet<string> = new Set(keywordsWith(({ part }) => part === "type"));

/** Keywords whose schemas a value has to satisfy. */
export const VALUE_KEYWORDS: ReadonlySet<string> = new Set(keywordsWith(({ part }) => part !== undefined));

/** The schemas directly in a schema, each with its pointer. */
export function subschemasOf(schema: Schema, pointer: string): [Schema, string][] {
  const found: [Schema, string][] = [];
  for (const [keyword, { shape }] of fieldsOf("schema")) {
    const held = schema[keyword as "items" | "allOf" | "properties"];
    if (held === undefined) continue;
    if (shape === "one") found.push([held as Schema, childPointer(pointer, keyword)]);
    else for (const [name, child] of Object.entries(held)) found.push([child, childPointer(pointer, keyword, name)]);
  }
  return found;
}

/** The schema with every schema directly in it replaced that stands at one of these keywords. */
export function mapSubschemas(schema: Schema, keywords: ReadonlySet<string>, map: (child: Schema) => Schema): Schema {
  const result: { [keyword: string]: unknown } = { ...schema };
  for (const [keyword, shape] of fieldsAt(keywords)) {
    const held = result[keyword];
    if (held === undefined) continue;
    if (shape === "one") result[keyword] = map(held as Schema);
    else if (shape === "list") result[keyword] = (held as Schema[]).map((child) => map(child));
    else {
      const entries = Object.entries(held as { readonly [name: string]: Schema });
      result[keyword] = Object.fromEntries(entries.map(([name, child]) => [name, map(child)]));
    }
  }
  return result;
}

/** Calls back with every schema directly in a schema that stands at one of these keywords. */
export function eachSubschema(schema: Schema, keywords: ReadonlySet<string>, each: (child: Schema) => void): void {
  for (const [keyword, shape] of fieldsAt(keywords)) {
    const held = schema[keyword as "items" | "properties"];
    if (held === undefined) continue;
    if (shape === "one") each(held as Schema);
    else for (const child of Object.values(held)) each(child);
  }
}

type Field = readonly [keyword: string, shape: "one" | "list" | "map"];

/** Keywords that hold schemas, of each set that was asked for: every schema of a document is walked a dozen times. */
const known: WeakMap<ReadonlySet<string>, readonly Field[]> = /* @__PURE__ */ new WeakMap();

function fieldsAt(keywords: ReadonlySet<string>): readonly Field[] {
  const found =
    known.get(keywords) ??
    [...fieldsOf("schema")].flatMap(([keyword, { shape }]): Field[] =>
      keywords.has(keyword) ? [[keyword, shape]] : [],
    );
  known.set(keywords, found);
  return found;
}
