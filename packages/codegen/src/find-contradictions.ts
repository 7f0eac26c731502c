import {
  type Content,
  childPointer,
  createWork,
  type Finding,
  type Model,
  type Operation,
  refName,
  type Schema,
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
  const unexplored: Finding[] = [];
  const empty = [...places].flatMap(([pointer, { schema, example }]): Empty[] => {
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

function explore(schema: Schema, schemas: Model["schemas"], example: Content["example"]): Explored {
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
