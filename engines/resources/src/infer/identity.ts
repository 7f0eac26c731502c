import { type Operation, type Schema, type Schemas, typesOf, words } from "@svc/model";
import { bodyPlace, jsonSchema } from "../facts/body-place.ts";
import { isOfType, type Property, partsOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { canonical, type Place } from "../facts/fields.ts";
import { type FoundId, findId } from "../facts/find-id.ts";
import { pathShape, singular } from "../facts/path-shape.ts";
import type { Existing } from "../facts/resource.ts";
import type { Identity } from "./likeness.ts";
import { type Context, type Group, isKeyed } from "./role-context.ts";

/** Fields by which services find items beside their ids, whatever they say of them. */
const NAMING: ReadonlySet<string> = new Set([
  "slug",
  "key",
  "name",
  "username",
  "login",
  "email",
  "uuid",
  "externalid",
  "code",
]);
const UNIQUE = /\bunique (?:\w+ )?(?:id|identifier|key|reference)\b/i;
/** Fields of ids, where a request says another that the path's parameter is called like. */
const SERVICE_ID = /^(?:_?id|uuid|guid|gid|sid)$/i;

/** The field of an item's id, and others by which requests find it. */
export function inferIdentity(group: Group, schema: Schema, schemas: Schemas): Identity {
  const fields = [...propertiesOf(schema, schemas).values()];
  const scalars = fields.filter((one) => isScalar(one, schemas));
  const id = idOf(group, schema, schemas);
  const parameters = group.inner.flatMap((one) => one.parameters).filter((one) => one.name === group.naming.parameter);
  const said = parameters.flatMap(({ description = "" }) => description.split(/[^\p{L}\p{N}_-]+/u)).map(canonical);
  const others = scalars.filter(({ name }) => name !== id?.property);
  const unique = others.filter(
    ({ name, schemas: parts }) =>
      said.includes(canonical(name)) ||
      canonical(name) === canonical(group.naming.parameter ?? "") ||
      parts.some(({ description = "" }) => UNIQUE.test(description)),
  );
  const named = others.filter((one) => unique.includes(one) || NAMING.has(canonical(one.name)));
  const isNamed = scalars.some(({ name }) => canonical(name) === canonical(group.naming.parameter ?? ""));
  const inner = id !== undefined || isNamed ? [] : nestedNames(fields, group.naming.parameter, schemas);
  return {
    id,
    alsoBy: [...named.map(({ name }): Place => [name]), ...inner],
    unique: unique.map(({ name }) => name),
    ...(id !== undefined && isDigits(id.property, group, { schema, schemas }) && { digits: true }),
  };
}

function isScalar({ schema }: Property, schemas: Schemas): boolean {
  return isOfType(schema, ["string", "integer"], schemas) && !isOfType(schema, ["array", "object"], schemas);
}

/**
 * The id: what the path's parameter is called like, unless requests give that, and the service another: of an item with an `id`,
 * `company_id` is the caller's own name for it.
 */
function idOf({ declared, naming, outer }: Group, schema: Schema, schemas: Schemas): FoundId | undefined {
  if (declared?.id !== undefined) return { property: declared.id, reason: `"${declared.id}", as declared` };
  const found = findId(schema, naming, schemas);
  const own = findId(schema, { ...naming, parameter: undefined }, schemas);
  const post = outer.find(({ method }) => method === "post");
  const request = post && jsonSchema(post.body?.content ?? [], true);
  if (found === undefined || own === undefined || request === undefined || own.property === found.property)
    return found;
  const sent = propertiesOf(schemaAt(request, bodyPlace(request, schema, schemas), schemas), schemas);
  const isCallers = sent.has(found.property) && !sent.has(own.property) && SERVICE_ID.test(own.property);
  const reason = `"${own.property}", which no request gives, while requests give "${found.property}"`;
  return isCallers && /id$/i.test(naming.parameter ?? "") ? { property: own.property, reason } : found;
}

/** `metadata.name` of a path with `{name}`. */
function nestedNames(fields: readonly Property[], parameter: string | undefined, schemas: Schemas): Place[] {
  if (parameter === undefined) return [];
  const found = fields.flatMap(({ name, schema }): Place[] => {
    const inner = [...propertiesOf(schema, schemas).values()].find((one) => one.name === parameter);
    return inner !== undefined && isScalar(inner, schemas) ? [[name, inner.name]] : [];
  });
  const held = found.filter(([holder = ""]) => /^meta/i.test(holder));
  return held.length > 0 ? held : found.length === 1 ? found : [];
}

/** Whether ids are texts, and paths take them as numbers. */
function isDigits(id: string, { asked }: Group, { schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const own = propertiesOf(schema, schemas).get(id)?.schema ?? {};
  const plain = partsOf(own, schemas).every(({ format, pattern }) => format === undefined && pattern === undefined);
  const isText = isOfType(own, ["string"], schemas) && !isOfType(own, ["integer"], schemas);
  const isNumber = asked.some((one) => partsOf(one, schemas).some((part) => typesOf(part).includes("integer")));
  return plain && isText && isNumber;
}

/** Words for a refusal of what there is, and not of what goes on: "is already running". */
const THERE = /\balready (?:exist|taken|registered|in use|used|present)|\bexists?\b|\bduplicate|\bunique\b|\btaken\b/i;
const PERSON = /^(?:user|account|member|customer|contact|person|subscriber|admin|client|profile)$/i;

/** Fields of which no two items have the same value: those of which a creation says that it refuses them with 409. */
export function inferUnique({ outer, shape }: Group, { alsoBy, unique }: Identity): string[] {
  const post = outer.find(({ method, path }) => method === "post" && pathShape(path).key === shape.key);
  const { description = "" } = post?.responses.find(({ status }) => status === "409") ?? {};
  const isThere = THERE.test(description);
  if (!(isThere || /\balready\b/i.test(description)) || /\bnot? (?:\w+ )?exist/i.test(description)) return [];
  const names = [...unique, ...alsoBy.flatMap((place) => (place.length === 1 ? place : []))];
  const said = description.split(/[^\p{L}\p{N}_-]+/u).map(canonical);
  const named = names.filter((name) => said.includes(canonical(name)));
  if (named.length > 0 || !isThere) return [...new Set(named)];
  // An account is known by its address; an order only has that of who made it.
  const isPerson = PERSON.test(words(singular(shape.noun)).at(-1) ?? "");
  return names.filter((name) => {
    const plain = canonical(name);
    return unique.includes(name) || (plain === "email" ? isPerson : !/^(?:name|code)$/.test(plain));
  });
}

const IF_EXISTS = /(?:if|when|already)[ _-]*exist|get[ _-]or[ _-]create/i;
const UPSERTS = /\b(?:create[sd]?|add|insert)s? or (?:update|replace)|\bupsert/i;
const RETURNS =
  /\b(?:get|find|fetch|retrieve|return)s? or creates?\b|\b(?:returns?|is returned)\b[^.]*\bexisting\b|\bexisting\b[^.]*\bis returned/i;

/** Effect of a creation of which there is an item already; undefined: another is made. */
export function inferExisting(
  { parameters, summary = "", description = "" }: Operation,
  writes: readonly string[],
  { item: { identity }, group }: Context,
): Existing | undefined {
  const { id, unique = [], alsoBy = [] } = identity ?? {};
  const names = alsoBy.flatMap(([name = ""]) => name);
  const sure = [...unique, ...(id === undefined ? [] : [id.property])].filter((name) => writes.includes(name));
  const by = sure.length > 0 ? sure : names.filter((name) => writes.includes(name) && name !== "name");
  if (by.length === 0) return undefined;
  // What a query parameter chooses is there once.
  if (id !== undefined && isKeyed(group)) return { does: "update", by: [id.property] };
  const asked = parameters.find(
    ({ in: location, name, description: said = "", schema }) =>
      location === "query" && typesOf(schema).includes("boolean") && (IF_EXISTS.test(name) || IF_EXISTS.test(said)),
  );
  const text = `${summary}\n${description}`;
  const does = UPSERTS.test(asked === undefined ? text : `${asked.name} ${asked.description ?? ""}`)
    ? "update"
    : "return";
  if (asked !== undefined) return { does, by, when: asked.name };
  return does === "update" || RETURNS.test(text) ? { does, by } : undefined;
}
