import {
  type Content,
  deref,
  findOperation,
  type ItemStream,
  type Json,
  type Model,
  type Operation,
  successResponses,
  typesOf,
} from "@svc/model/data";
import { isRecord } from "../json.ts";
import { compilerOf } from "../shape/compiler.ts";
import { BuildError } from "./build-error.ts";
import { type BuilderContext, buildChanged, resolve, severalOf } from "./create-builder.ts";
import { type GenerateContext, generate } from "./generate.ts";
import { fork } from "./random.ts";
import type { StreamBuilders } from "./types.ts";

/** The content of a stream. */
export type StreamContent = Content & { readonly stream: ItemStream };

/**
 * The first stream among the successes of an operation.
 *
 * @throws BuildError where there is no such operation, or it has no stream
 */
export function streamOf({ operations }: Model, id: string): StreamContent {
  const operation = findOperation(operations, id);
  const found = operation && streamsOf(operation)[0];
  if (found !== undefined) return found;
  const problem =
    operation === undefined ? `the document has no operation ${JSON.stringify(id)}` : `${id} has no stream`;
  throw new BuildError("build", [{ pointer: "", message: problem }]);
}

/** Whether any operation of a document gives a stream. */
export function hasStreams({ operations }: Model): boolean {
  return operations.some((operation) => streamsOf(operation).length > 0);
}

/** The streams of an operation's successes, in the order of the document. */
function streamsOf(operation: Operation): StreamContent[] {
  const content = successResponses(operation).flatMap((response) => response.content);
  return content.filter((one): one is StreamContent => one.stream !== undefined);
}

/** Items of a stream that nobody says the number of. */
const ITEMS = 3;

/**
 * Makes the items of a whole stream: those of an example or of a list that the document describes, else three. Events have
 * ids from 1, where the document leaves ids open.
 *
 * @param making what the values are made from, by the position of an item
 */
export function makeStream(
  { stream, schema, example }: StreamContent,
  making: (index: number) => GenerateContext,
): readonly Json[] {
  if (Array.isArray(example)) return example;
  const first = making(0);
  const isList = schema !== undefined && typesOf(deref(schema, first.schemas)).includes("array");
  const list = isList && stream.framing !== "events" ? generate(schema, first) : undefined;
  if (Array.isArray(list)) return list;
  const items = Array.from({ length: ITEMS }, (_, index) => makeItem(stream, making(index)));
  return items.filter((item) => item !== undefined);
}

/** Makes one item of a stream; undefined where the document allows none. Its id is its position, counted from 1. */
function makeItem({ item, framing }: ItemStream, making: GenerateContext): Json | undefined {
  const value = generate(item, making);
  if (framing !== "events" || !isRecord(value)) return value;
  const { overrides, schemas, index = 0 } = making;
  const isGiven = (name: string): boolean => isRecord(overrides) && Object.hasOwn(overrides, name);
  const numbered = isGiven("id") ? value : { ...value, id: String(index + 1) };
  // A made-up name says nothing: only those that the document lists are sent.
  const { event: _, ...unnamed } = numbered;
  const wishes = isGiven("event") ? [numbered] : [unnamed, numbered];
  return (wishes.find((one) => compilerOf(schemas).isValid(item, one)) ?? value) as Json;
}

/** Position of a made item in its sequence and in its stream, and what the caller wants of it. */
interface Order {
  readonly index: number;
  readonly position: number;
  readonly wish: unknown;
}

/** Creates the builders of the items of streams; `rewind` starts their sequences again. */
export function createStreamBuilders(
  model: Model,
  context: Omit<BuilderContext, "direction">,
): StreamBuilders<{ [id: string]: unknown }> & { rewind(): void } {
  const counts = new Map<string, number>();
  const next = (id: string): number => {
    const index = counts.get(id) ?? 0;
    counts.set(id, index + 1);
    return index;
  };
  const one = (id: string, { index, position, wish }: Order): Json => {
    const { stream } = streamOf(model, id);
    const place = { seed: fork(fork(context.seed, `item ${id}`), index), index: position };
    return buildChanged(
      `build.streamItem(${JSON.stringify(id)})`,
      { ...context, direction: "response" },
      { schema: stream.item, wish, attempt: (making) => makeItem(stream, { ...making, ...place }) },
    );
  };
  return {
    streamItem(operationId, overrides) {
      const id = String(operationId);
      const index = next(id);
      return one(id, { index, position: index, wish: resolve(index, overrides) });
    },
    streamItems(operationId, count = 3, overrides) {
      const id = String(operationId);
      return severalOf("build.streamItems", count, (position) =>
        one(id, { index: next(id), position, wish: resolve(position, overrides) }),
      );
    },
    rewind: () => counts.clear(),
  };
}
