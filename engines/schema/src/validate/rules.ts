import { own, type Schema, type Schemas, subschemasOf, travels } from "@svc/model/data";
import { hasFormat, isInRange } from "./formats.ts";

/** Which way a value travels: `readOnly` properties are not sent, `writeOnly` ones not received. */
export type Direction = "response" | "request";

/** Where judges of values differ. */
export interface Rules {
  /** Whether a text has a format. */
  readonly hasFormat: (format: string, text: string) => boolean;
  /** Whether a number is in the range of its format. */
  readonly isInRange: (format: string, value: number | bigint) => boolean;
  /** Whether several alternatives of a `oneOf` may match. */
  readonly mayOverlap: boolean;
  /** Whether an object of a schema has to have a property that the schema requires. */
  readonly isRequired: (name: string, schema: Schema) => boolean;
  /** Whether what an `enum` lists is valid whatever its type. */
  readonly takesListed: boolean;
}

/** JSON Schema 2020-12, with formats. */
export const STRICT: Rules = { hasFormat, isInRange, mayOverlap: false, isRequired: () => true, takesListed: false };

/** As services in Python write values: a date-time, or a time, may have no offset. */
export const PYTHON: Rules = { ...STRICT, hasFormat: (format, text) => hasFormat(format, text, true) };

/** As services read documents that contradict themselves. */
export const LENIENT: Rules = {
  hasFormat: () => true,
  isInRange: () => true,
  mayOverlap: true,
  isRequired: () => true,
  takesListed: true,
};

/** The same for values that travel in a direction: what does not travel is not demanded. */
export function directed(rules: Rules, direction: Direction | undefined, schemas: Schemas): Rules {
  if (direction === undefined) return rules;
  const isRequired: Rules["isRequired"] = (name, { properties }) => {
    const property = own(properties, name);
    // What one part requires another may describe.
    return property === undefined ? !hiddenIn(schemas, direction).has(name) : travels(property, direction, schemas);
  };
  return { ...rules, isRequired };
}

const known = {
  request: new WeakMap<Schemas, ReadonlySet<string>>(),
  response: new WeakMap<Schemas, ReadonlySet<string>>(),
};

/** Names of the properties that do not travel in a direction, anywhere in a document. */
function hiddenIn(schemas: Schemas, direction: Direction): ReadonlySet<string> {
  const found = known[direction].get(schemas);
  if (found !== undefined) return found;
  const hidden = new Set<string>();
  const seen = new Set(Object.values(schemas).map(({ schema }) => schema));
  // A set that grows while it is walked.
  for (const schema of seen) {
    for (const [child] of subschemasOf(schema, "")) seen.add(child);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (!travels(property, direction, schemas)) hidden.add(name);
  }
  known[direction].set(schemas, hidden);
  return hidden;
}
