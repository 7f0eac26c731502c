import type { Schema } from "@svc/model";
import { compilerOf } from "../shape/compiler.ts";
import { itemsOf } from "../shape/items.ts";
import { propertiesOf } from "../shape/properties.ts";
import { type GenerateContext, generate } from "./generate.ts";

/** Levels that are looked at. */
const MAX_DEPTH = 10;

/** Where in a value of a schema, for which none was found, nothing fits: a JSON pointer, empty for the value as a whole. */
export function whereNothing(schema: Schema, context: GenerateContext, depth = 0): string {
  const compiler = compilerOf(context.schemas);
  const plain = { ...context, example: undefined, overrides: undefined };
  const isMissing = (part: Schema): boolean => generate(part, plain) === undefined;
  for (const shape of compiler.compile(schema).shapes) {
    const property = propertiesOf(shape, compiler).find(({ required, node }) => required && isMissing(node.schema));
    const item = shape.minItems > 0 ? itemsOf(shape, compiler).at(0) : undefined;
    const [name, part] =
      property !== undefined
        ? [property.name, property.node]
        : item !== undefined && isMissing(item.schema)
          ? ["0", item]
          : [];
    if (name === undefined || part === undefined) continue;
    const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
    return `/${token}${depth < MAX_DEPTH ? whereNothing(part.schema, plain, depth + 1) : ""}`;
  }
  return "";
}
