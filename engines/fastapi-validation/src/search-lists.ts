import { type Content, type Operation, type Schemas, typesOf } from "@svc/model/data";
import { mergedOf } from "@svc/schema";

/** Whether a POST searches, by its path. */
export function isSearch({ method, path }: Operation): boolean {
  return method === "post" && /\/(?:search|query|find|filter)$/i.test(path);
}

/** A search by POST whose lists may be missing, as clients leave out what does not narrow it. */
export function withoutLists(content: Content, schemas: Schemas): Content {
  if (content.schema === undefined) return content;
  const whole = mergedOf(content.schema, schemas);
  const isFree = (name: string): boolean => {
    const { minItems = 0, ...list } = mergedOf(whole.properties?.[name] ?? {}, schemas);
    return typesOf(list).includes("array") && minItems === 0;
  };
  const required = whole.required?.filter((name) => !isFree(name));
  return required === undefined ? content : { ...content, schema: { ...whole, required } };
}
