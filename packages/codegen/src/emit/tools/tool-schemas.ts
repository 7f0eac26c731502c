import { compareText, type Json, refName, type Schema, type Schemas } from "@svc/model";

/** Formats of JSON Schema 2020-12. Others say nothing to a reader of tools, and validators warn of them. */
const FORMATS: ReadonlySet<string> = new Set(
  "date date-time duration email hostname idn-email idn-hostname ipv4 ipv6 iri iri-reference json-pointer regex relative-json-pointer time uri uri-reference uri-template uuid".split(
    " ",
  ),
);

/** Keywords that a reader of tools does not need, or that are of OpenAPI alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(["title", "examples", "discriminator", "readOnly", "writeOnly"]);

/** Keywords whose values are schemas by name, and those whose values are no schemas. */
const BY_NAME: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
const VALUES: ReadonlySet<string> = new Set(["default", "enum", "const", "required", "dependentRequired", "examples"]);

/**
 * A schema as tools show it: plain JSON Schema 2020-12 that validators compile. What an open enum lists are examples. Its
 * references stay those of the model.
 */
export function toolSchema(schema: Schema): Json {
  const { "x-svc-known": known } = schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (LEFT_OUT.has(keyword) || keyword.startsWith("x-")) return [];
    if (keyword === "format" && !FORMATS.has(value as string)) return [];
    if (keyword === "pattern" && !compiles(value as string)) return [];
    return [[keyword, keywordValue(keyword, value)] as const];
  });
  return Object.fromEntries([...entries, ...(known === undefined ? [] : [["examples", [...known]] as const])]) as Json;
}

function keywordValue(keyword: string, value: unknown): unknown {
  if (VALUES.has(keyword) || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => (typeof one === "object" ? toolSchema(one as Schema) : one));
  if (!BY_NAME.has(keyword)) return toolSchema(value as Schema);
  const named = Object.entries(value as { readonly [name: string]: Schema });
  const kept = keyword === "patternProperties" ? named.filter(([pattern]) => compiles(pattern)) : named;
  return Object.fromEntries(kept.map(([name, child]) => [name, toolSchema(child)]));
}

/** Whether a validator can compile a pattern: they read them with the flag `u`. */
function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** The schemas that values of JSON refer to, also through others, as tools show them. By name. */
export function reachableSchemas(roots: Json, schemas: Schemas): { [name: string]: Json } {
  const found = new Map<string, Json>();
  const waiting = [roots];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, ref = ""] of JSON.stringify(part).matchAll(/"\$ref":"(#[^"]*)"/g)) {
      const name = refName(ref);
      if (found.has(name) || !Object.hasOwn(schemas, name)) continue;
      const schema = toolSchema(schemas[name]?.schema ?? {});
      found.set(name, schema);
      waiting.push(schema);
    }
  }
  return Object.fromEntries([...found].sort(([a], [b]) => compareText(a, b)));
}
