import type { Content, Json } from "../model.ts";
import type { Context } from "./context.ts";
import { asObject, child, entries, get, optional } from "./raw.ts";

/** A `content` map (Media Type Objects by media type), in document order. */
export function buildContent(value: unknown, pointer: string, context: Context): Content[] {
  return entries(value).map(([mediaType, media]) => ({
    mediaType,
    ...optional(
      "schema",
      get(media, "schema") === undefined
        ? undefined
        : context.schema(get(media, "schema"), child(pointer, mediaType, "schema")),
    ),
    ...optional(
      "itemSchema",
      get(media, "itemSchema") === undefined
        ? undefined
        : context.schema(get(media, "itemSchema"), child(pointer, mediaType, "itemSchema")),
    ),
    ...optional("example", firstExample(media, child(pointer, mediaType), context)),
  }));
}

function firstExample(media: unknown, pointer: string, context: Context): Json | undefined {
  const example = get(media, "example");
  if (example !== undefined) return example as Json;
  const [first] = entries(get(media, "examples"));
  if (first === undefined) return undefined;
  const resolved = context.resolve(first[1], child(pointer, "examples", first[0])).value;
  return get(asObject(resolved), "value") as Json | undefined;
}
