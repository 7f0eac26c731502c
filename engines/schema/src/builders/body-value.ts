import { type Content, deref, isFileSchema, type Json, type Schema, type Schemas, setOwn } from "@svc/model";
import { isRecord } from "../own.ts";
import { compilerOf } from "../shape/compiler.ts";
import { propertiesOf } from "../shape/properties.ts";

/** A generated body as the client takes it for a media type: files of a form are blobs, binary bodies bytes. */
export function makeContent({ mediaType, schema }: Content, json: Json | undefined, schemas: Schemas): unknown {
  const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (/json$|\*/.test(essence)) return json;
  if (essence === "multipart/form-data")
    return schema === undefined ? new FormData() : withFiles(json, schema, schemas);
  if (essence === "application/x-www-form-urlencoded") return schema === undefined ? new URLSearchParams() : json;
  const text = typeof json === "string" ? json : JSON.stringify(json);
  return essence.startsWith("text/") && essence !== "text/event-stream" ? text : new TextEncoder().encode(text);
}

function withFiles(json: Json | undefined, schema: Schema, schemas: Schemas): unknown {
  if (!isRecord(json)) return json;
  const compiler = compilerOf(schemas);
  const result: { [name: string]: unknown } = { ...json };
  for (const shape of compiler.compile(schema).shapes) {
    for (const { name, node } of propertiesOf(shape, compiler)) {
      const value = result[name];
      const variants = variantsOf(node.schema, schemas);
      if (typeof value === "string" && variants.some(isFileSchema)) setOwn(result, name, file(value));
      else if (Array.isArray(value) && variants.some(({ items }) => items && isFileSchema(deref(items, schemas)))) {
        setOwn(
          result,
          name,
          value.map((item) => (typeof item === "string" ? file(item) : item)),
        );
      }
    }
  }
  return result;
}

/** A schema and its alternatives. */
function variantsOf(schema: Schema, schemas: Schemas): Schema[] {
  const { anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...anyOf, ...oneOf].map((variant) => deref(variant, schemas))];
}

function file(text: string): Blob {
  return new Blob([text], { type: "application/octet-stream" });
}
