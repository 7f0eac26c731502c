import type { ItemStream, Json, Model } from "@svc/model/data";
import type { Arbitrary } from "fast-check";
import { streamOf } from "../builders/stream-items.ts";
import { isRecord } from "../json.ts";
import { type Compiler, compilerOf, type Node } from "../shape/compiler.ts";
import type { FastCheckModule, JsonArbitrary } from "./node-arbitrary.ts";

/** Arbitraries of the items of streams; `Items` maps operation ids to them. */
export interface StreamArbitraries<Items> {
  /** Any item that the operation's stream may send. */
  streamItem<Id extends keyof Items>(operationId: Id): Arbitrary<Items[Id]>;
  /** Any whole stream of the operation; events that have ids have different ones. */
  streamItems<Id extends keyof Items>(
    operationId: Id,
    options?: { readonly minLength?: number; readonly maxLength?: number },
  ): Arbitrary<Items[Id][]>;
}

/** Creates the arbitraries of the items of streams. */
export function createStreamArbitraries(
  model: Model,
  arbitraryOf: (node: Node) => JsonArbitrary,
  fc: FastCheckModule,
): StreamArbitraries<{ [id: string]: unknown }> {
  const compiler = compilerOf(model.schemas);
  const itemOf = (id: string): JsonArbitrary => {
    const { stream } = streamOf(model, id);
    const node = compiler.compile(stream.item);
    if (node.shapes.length === 0) throw new TypeError(`arbitrary.streamItem: ${id}: the schema allows no value`);
    const any = arbitraryOf(node);
    if (stream.framing !== "events") return any;
    return any.map((event) => sendable(event, stream, compiler)).filter((event) => isSendable(event, stream));
  };
  return {
    streamItem: (id) => itemOf(String(id)),
    streamItems(id, { minLength = 0, maxLength = 10 } = {}) {
      const { stream } = streamOf(model, String(id));
      const several = fc.array(itemOf(String(id)), { minLength, maxLength });
      return several.map((items) => items.map((item, index) => numbered(item, { index, stream, compiler })));
    },
  };
}

/** An event without what no server-sent event can hold: line ends and NUL in its name and id. */
function sendable(event: Json, stream: ItemStream, compiler: Compiler): Json {
  if (!isRecord(event)) return event;
  const clean = { ...event } as { [name: string]: Json };
  for (const name of ["event", "id"]) {
    const text = clean[name];
    if (typeof text === "string") clean[name] = text.replaceAll(/[\r\n\0]/g, "");
    // An empty one is the same as none.
    if (clean[name] === "") delete clean[name];
  }
  return compiler.isValid(stream.item, clean) ? clean : event;
}

/** Whether a reader gets the event as it is: it does not end the stream, and has no characters that end a line. */
function isSendable(event: Json, { end, error }: ItemStream): boolean {
  const { event: name, id, data } = Object(event) as { readonly [name: string]: unknown };
  const isText = [name, id].every((text) => typeof text !== "string" || !/[\r\n\0]/.test(text));
  return isText && (end === undefined || data !== end) && (error === undefined || name !== error);
}

interface Numbering {
  readonly index: number;
  readonly stream: ItemStream;
  readonly compiler: Compiler;
}

/** The item with its position as its id, where it has one and may have that. */
function numbered(item: Json, { index, stream, compiler }: Numbering): Json {
  if (stream.framing !== "events" || !isRecord(item) || item["id"] === undefined) return item;
  const own = { ...item, id: String(index + 1) };
  return compiler.isValid(stream.item, own) ? own : item;
}
