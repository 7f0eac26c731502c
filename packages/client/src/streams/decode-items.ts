import { streamOf } from "../call/read-body.ts";
import type { OperationRow, StreamRow } from "../table.ts";
import { createEventParser, type Position, type RawEvent } from "./event-parser.ts";
import type { Stream } from "./options.ts";
import { createValueParser, parseItem, type RawValue } from "./value-parser.ts";

/** Meaning of a part of a stream. */
export type Decoded =
  | {
      readonly kind: "item";
      readonly value: unknown;
      /** The value as it came; of an event its data. */
      readonly text: string;
      readonly event?: string | undefined;
      readonly id?: string | undefined;
    }
  | { readonly kind: "end" }
  | { readonly kind: "error"; readonly body: unknown }
  /** An item that is no JSON, where JSON is due, or one of too many values. */
  | { readonly kind: "broken" };

export interface ItemDecoder {
  push(bytes: Uint8Array): Decoded[];
  /** The last items, and whether the stream ended within one. */
  end(): { readonly items: Decoded[]; readonly isCut: boolean };
  /** Characters of an item that is not complete. */
  readonly held: number;
  /** Server-sent events: where to continue, and when. */
  readonly position: Position;
}

export function createItemDecoder(contentType: string, row: StreamRow, position: Position): ItemDecoder {
  // Node.js would remove a second byte order mark, where the first is cut.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let isBegun = false;
  const toText = (bytes?: Uint8Array): string => {
    const text = decoder.decode(bytes, { stream: bytes !== undefined });
    const isMarked = !isBegun && text.startsWith("\ufeff");
    isBegun ||= text !== "";
    return isMarked ? text.slice(1) : text;
  };
  if (isEvents(contentType)) {
    const parser = createEventParser(position);
    const push = (text: string): Decoded[] => {
      const items: Decoded[] = [];
      for (const event of parser.push(text)) {
        const item = decodeEvent(event, row);
        if (item) items.push(item);
      }
      return items;
    };
    return {
      push: (bytes) => push(toText(bytes)),
      // An event without the empty line after it is no event.
      end: () => ({ items: push(toText()), isCut: parser.held > 0 }),
      get held() {
        return parser.held;
      },
      get position() {
        return parser.position;
      },
    };
  }
  const parser = createValueParser();
  // A mark such as `END OF STREAM` is no value, but a line of its own.
  const isLine = /^[^[{"].*[\s[\]{}"]/s.test(row.end ?? "");
  let line = "";
  const split = (text: string, isLast = false): RawValue[] => {
    if (!isLine) return parser.push(text);
    line += text;
    if (!isLast && !text.includes("\n")) return [];
    const lines = line.split("\n");
    line = isLast ? "" : (lines.pop() ?? "");
    return lines.flatMap((one) => {
      const mark = one.trim();
      return mark === row.end ? { text: mark, value: undefined, isBad: false } : parser.push(`${one}\n`);
    });
  };
  const decode = ({ text, value, isBad }: RawValue): Decoded =>
    row.end !== undefined && text === row.end
      ? { kind: "end" }
      : isBad
        ? { kind: "broken" }
        : { kind: "item", value, text };
  return {
    push: (bytes) => split(toText(bytes)).map(decode),
    end() {
      const items = [...split(toText(), true), ...parser.end()].map(decode);
      const isCut = items.at(-1)?.kind === "broken";
      return { items: isCut ? items.slice(0, -1) : items, isCut };
    },
    get held() {
      return parser.held + line.length;
    },
    position,
  };
}

/** The meaning of an event; `undefined` for one without data where JSON is due, which services send to keep a connection alive. */
function decodeEvent({ event, data, id }: RawEvent, { json, end, error }: StreamRow): Decoded | undefined {
  if (end !== undefined && data === end) return { kind: "end" };
  const isError = error !== undefined && event === error;
  let parsed: unknown = data;
  if (json === true || json?.includes(event ?? "") || isError) {
    try {
      parsed = parseItem(data);
    } catch {
      if (!isError) return data.trim() ? { kind: "broken" } : undefined;
    }
  }
  if (isError) return { kind: "error", body: parsed };
  // A stream may have a million of them: no objects are spread.
  if (event === undefined)
    return { kind: "item", value: id === undefined ? { data: parsed } : { data: parsed, id }, text: data, event, id };
  const value = id === undefined ? { event, data: parsed } : { event, data: parsed, id };
  return { kind: "item", value, text: data, event, id };
}

export function decoderOf({ headers }: Response, { streams }: OperationRow, position: Position): ItemDecoder {
  const type = headers.get("content-type") ?? "";
  return createItemDecoder(type, rowOf(streams?.types ?? {}, type) ?? {}, position);
}

export function isEvents(contentType: string | null): boolean {
  return /event-stream/i.test(contentType ?? "");
}

/** The row of a content type, whatever its parameters; of a type that the document does not name, the first. */
export function rowOf<Row>(rows: { readonly [mediaType: string]: Row }, contentType: string | null): Row | undefined {
  const essence = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();
  const all = Object.entries(rows);
  return (all.find(([type]) => essence(type) === essence(contentType ?? "")) ?? all[0])?.[1];
}

/** A stream as bytes, one line of JSON per item, read as it is asked for. */
export function toLines(
  stream: Stream<unknown>,
  toJson: (item: unknown) => string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const next = async () => {
    const { done, value } = await stream.next();
    return done ? undefined : encoder.encode(`${toJson(value)}\n`);
  };
  return streamOf(next, () => stream.close());
}
