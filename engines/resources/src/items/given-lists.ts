import { itemSchemaOf, propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields } from "../facts/fields.ts";
import { singular } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import type { Tools } from "../facts/tools.ts";

/**
 * Lists of texts that an item has as objects: `email_address: ["a@example.com"]` is sent, and `email_addresses` has objects
 * with an `email_address`.
 */
export function listedFields(sent: Fields, { schema }: Resource, { model: { schemas } }: Tools): Fields {
  const properties = propertiesOf(schema, schemas);
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      if (!Array.isArray(value) || properties.has(name) || value.some((one) => typeof one !== "string")) return [];
      const one = canonical(singular(name));
      const lists = [...properties.values()].filter((list) => canonical(singular(list.name)) === one);
      return lists.flatMap((list) => {
        const inner = propertiesOf(itemSchemaOf(list.schema, schemas) ?? {}, schemas);
        const field = [...inner.keys()].find((key) => canonical(key) === one);
        return field === undefined ? [] : [[list.name, value.map((text) => ({ [field]: text }))] as const];
      });
    }),
  );
}
