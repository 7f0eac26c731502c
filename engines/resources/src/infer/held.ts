import type { Schemas } from "@svc/model";
import { isOfType, itemSchemaOf, type Property, propertiesOf } from "../facts/facts.ts";
import { canonical } from "../facts/fields.ts";
import { pathShape, singular } from "../facts/path-shape.ts";
import type { Held, Resource } from "../facts/resource.ts";

/**
 * Finds fields of items that show what lies in collections right below them: `variants` and `variant_count` of a product, below
 * which `POST /products/{id}/variants` makes some. A new item begins without any.
 */
export function withHeld(resources: readonly Resource[], schemas: Schemas): Resource[] {
  const made = resources.filter(({ roles }) => Object.values(roles).some(({ does }) => does === "create"));
  return resources.map((resource) => {
    const below = made.filter(
      ({ key, parent }) => parent === resource.key && pathShape(key).above === `${resource.key}/{}`,
    );
    const held = [...propertiesOf(resource.schema, schemas).values()].flatMap((field): [string, Held][] => {
      const found = below.flatMap((one) => heldAs(field, one, schemas) ?? []);
      return found[0] === undefined ? [] : [[field.name, found[0]]];
    });
    if (held.length === 0) return resource;
    const none = held.map(([name, { as }]) => [name, as === "count" ? 0 : []]);
    return {
      ...resource,
      holds: Object.fromEntries(held),
      beginning: { ...resource.beginning, ...Object.fromEntries(none) },
      reasons: [
        ...resource.reasons,
        ...held.map(([name, { path, as }]) => `"${name}" has the ${as} of what lies at ${path}`),
      ],
    };
  });
}

function heldAs({ name, schema }: Property, { path, id }: Resource, schemas: Schemas): Held | undefined {
  const { noun } = pathShape(path);
  const [many, one] = [canonical(noun), canonical(singular(noun))];
  if (isOfType(schema, ["integer", "number"], schemas)) {
    const counts = [`${many}count`, `${one}count`, `num${many}`, `numberof${many}`, `total${many}`, `${many}total`];
    return counts.includes(canonical(name)) ? { path, as: "count" } : undefined;
  }
  const items = isOfType(schema, ["array"], schemas) ? itemSchemaOf(schema, schemas) : undefined;
  if (items === undefined || id === undefined) return undefined;
  const isNamed = [many, one].includes(canonical(name)) || canonical(singular(name)) === one;
  if (propertiesOf(items, schemas).size > 0)
    return isNamed && propertiesOf(items, schemas).has(id) ? { path, as: "items" } : undefined;
  const isIds =
    [`${one}ids`, `${many}ids`].includes(canonical(name)) && isOfType(items, ["string", "integer"], schemas);
  return isIds ? { path, as: "ids" } : undefined;
}
