import { fillPath, type Json, type Operation, type Schema, type Schemas } from "@svc/model/data";
import { successResponse } from "./body-place.ts";
import { isOfType, propertiesOf } from "./facts.ts";
import { type Fields, isFields } from "./fields.ts";
import type { Resource } from "./resource.ts";
import type { Tools } from "./tools.ts";

/** Headers that say where a new item, or the work that was begun, is to be asked for. */
export const ADDRESS_HEADERS: readonly string[] = ["location", "operation-location", "azure-asyncoperation"];

/** Fields that say where an item is read. */
const ADDRESS = /^(?:uri|href|self|self_?(?:link|url|uri)|resource_?ur[il])$/i;

/** Fields of an item that have its path: where it has no id, callers find it again by them. */
export function addressFields(item: Schema, schemas: Schemas): string[] {
  return [...propertiesOf(item, schemas).values()]
    .filter(({ name, schema }) => ADDRESS.test(name) && isOfType(schema, ["string"], schemas))
    .map(({ name }) => name);
}

/** Whether the answer of an operation has a header that leads to what was made. */
export function tellsLocation(operation: Operation): boolean {
  const headers = successResponse(operation, "201")?.headers ?? [];
  return headers.some(({ name }) => ADDRESS_HEADERS.includes(name.toLowerCase()));
}

const TOLD = /^(?:location|url|uri|href)$/i;
const TOLD_IN_WORDS =
  /\b(?:ur[il]|address|link|location) (?:of|to|for) (?:the |a |an )?(?:newly |just )?(?:creat|new\b|made)/i;
const ELSEWHERE = /upload|download|redirect|checkout|log ?in|sign/i;

/** Fields of the answer to a creation that say where the new item is read: none that the item has itself. */
export function locationFields(answer: Schema, item: Schema, schemas: Schemas): string[] {
  const own = propertiesOf(item, schemas);
  return [...propertiesOf(answer, schemas).values()].flatMap(({ name, schema, schemas: parts }) => {
    const said = parts.map(({ description = "" }) => description).join(" ");
    const isUrl = parts.some(({ format = "" }) => /^(?:ur[il]|uri-reference)$/i.test(format));
    const isTold = TOLD_IN_WORDS.test(said) || (isUrl && TOLD.test(name) && !ELSEWHERE.test(said));
    return isTold && !own.has(name) && isOfType(schema, ["string"], schemas) ? [name] : [];
  });
}

/** Where an item without an id is read, as its own fields say it. */
export function ownAddress(
  { resource, parameters }: { readonly resource: Resource; readonly parameters: readonly string[] },
  id: string,
  { model: { schemas }, validate }: Tools,
): Fields {
  if (resource.id !== undefined || resource.kind === "singleton") return {};
  const path = pathOfItem(resource.path, parameters, id);
  const properties = propertiesOf(resource.schema, schemas);
  const fitting = addressFields(resource.schema, schemas).filter(
    (name) => validate(properties.get(name)?.schema ?? {}, path).length === 0,
  );
  return Object.fromEntries(fitting.map((name) => [name, path]));
}

/** An item whose links say where it is itself read (`_links.self`), with the address at which that is. */
export function withSelfLink(shown: Json, address: string | undefined, { roles }: Pick<Resource, "roles">): Json {
  if (!isFields(shown) || address === undefined) return shown;
  // Links that requests may write are theirs.
  const written = new Set(Object.values(roles).flatMap((role) => ("writes" in role ? role.writes : [])));
  const holder = ["_links", "links"].find(
    (name) => !written.has(name) && isFields(shown[name]) && Object.hasOwn(shown[name] as Fields, "self"),
  );
  const links = holder === undefined ? undefined : shown[holder];
  if (holder === undefined || !isFields(links)) return shown;
  const { self } = links;
  const isText = typeof self === "string";
  const link = isText ? self : isFields(self) ? self["href"] : undefined;
  if (typeof link !== "string") return shown;
  const said = link.startsWith("/") ? new URL(address).pathname : address;
  return { ...shown, [holder]: { ...links, self: isText ? said : { ...(self as Fields), href: said } } };
}

/** The path of an item: the template with the values of its parameters, and the id behind it. */
function pathOfItem(template: string, parameters: readonly string[], id: string): string {
  const above = fillPath(template, (_, index) => encodeURIComponent(parameters[index] ?? ""));
  return `${above.replace(/\/$/, "")}/${encodeURIComponent(id)}`;
}
