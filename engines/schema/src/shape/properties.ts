import { isNever, own, type Schema, snakeCase, travels } from "@svc/model/data";
import { matches } from "../validate/scalars.ts";
import type { Compiler, Node } from "./compiler.ts";
import type { Facet, Shape } from "./shape.ts";

/** A property of a shape. */
export interface Property {
  readonly name: string;
  /** The name in snake case: what believable values go by. */
  readonly hint: string;
  readonly node: Node;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

const planned = new WeakMap<Shape, readonly Property[]>();

/** The properties that a shape names, in the order of the document; those that nothing fits are left out. */
export function propertiesOf(shape: Shape, compiler: Compiler): readonly Property[] {
  const known = planned.get(shape);
  if (known !== undefined) return known;
  const properties = [...byName(shape)].flatMap(([name, schemas]) => {
    if (schemas.some(isNever)) return [];
    const isHidden = (direction: "request" | "response") =>
      schemas.some((schema) => !travels(schema, direction, compiler.schemas));
    const property: Property = {
      name,
      hint: snakeCase(name),
      node: compiler.compileAll(schemas),
      required: shape.required.has(name),
      readOnly: isHidden("request"),
      writeOnly: isHidden("response"),
    };
    return [property];
  });
  planned.set(shape, properties);
  return properties;
}

/** The schemas of each property that is named. */
function byName(shape: Shape): Map<string, readonly Schema[]> {
  const isSimple = shape.facets.every(({ patterns, rest }) => patterns.length === 0 && rest === undefined);
  const found = new Map<string, Schema[]>();
  for (const { properties } of shape.facets) {
    for (const [name, schema] of Object.entries(properties)) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [schema]);
      else known.push(schema);
    }
  }
  for (const name of shape.required) if (!found.has(name)) found.set(name, schemasOf(shape, name));
  if (isSimple) return found;
  return new Map([...found.keys()].map((name) => [name, schemasOf(shape, name)]));
}

/** Every schema that a property of this name has to fulfil. */
export function schemasOf(shape: Shape, name: string): Schema[] {
  const schemas = shape.facets.flatMap((facet) => fromFacet(facet, name));
  return schemas.length === 0 && shape.unevaluated !== undefined ? [shape.unevaluated] : schemas;
}

function fromFacet({ properties, patterns, rest }: Facet, name: string): Schema[] {
  const property = own(properties, name);
  const schemas = property === undefined ? [] : [property];
  for (const [pattern, schema] of patterns) if (matches(pattern, name)) schemas.push(schema);
  return schemas.length === 0 && rest !== undefined ? [rest] : schemas;
}
