import { parseDocument } from "@svc/model";
import { stringify } from "yaml";

type Json = { [name: string]: unknown };

/** The version that tightened documents carry. */
export const TIGHTENED_VERSION = "1.5.0";

/** The document with every optional field of every schema required. */
export function requiredDocument(text: string): string {
  return tighten(text, (schema) => {
    if (isObject(schema["properties"])) schema["required"] = Object.keys(schema["properties"]);
  });
}

/**
 * The document with no nullable field in any schema.
 *
 * @param overlays texts of its overlays: what they set to null stays nullable, as a bump refuses declarations that do not fit
 */
export function notNullDocument(text: string, overlays: readonly string[]): string {
  const nulls = new Set(overlays.flatMap((overlay) => [...overlay.matchAll(/(\w+): null\b/g)].map(([, name]) => name)));
  const kept = new Set<unknown>();
  return tighten(text, (schema) => {
    for (const [name, property] of Object.entries(Object(schema["properties"])))
      if (nulls.has(name)) kept.add(property);
    if (kept.has(schema)) return;
    if (Array.isArray(schema["type"])) {
      const types = schema["type"].filter((type) => type !== "null");
      schema["type"] = types.length === 1 ? types[0] : types;
    }
    if (Array.isArray(schema["enum"])) schema["enum"] = schema["enum"].filter((value) => value !== null);
  });
}

function tighten(text: string, change: (schema: Json) => void): string {
  const { document } = parseDocument(text, "openapi.yaml");
  const tightened = structuredClone(document) as { info: Json };
  tightened.info["version"] = TIGHTENED_VERSION;
  visit(tightened, change);
  return stringify(tightened, { aliasDuplicateObjects: false });
}

/** Every object below a value: those that are no schemas have neither `properties` nor a list of types. */
function visit(value: unknown, change: (schema: Json) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, change);
  if (!isObject(value)) return;
  change(value);
  for (const below of Object.values(value)) visit(below, change);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
