import {
  allowsJson,
  type Content,
  deref,
  type Operation,
  preferredContent,
  type Response,
  type Schema,
  type Schemas,
} from "@svc/model/data";
import {
  isAnyObject,
  isObjectSchema,
  isOfType,
  itemSchemaOf,
  type Property,
  partsOf,
  propertiesOf,
  referenceOf,
} from "./facts.ts";
import { canonical, FIRST, type Place } from "./fields.ts";
import { type FoundId, findId, type Naming } from "./find-id.ts";
import { singular } from "./path-shape.ts";

/** Where in a body an item is. */
export interface ItemPlace {
  readonly at: Place;
  readonly schema: Schema;
  readonly id: FoundId | undefined;
}

/** The successful answer of an operation that the store gives: of several the lowest status, of a creation 201. */
export function successResponse({ responses }: Operation, prefer?: string): Response | undefined {
  const good = responses.filter(({ status }) => /^2\d\d$/.test(status));
  return (
    good.find(({ status }) => status === prefer) ??
    good[0] ??
    responses.find(({ status }) => status === "2XX") ??
    responses.find(({ status }) => status === "default")
  );
}

/** Schema of a body in JSON, or in a form or of any type where it comes to the service. */
export function jsonSchema(content: readonly Content[], isRequest = false): Schema | undefined {
  const preferred = preferredContent(content);
  const json = preferred && allowsJson(preferred.mediaType) ? preferred : undefined;
  const form = isRequest ? content.find(({ mediaType }) => /urlencoded|form-data|^\*\/\*/i.test(mediaType)) : undefined;
  const found = json ?? form;
  return found && (found.schema ?? {});
}

/** Names of envelopes around one item. */
const ENVELOPE = /^(?:data|result|item|response|payload|body|value)$/i;

/**
 * Where an item is in a body: the body itself, or the one object in it that has an id. A body without any id is itself the
 * item, if it is an object.
 */
export function itemPlace(schema: Schema, naming: Naming, schemas: Schemas, depth = 0): ItemPlace | undefined {
  if (itemSchemaOf(schema, schemas) !== undefined) {
    const one = withoutLists(schema, schemas);
    return one && itemPlace(one, naming, schemas, depth);
  }
  // A schema that says nothing allows an item, too.
  if (!isObjectSchema(schema, schemas))
    return isSilent(schema, schemas) ? { at: [], schema, id: undefined } : undefined;
  const id = findId(schema, naming, schemas);
  // An object with an id of its own is the item, whatever else lies in it.
  if (id !== undefined) return { at: [], schema, id };
  const inner = [...propertiesOf(schema, schemas).values()].filter(
    (one) =>
      // What tells of a thing is not the thing.
      !/^meta(?:data)?$/i.test(one.name) &&
      itemSchemaOf(one.schema, schemas) === undefined &&
      (propertiesOf(one.schema, schemas).size > 0 || (ENVELOPE.test(one.name) && isAnyObject(one.schema, schemas))),
  );
  const isNoun = ({ name }: { readonly name: string }): boolean => canonical(name) === canonical(singular(naming.noun));
  const named = inner.find((one) => ENVELOPE.test(one.name) || isNoun(one));
  const list = named === undefined && depth < 2 ? listOfOne(schema, naming, schemas) : undefined;
  if (list !== undefined) return list;
  const nested = named ?? (inner.length === 1 ? inner[0] : undefined);
  const found = nested && depth < 2 ? itemPlace(nested.schema, naming, schemas, depth + 1) : undefined;
  if (nested === undefined || found === undefined) return { at: [], schema, id };
  // A thing in an envelope of its own name needs no id to be known as such.
  if (found.id === undefined && !isNoun(nested)) return { at: [], schema, id };
  return { ...found, at: [nested.name, ...found.at] };
}

/** An item that is the one in a list, which is called as its collection is: `{ "contacts": [{ "id": 1 }] }`. */
function listOfOne(schema: Schema, naming: Naming, schemas: Schemas): ItemPlace | undefined {
  const named = [...propertiesOf(schema, schemas).values()].find(
    ({ name, schema: list }) => canonical(name) === canonical(naming.noun) && isOfType(list, ["array"], schemas),
  );
  const items = named && itemSchemaOf(named.schema, schemas);
  const id = items && findId(items, naming, schemas);
  return id && { at: [named.name, FIRST], schema: items, id };
}

const single = new WeakMap<Schema, Schema>();

/** What an answer is that may be one thing or a list of them; undefined where it is always a list. */
function withoutLists(schema: Schema, schemas: Schemas): Schema | undefined {
  const target = deref(schema, schemas);
  const kind = target.oneOf === undefined ? "anyOf" : "oneOf";
  const things = (target[kind] ?? []).filter(
    (one) => itemSchemaOf(one, schemas) === undefined && propertiesOf(one, schemas).size > 0,
  );
  if (things.length === 0) return undefined;
  const made = single.get(target) ?? { [kind]: things };
  single.set(target, made);
  return made;
}

function isSilent(schema: Schema, schemas: Schemas): boolean {
  return partsOf(schema, schemas).every(
    ({ type, enum: values, const: value }) => (type ?? values ?? value) === undefined,
  );
}

