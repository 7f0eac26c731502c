import {
  type Content,
  childPointer,
  constrains,
  createWork,
  type Finding,
  type Model,
  type Operation,
  refName,
  type Schema,
  type Schemas,
  successResponses,
} from "@svc/model";
import { compilerOf, generate, TooLargeError } from "@svc/schema";

/** Places that are told one by one. */
const MAX_TOLD = 50;

/**
 * The parameters, request bodies and success responses of operations for which the document allows no value, or whose
 * alternatives are too many to be explored, each place once: a named schema where it is declared, whatever refers to
 * it. What goes beyond fifty is counted in a last finding.
 */
export function findContradictions({ operations, schemas }: Model, file: string): Finding[] {
  const places = new Map(operations.flatMap(placesOf).map((place) => declared(place, schemas)));
  const evidentlyAllows = createEvidentlyAllows(schemas);
  const unexplored: Finding[] = [];
  const empty = [...places].flatMap(([pointer, { schema, example }]): Empty[] => {
    if (evidentlyAllows(schema)) return [];
    const { value, isWhole, excess } = explore(schema, schemas, example);
    if (!isWhole) unexplored.push({ file, pointer, message: UNEXPLORED });
    return value === undefined && (isWhole || excess !== undefined) ? [{ pointer, excess }] : [];
  });
  const told = empty.slice(0, MAX_TOLD).map(
    ({ pointer, excess }): Finding => ({
      file,
      pointer,
      message: `allows no value: ${excess ?? "its keywords contradict each other"}`,
    }),
  );
  return [...told, ...counted(empty.length - told.length, "allows no value", file), ...limited(unexplored, file)];
}

const UNEXPLORED =
  "is not explored to the end: its alternatives or patterns multiply; values are made and accepted without a check";

function limited(findings: readonly Finding[], file: string): Finding[] {
  return [...findings.slice(0, MAX_TOLD), ...counted(findings.length - MAX_TOLD, "is not explored to the end", file)];
}

function counted(more: number, what: string, file: string): Finding[] {
  return more <= 0
    ? []
    : [{ file, pointer: "", message: `${what} in ${more} more ${more === 1 ? "place" : "places"}` }];
}

/** A place without a value, and why none was looked for. */
interface Empty {
  readonly pointer: string;
  readonly excess: string | undefined;
}

interface Explored {
  readonly value: unknown;
  /** Whether there was work enough. */
  readonly isWhole: boolean;
  /** Why the value is too large to be made. */
  readonly excess?: string;
}

function explore(schema: Schema, schemas: Schemas, example: Content["example"]): Explored {
  const work = createWork();
  const { work: shared } = compilerOf(schemas);
  const { ends } = shared;
  const isWhole = (): boolean => work.ends === 0 && shared.ends === ends;
  const making = { schemas, seed: 1, exact: true, work };
  try {
    const value = generate(schema, { ...making, mode: "minimal" }) ?? generate(schema, { ...making, example });
    return { value, isWhole: isWhole() };
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    return { value: undefined, isWhole: isWhole(), excess: error.message };
  }
}

/** A schema of an operation, with the example of its media type, by its JSON pointer. */
type Place = readonly [pointer: string, { readonly schema: Schema; readonly example?: Content["example"] }];

function placesOf(operation: Operation): Place[] {
  const { parameters, body, method } = operation;
  const answers = method === "head" ? [] : successResponses(operation);
  const contents = [...(body === undefined ? [] : [body]), ...answers];
  return [
    ...parameters.map(({ schema, mediaType, pointer }): Place => [schemaPointer(pointer, mediaType), { schema }]),
    ...contents.flatMap(({ content, pointer }) =>
      content.flatMap(({ schema, example, mediaType }): Place[] =>
        schema === undefined
          ? []
          : [[schemaPointer(pointer, mediaType), { schema, ...(example !== undefined && { example }) }]],
      ),
    ),
  ];
}

function schemaPointer(pointer: string, mediaType: string | undefined): string {
  if (mediaType === undefined) return `${pointer}/schema`;
  return `${childPointer(`${pointer}/content`, mediaType)}/schema`;
}

/** The named schema that a place only refers to, else the place itself. */
function declared(place: Place, schemas: Model["schemas"]): Place {
  const [, { schema }] = place;
  if (schema.$ref === undefined || Object.keys(schema).length > 1) return place;
  const name = refName(schema.$ref);
  const named = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return named === undefined ? place : [named.pointer, { schema }];
}

/** Keywords that are looked at below, and those that an empty list or object fulfils. With any other, nothing is evident. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...["$ref", "allOf", "anyOf", "type", "enum", "format", "minimum", "maximum", "minLength", "maxLength"],
  ...["items", "minItems", "maxItems", "properties", "required", "additionalProperties"],
]);
/** Levels of required parts; deeper ones are left to who makes values. */
const MAX_DEPTH = 100;

/**
 * Tells of most schemas, without making a value, that they allow one; false says nothing. Each schema is looked at once,
 * whereas values repeat what they consist of.
 */
export function createEvidentlyAllows(schemas: Schemas): (schema: Schema) => boolean {
  const known = new Map<Schema, boolean>();
  let depth = 0;
  const allows = (schema: Schema): boolean => {
    const before = known.get(schema);
    if (before !== undefined || depth === MAX_DEPTH) return before === true;
    // Result for a schema that requires itself.
    known.set(schema, false);
    depth++;
    const result = keywordsOf(schema).every((keyword) => UNDERSTOOD.has(keyword)) && hasValue(schema);
    depth--;
    known.set(schema, result);
    return result;
  };
  const hasValue = (schema: Schema): boolean => {
    const { $ref, allOf = [], anyOf } = schema;
    if ($ref === undefined && allOf.length === 0 && anyOf === undefined)
      return hasScalar(schema) && hasItems(schema, allows) && hasRequired(schema, allows);
    // Keywords beside a combination may contradict it.
    if (keywordsOf(schema).length > 1 || allOf.length > 1) return false;
    const name = $ref === undefined ? undefined : refName($ref);
    const target = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name]?.schema : undefined;
    return (anyOf ?? [target ?? allOf[0]]).some((part) => part !== undefined && allows(part));
  };
  return allows;
}

/** Names of the keywords that say what a value is. */
function keywordsOf(schema: Schema): string[] {
  return Object.keys(schema).filter(constrains);
}

/** Whether scalars have room: listed values without bounds, whole bounds in order, lengths without a format. */
function hasScalar({ type, enum: listed, format, minimum, maximum, minLength, maxLength, required }: Schema): boolean {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const lengths = [minLength, maxLength].filter((length) => length !== undefined);
  const isListed = listed !== undefined;
  if (type?.length === 0 || listed?.length === 0) return false;
  if (isListed && (bounds.length > 0 || lengths.length > 0 || required !== undefined)) return false;
  if (lengths.length > 0 && format !== undefined) return false;
  return inOrder(lengths) && inOrder(bounds);
}

function inOrder([low = 0, high = low]: readonly number[]): boolean {
  return Number.isInteger(low) && Number.isInteger(high) && low <= high;
}

function hasItems(
  { items, minItems = 0, maxItems, enum: listed }: Schema,
  allows: (schema: Schema) => boolean,
): boolean {
  if (minItems === 0) return true;
  return listed === undefined && inOrder([minItems, maxItems ?? minItems]) && (items === undefined || allows(items));
}

function hasRequired(schema: Schema, allows: (schema: Schema) => boolean): boolean {
  const { required = [], properties = {}, additionalProperties } = schema;
  return required.every((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return property === undefined || allows(property);
  });
}
