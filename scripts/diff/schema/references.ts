import { refName, type Schema } from "@svc/model";

const NOTES = new Set("$ref title description default examples deprecated readOnly writeOnly".split(" "));

/** The name that a schema refers to, where it does nothing but refer. */
export function pureReference(schema: Schema): string | undefined {
  if (schema.$ref === undefined) {
    const [only, ...more] = schema.allOf ?? [];
    const isWrapper = Object.keys(schema).every((keyword) => keyword === "allOf" || NOTES.has(keyword));
    return only !== undefined && more.length === 0 && isWrapper ? pureReference(only) : undefined;
  }
  const isPure = Object.keys(schema).every((keyword) => NOTES.has(keyword) || keyword.startsWith("x-"));
  return isPure ? refName(schema.$ref) : undefined;
}
