import { type Json, nameHelp, type Schema, type Schemas, typesOf } from "@svc/model";
import { isNullable, type Property, partsOf, pathShape, propertiesOf, type Resource, type Store } from "@svc/resources";
import { textsOf } from "../state/state-tree.ts";

/** A resource that the page can add to. */
export interface FormChoice {
  /** Path template without the parameter of an item. */
  readonly path: string;
  readonly kind: Resource["kind"];
}

/** Form by which the page adds and changes the items of a resource, made from its schema. */
export interface StoreForm extends FormChoice {
  /** Names of the path's parameters. */
  readonly parameters: readonly string[];
  /** Field that has an item's id. */
  readonly id: string | undefined;
  readonly fields: readonly FormField[];
}

/** Field of a form. */
export interface FormField {
  readonly name: string;
  /** `json`: whatever is neither a text nor a number nor one of a few values. */
  readonly input: "text" | "long" | "number" | "choice" | "json";
  /** Values of a `choice`. */
  readonly choices: readonly Json[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The document's words on it, in short. */
  readonly hint: string;
}

/** Where an item is, as the page names it. */
export interface ItemPlace {
  readonly path: string;
  readonly parameters: readonly string[];
  /** Absent: a new item. */
  readonly id?: string;
}

/** Resources of a store by path. */
export function formChoices({ resources }: Store): FormChoice[] {
  return resources.map(({ path, kind }) => ({ path, kind }));
}

/** The form of a resource. @throws TypeError if there is no such resource */
export function storeForm(store: Store, schemas: Schemas, wanted: string): StoreForm {
  const resource = resourceAt(store, wanted);
  const { path, kind, schema, id, extra } = resource;
  const own = [...propertiesOf(schema, schemas).values()].map((property) => toField(property, schemas));
  const further = Object.entries(extra).map(([name, declared]) => extraField(name, declared));
  return { path, kind, parameters: pathShape(path).parameters, id, fields: [...own, ...further] };
}

/** An item with all that tests know of it. @throws TypeError if there is none */
export function readItem(store: Store, wanted: ItemPlace): { readonly value: unknown } {
  const resource = resourceAt(store, wanted.path);
  const item = findItem(store, resource, wanted);
  if (item === undefined) throw new TypeError(`There is no item ${JSON.stringify(wanted.id ?? "")}.`);
  return { value: { ...item.fields, ...textsOf(item.extra, resource) } };
}

/** Adds an item, or puts it in the place of one. @throws TypeError that begins with a JSON pointer to the field that is at fault */
export function putItem(store: Store, place: ItemPlace, value: unknown): { readonly value: unknown } {
  const resource = resourceAt(store, place.path);
  const parameters = checkedParameters(resource, place);
  const holder = store.hold(resource, parameters, (pointer, message) => `${pointer || resource.path}: ${message}`);
  const before = findItem(store, resource, { ...place, parameters });
  const id = resource.kind === "singleton" ? undefined : place.id;
  const kept = before === undefined ? {} : unchangedBytes(before.extra, value);
  let made: unknown;
  store.atOnce(() => {
    [made] = holder.add([value === undefined ? {} : value], kept, id);
  });
  return { value: made };
}

/** Removes an item. @throws TypeError if there is none */
export function removeItem(store: Store, place: ItemPlace): void {
  const resource = resourceAt(store, place.path);
  const holder = store.hold(resource, checkedParameters(resource, place), (_pointer, message) => message);
  if (!holder.remove(place.id ?? "")) throw new TypeError(`There is no item ${JSON.stringify(place.id ?? "")}.`);
}

function resourceAt({ resources }: Store, path: string): Resource {
  const found = resources.find((one) => one.path === path);
  if (found !== undefined) return found;
  const all = resources.map((one) => one.path);
  throw new TypeError(`Nothing is stored at ${JSON.stringify(path)}; ${nameHelp(path, all)}`);
}

function checkedParameters({ path }: Resource, { parameters }: ItemPlace): readonly string[] {
  for (const [index, name] of pathShape(path).parameters.entries()) {
    if (typeof parameters?.[index] !== "string" || parameters[index] === "")
      throw new TypeError(`${name}: say which one.`);
  }
  return parameters;
}

function findItem(store: Store, resource: Resource, { parameters, id = "" }: ItemPlace) {
  const wanted = JSON.stringify(parameters);
  return store
    .all(resource)
    .find((found) => JSON.stringify(found.parameters) === wanted)
    ?.cell.items.get(id);
}

/** Bytes that a form shows as text and gives back as they were. */
function unchangedBytes(extra: { readonly [name: string]: unknown }, value: unknown): { [name: string]: unknown } {
  const given = Object(value) as { readonly [name: string]: unknown };
  return Object.fromEntries(
    Object.entries(extra).filter(
      ([name, bytes]) => bytes instanceof Uint8Array && new TextDecoder().decode(bytes) === given[name],
    ),
  );
}

function toField({ name, schema, required }: Property, schemas: Schemas): FormField {
  const parts = partsOf(schema, schemas);
  const types = new Set(parts.flatMap(typesOf).filter((type) => type !== "null"));
  const choices = choicesOf(parts, types);
  const [type] = types.size === 1 ? types : [];
  return {
    name,
    choices,
    input: choices.length > 0 ? "choice" : inputOf(type, name, parts),
    isRequired: required,
    isNullable: isNullable(schema, schemas),
    hint: hintOf(parts, type),
  };
}

function choicesOf(parts: readonly Schema[], types: ReadonlySet<string>): readonly Json[] {
  const listed = parts.find((part) => part.enum !== undefined)?.enum ?? [];
  const values = listed.filter((value) => value !== null) as readonly Json[];
  const isBoolean = types.size === 1 && types.has("boolean");
  return values.length > 0 || !isBoolean ? values : [true, false];
}

/** Texts that have several lines. */
const LONG = /content|body|html|description|notes?$|message|markdown|bio$/i;

function inputOf(type: string | undefined, name: string, parts: readonly Schema[]): FormField["input"] {
  if (type === "integer" || type === "number") return "number";
  if (type !== "string") return "json";
  const isShort = parts.some(
    ({ format, maxLength = Number.POSITIVE_INFINITY }) => format !== undefined || maxLength < 80,
  );
  return LONG.test(name) && !isShort ? "long" : "text";
}

function hintOf(parts: readonly Schema[], type: string | undefined): string {
  const first = <Key extends keyof Schema>(key: Key): Schema[Key] | undefined =>
    parts.find((part) => part[key] !== undefined)?.[key];
  const [format, minimum, maximum, maxLength] = [
    first("format"),
    first("minimum"),
    first("maximum"),
    first("maxLength"),
  ];
  const facts = [
    format ?? (type === "integer" ? "integer" : undefined),
    minimum === undefined ? undefined : `at least ${minimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    type === undefined ? "JSON" : type === "object" || type === "array" ? `JSON, ${type}` : undefined,
    first("description")?.split("\n", 1)[0],
  ];
  return facts.filter((fact) => fact !== undefined && fact !== "").join(" · ");
}

function extraField(name: string, { type }: Resource["extra"][string]): FormField {
  const input = type === "content" ? "long" : type === "boolean" ? "choice" : type === "number" ? "number" : "text";
  const choices = type === "boolean" ? [true, false] : [];
  return {
    name,
    input,
    choices,
    isRequired: false,
    isNullable: false,
    hint: "Only the fake knows it: answers do not show it.",
  };
}
