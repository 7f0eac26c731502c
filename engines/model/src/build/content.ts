import type { Content, Json } from "../model.ts";
import type { Schema } from "../schema.ts";
import { buildStream } from "../streams.ts";
import type { Context } from "./context.ts";
import { asObject, child, entries, get, optional } from "./raw.ts";

/** A `content` map (Media Type Objects by media type), in document order. */
export function buildContent(value: unknown, pointer: string, context: Context): Content[] {
  return entries(value).map(([mediaType, media]) => {
    const schemaAt = (keyword: "schema" | "itemSchema"): Schema | undefined => {
      const given = get(media, keyword);
      return given === undefined ? undefined : context.schema(given, child(pointer, mediaType, keyword));
    };
    const [schema, itemSchema] = [schemaAt("schema"), schemaAt("itemSchema")];
    return {
      mediaType,
      ...optional("schema", schema),
      ...optional("stream", buildStream(mediaType, media, { schema, itemSchema }, context.schemas)),
      ...optional("example", firstExample(media, child(pointer, mediaType), context)),
    };
  });
}

function firstExample(media: unknown, pointer: string, context: Context): Json | undefined {
  const example = get(media, "example");
  if (example !== undefined) return example as Json;
  const [first] = entries(get(media, "examples"));
  if (first === undefined) return undefined;
  const resolved = context.resolve(first[1], child(pointer, "examples", first[0])).value;
  return get(asObject(resolved), "value") as Json | undefined;
}
