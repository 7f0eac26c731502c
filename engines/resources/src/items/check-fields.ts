import { childPointer, nameHelp, type Schema } from "@svc/model/data";
import { isOpen, itemSchemaOf, partsOf, propertiesOf } from "../facts/facts.ts";
import type { Tools } from "../facts/tools.ts";

/** The message of an error: at a JSON pointer, empty for an item as a whole. */
export type Explain = (pointer: string, message: string) => string;

interface Fields {
  readonly schema: Schema;
  readonly value: unknown;
  /** Names that are no fields of the schema, and may be given all the same. */
  readonly others?: readonly string[];
  readonly at: string;
}

/**
 * Refuses fields that a schema does not have, at any depth: a misspelt one would change nothing that the code under test reads.
 *
 * @throws TypeError with its place, and the name that is probably meant
 */
export function checkFields(tools: Tools, explain: Explain, { schema, value, others = [], at }: Fields): void {
  const { schemas } = tools.model;
  if (Array.isArray(value)) {
    const item = itemSchemaOf(schema, schemas);
    if (item === undefined) return;
    for (const [index, one] of value.entries())
      checkFields(tools, explain, { schema: item, value: one, at: `${at}/${index}` });
    return;
  }
  if (typeof value !== "object" || value === null || isOpen(schema, schemas)) return;
  if (partsOf(schema, schemas).some((part) => CONDITIONAL.some((keyword) => keyword in part))) return;
  const properties = propertiesOf(schema, schemas);
  for (const [name, one] of Object.entries(value)) {
    const place = childPointer(at, name);
    const property = properties.get(name);
    if (property !== undefined) checkFields(tools, explain, { schema: property.schema, value: one, at: place });
    else if (!others.includes(name))
      throw new TypeError(explain(place, `unknown field; ${nameHelp(name, [...properties.keys(), ...others])}`));
  }
}

/** Keywords that may allow a field which no list of properties names. */
const CONDITIONAL = ["patternProperties", "then", "else", "dependentSchemas"];
