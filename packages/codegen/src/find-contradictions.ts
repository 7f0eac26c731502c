import {
  type Content,
  childPointer,
  type Finding,
  type Model,
  type Operation,
  refName,
  type Schema,
  successResponses,
} from "@svc/model";
import { explainContradiction, generate, TooLargeError } from "@svc/schema";
import { createEvidentlyAllows } from "./evidently-allows.ts";

/** Places that are told one by one. */
const MAX_TOLD = 50;

/**
 * The parameters, request bodies and success responses of operations for which the document allows no value, each place once:
 * a named schema where it is declared, whatever refers to it. What goes beyond fifty is counted in a last finding.
 */
export function findContradictions({ operations, schemas }: Model, file: string): Finding[] {
  const places = new Map(operations.flatMap(placesOf).map((place) => declared(place, schemas)));
  const evidentlyAllows = createEvidentlyAllows(schemas);
  const empty = [...places].flatMap(([pointer, { schema, example }]): Empty[] => {
    if (evidentlyAllows(schema)) return [];
    const making = { schemas, seed: 1, exact: true };
    try {
      const value = generate(schema, { ...making, mode: "minimal" }) ?? generate(schema, { ...making, example });
      return value === undefined ? [{ pointer, schema, excess: undefined }] : [];
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error;
      return [{ pointer, schema, excess: error.message }];
    }
  });
  const told = empty.slice(0, MAX_TOLD).map(({ pointer, schema, excess }): Finding => {
    const reason = excess ?? explainContradiction(schema, schemas)?.message;
    return { file, pointer, message: `allows no value${reason === undefined ? "" : `: ${reason}`}` };
  });
  const more = empty.length - told.length;
  const rest = { file, pointer: "", message: `allows no value in ${more} more ${more === 1 ? "place" : "places"}` };
  return more === 0 ? told : [...told, rest];
}

/** A place without a value, and why none was looked for. */
interface Empty {
  readonly pointer: string;
  readonly schema: Schema;
  readonly excess: string | undefined;
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