/** Where in a body a list is. */
export interface ListPlace {
  readonly at: Place;
  readonly items: Schema;
  /** Where in a value of the list an item is. Absent: it is the value. */
  readonly inner?: Place;
}

const LISTS = /^(?:items|data|results?|records|entries|values|rows|list|objects|content|elements)$/i;

/** Where a list of objects is in a body: the body itself, or a field that is the only list, named as lists are, or as the path. */
export function listPlace(schema: Schema, noun: string, schemas: Schemas): ListPlace | undefined {
  const list = outerList(schema, noun, schemas);
  const inner = list && wrapped(list.items, noun, schemas);
  return inner ? { at: list.at, items: inner.schema, inner: [inner.name] } : list;
}

/** The item in each value of a list that has no id, and little beside it: `{ "entry": { "id": 1 } }`. */
function wrapped(items: Schema, noun: string, schemas: Schemas): Property | undefined {
  const own = [...propertiesOf(items, schemas).values()];
  const naming = { parameter: undefined, noun };
  if (own.length === 0 || own.length > MOST_BESIDE || findId(items, naming, schemas) !== undefined) return undefined;
  const things = own.filter((one) => !isOfType(one.schema, ["array"], schemas) && findId(one.schema, naming, schemas));
  const [found] = things.length === 1 ? things : [];
  const isNoun = found && canonical(singular(noun)).endsWith(canonical(found.name));
  // A role beside a user, or a quantity beside an item, makes the value a thing of its own.
  const isPlain = own.every((one) => one === found || BESIDE.test(canonical(one.name)));
  return found && isPlain && (isNoun || WRAPPER.test(found.name)) ? found : undefined;
}

const WRAPPER = /^(?:entry|node|item|resource|object|record|data|value)$/i;

/** Fields that tell of an item's place in a list, or of how it came there. */
const BESIDE =
  /^(?:cursor|score|rank|position|index|highlights?|match(?:es)?|links?|self|href|url|meta(?:data)?|type|kind|etag|(?:added|saved|liked|followed|starred|published)at)$/;

/** Fields of a value in a list, of which one is the item. */
const MOST_BESIDE = 3;

function outerList(schema: Schema, noun: string, schemas: Schemas, depth = 0): ListPlace | undefined {
  const direct = isOfType(schema, ["array"], schemas) ? itemSchemaOf(schema, schemas) : undefined;
  if (direct !== undefined) return { at: [], items: direct };
  const lists = [...propertiesOf(schema, schemas).values()].flatMap(({ name, schema: list }) => {
    const items = isOfType(list, ["array"], schemas) ? itemSchemaOf(list, schemas) : undefined;
    return items !== undefined && isObjectSchema(items, schemas) ? [{ at: [name], items }] : [];
  });
  const name = ({ at }: ListPlace): string => at[0] ?? "";
  const found =
    lists.find((list) => canonical(name(list)) === canonical(noun)) ??
    lists.find((list) => LISTS.test(name(list))) ??
    (lists.length === 1 ? lists[0] : undefined);
  if (found !== undefined || depth > 0) return found;
  // An envelope around the envelope: `{ "data": { "items": [] } }`.
  const envelope = [...propertiesOf(schema, schemas).values()].find(
    (one) =>
      ENVELOPE.test(one.name) ||
      ((LISTS.test(one.name) || /^_?embedded$/i.test(one.name)) && isOfType(one.schema, ["object"], schemas)),
  );
  const inner = envelope && outerList(envelope.schema, noun, schemas, depth + 1);
  return envelope && inner && { at: [envelope.name, ...inner.at], items: inner.items };
}

/** Where a list of items is in a body; undefined where the body is itself an item with a list in it, or a list of texts. */
export function listOfItems(
  body: Schema,
  { noun, item }: { readonly noun: string; readonly item: Schema },
  schemas: Schemas,
): ListPlace | undefined {
  const list = listPlace(body, noun, schemas);
  const reference = referenceOf(body);
  const isItem = reference !== undefined && reference === referenceOf(item);
  if (list === undefined || isItem) return undefined;
  const isScalar = !isObjectSchema(list.items, schemas) && isOfType(list.items, SCALARS, schemas);
  return isScalar ? undefined : list;
}

const SCALARS = ["string", "integer", "number", "boolean"];

/** Where in a request's body the fields of an item are: in the body itself, or in an object whose fields are those of the item. */
export function bodyPlace(schema: Schema, item: Schema, schemas: Schemas): Place {
  const fields = new Set([...propertiesOf(item, schemas).keys()].map(canonical));
  const shared = (one: Schema): number =>
    [...propertiesOf(one, schemas).keys()].filter((name) => fields.has(canonical(name))).length;
  const all = [...propertiesOf(schema, schemas).values()];
  const [list] = all.length === 1 ? all : [];
  // A list that is all of the body has the one item.
  if (list !== undefined && !fields.has(canonical(list.name)) && shared(itemSchemaOf(list.schema, schemas) ?? {}) > 1)
    return [list.name, FIRST];
  const inner = all.filter((one) => shared(one.schema) > 0 && itemSchemaOf(one.schema, schemas) === undefined);
  const [only] = inner;
  const isWrapped = inner.length === 1 && only !== undefined && !fields.has(canonical(only.name));
  return isWrapped && shared(schema) < shared(only.schema) ? [only.name] : [];
}
