import type { PartEncoding } from "../files.ts";
import { childPointer } from "../load/pointer.ts";
import type { Content, Json, ParameterStyle } from "../model.ts";
import type { Schema } from "../schema.ts";
import { buildStream } from "../streams.ts";
import type { Context } from "./context.ts";
import { asObject, asString, entries, get, optional } from "./raw.ts";

/** A `content` map (Media Type Objects by media type), in document order. */
export function buildContent(value: unknown, pointer: string, context: Context): Content[] {
  return entries(value).map(([mediaType, item]) => {
    const { value: media, pointer: at } = context.resolve(item, childPointer(pointer, mediaType));
    const schemaAt = (keyword: "schema" | "itemSchema"): Schema | undefined => {
      const given = get(media, keyword);
      return given === undefined ? undefined : context.schema(given, childPointer(at, keyword));
    };
    const [schema, itemSchema] = [schemaAt("schema"), schemaAt("itemSchema")];
    return {
      mediaType,
      ...optional("schema", schema),
      ...optional("stream", buildStream(mediaType, media, { schema, itemSchema }, context.schemas)),
      ...optional("encoding", buildEncoding(get(media, "encoding"))),
      ...optional("example", firstExample(media, at, context)),
    };
  });
}

function buildEncoding(value: unknown): Content["encoding"] {
  const encodings = entries(value).flatMap(([part, encoding]): [string, PartEncoding][] => {
    const explode = get(encoding, "explode");
    const own = {
      ...optional("contentType", asString(get(encoding, "contentType"))),
      ...optional("style", asString(get(encoding, "style")) as ParameterStyle | undefined),
      ...optional("explode", typeof explode === "boolean" ? explode : undefined),
    };
    return Object.keys(own).length === 0 ? [] : [[part, own]];
  });
  return encodings.length === 0 ? undefined : Object.fromEntries(encodings);
}

function firstExample(media: unknown, pointer: string, context: Context): Json | undefined {
  const example = get(media, "example");
  if (example !== undefined) return example as Json;
  const [first] = entries(get(media, "examples"));
  if (first === undefined) return undefined;
  const resolved = asObject(context.resolve(first[1], childPointer(pointer, "examples", first[0])).value);
  return (get(resolved, "dataValue") ?? get(resolved, "value")) as Json | undefined;
}
