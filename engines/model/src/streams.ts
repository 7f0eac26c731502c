import { asObject, get, optional } from "./build/raw.ts";
import { deref, type Schema, type Schemas, typesOf } from "./schema.ts";

/** How the items of a stream are told apart: server-sent events, one JSON value per line, or each behind a record separator. */
export type Framing = "events" | "lines" | "sequence";

/** A body that consists of items which arrive one after another. */
export interface ItemStream {
  readonly framing: Framing;
  /**
   * One item as a client has it. Of server-sent events: an object of `event`, `data` and `id`, or a union of such objects;
   * `data` has the schema of the parsed value.
   */
  readonly item: Schema;
  /** Server-sent events only: whether `data` is JSON, or the names of the events whose `data` is (`""`: events without a name). */
  readonly json?: true | readonly string[];
  /** Data, or line, that ends the stream and is no item: `end` of `x-svc-stream`. */
  readonly end?: string;
  /** Name of the event that is an error: `error` of `x-svc-stream`. */
  readonly error?: string;
}

/** The framing of a media type; undefined where it is no stream. */
export function framingOf(mediaType: string): Framing | undefined {
  const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (essence === "text/event-stream") return "events";
  if (/[/+]json-seq$/.test(essence)) return "sequence";
  return /(?:jsonl|jsonlines|ndjson)$/.test(essence) ? "lines" : undefined;
}

/** The two schemas that a Media Type Object may have, normalized. */
export interface StreamSchemas {
  readonly schema?: Schema | undefined;
  readonly itemSchema?: Schema | undefined;
}

/**
 * The stream that a Media Type Object describes; undefined for other media types. Its items are those of `itemSchema`
 * (OpenAPI 3.2, also where FastAPI writes it into a 3.1 document). Without it `schema` says what it can: the list of the
 * items, or one of them.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#sequential-media-types
 */
export function buildStream(
  mediaType: string,
  media: unknown,
  { schema, itemSchema }: StreamSchemas,
  schemas: Schemas,
): ItemStream | undefined {
  const framing = framingOf(mediaType);
  if (framing === undefined) return undefined;
  const declared = asObject(get(media, "x-svc-stream")) as { readonly end?: string; readonly error?: string };
  const marks = { ...optional("end", declared.end), ...optional("error", declared.error) };
  const given = itemSchema ?? itemOf(schema, schemas);
  if (framing !== "events") return { framing, item: given ?? {}, ...marks };
  return { framing, ...eventStream(given, schemas), ...marks };
}

/** A text says nothing of the items in it. */
function itemOf(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  const target = schema && deref(schema, schemas);
  if (target === undefined || (typesOf(target).length === 1 && typesOf(target)[0] === "string")) return undefined;
  return typesOf(target).includes("array") && target.items !== undefined ? target.items : schema;
}

const FIELDS: ReadonlySet<string> = new Set(["data", "event", "id", "retry", "comment"]);

function eventStream(given: Schema | undefined, schemas: Schemas): Pick<ItemStream, "item" | "json"> {
  const described = given === undefined ? [] : alternatives(given, schemas);
  const names = described.flatMap(({ properties = {} }) => Object.keys(properties));
  const isEvent = described.length > 0 && names.includes("data") && names.every((name) => FIELDS.has(name));
  // Many documents give the schema of the data alone.
  const isText = given === undefined || allowsText(given, schemas);
  const events = isEvent ? described : [isText ? {} : { properties: { data: given } }];
  const items = events.map((event) => toItem(event, schemas));
  const isAll = items.every(({ isJson }) => isJson);
  const json = items.flatMap(({ isJson, events: own }) => (isJson ? own : []));
  const [first] = items;
  const item = items.length === 1 && first !== undefined ? first.item : { oneOf: items.map((one) => one.item) };
  return { item, ...(isAll ? { json: true as const } : json.length > 0 && { json }) };
}

/** Combinations of unions of which an event may be; more are read as if there were no union. */
const LIMIT = 100;

/** The events that a schema describes: its unions, multiplied out. */
function alternatives(schema: Schema, schemas: Schemas, known = new Map<Schema, Schema[]>()): Schema[] {
  const target = deref(schema, schemas);
  const { allOf = [], oneOf, anyOf, properties = {}, required = [], ...rest } = target;
  const own = [{ ...rest, properties, required }];
  // Each once, however many lead to it.
  const found = known.get(target);
  if (found !== undefined) return found;
  known.set(target, own);
  const parts = allOf.map((part) => alternatives(part, schemas, known));
  const unions = [oneOf, anyOf].flatMap((union) => {
    return union === undefined ? [] : [union.flatMap((one) => alternatives(one, schemas, known))];
  });
  const all = [...parts, ...unions].reduce<Schema[]>((made, more) => {
    return made.length * more.length > LIMIT ? made : made.flatMap((one) => more.map((other) => merge(one, other)));
  }, own);
  known.set(target, all);
  return all;
}

function merge(one: Schema, other: Schema): Schema {
  const properties: { [name: string]: Schema } = { ...one.properties };
  for (const [name, schema] of Object.entries(other.properties ?? {}))
    properties[name] = { ...(Object.hasOwn(properties, name) ? properties[name] : {}), ...schema };
  return { ...one, ...other, properties, required: [...new Set([...(one.required ?? []), ...(other.required ?? [])])] };
}

const TEXT: Schema = { type: "string" };

interface Item {
  readonly item: Schema;
  readonly isJson: boolean;
  /** Names that the event may have; `""`: none. */
  readonly events: readonly string[];
}

function toItem({ description, properties = {}, required = [] }: Schema, schemas: Schemas): Item {
  const { event = TEXT, data = TEXT, id = TEXT } = properties;
  const isJson = !allowsText(data, schemas);
  const names = deref(event, schemas);
  const known = names.const === undefined ? names.enum : [names.const];
  return {
    isJson,
    events: known === undefined ? [""] : known.map(String),
    item: {
      type: "object",
      ...optional("description", description),
      properties: { event, data: isJson ? parsed(data, schemas) : data, id },
      required: [...(required.includes("event") || known !== undefined ? ["event"] : []), "data"],
    },
  };
}

/** Whether data may be any text, and is not JSON that is sent as text. */
function allowsText(data: Schema, schemas: Schemas): boolean {
  const { title, description, ...target } = deref(data, schemas);
  if (target.contentSchema !== undefined || /[/+]json\b/i.test(target.contentMediaType ?? "")) return false;
  const types = typesOf(target);
  const values = target.enum ?? (target.const === undefined ? undefined : [target.const]);
  if (types.length > 0) return types.includes("string");
  return values?.some((value) => typeof value === "string") ?? Object.keys(target).length === 0;
}

/** The schema of the value that JSON text holds. */
function parsed(data: Schema, schemas: Schemas): Schema {
  const { contentSchema, contentMediaType } = deref(data, schemas);
  return contentSchema ?? (contentMediaType === undefined ? data : {});
}
