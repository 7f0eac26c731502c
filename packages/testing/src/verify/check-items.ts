import type { ItemStream } from "@svc/model";
import type { Issue, Validate } from "@svc/schema";
import { isWhole, itemTexts } from "../redaction/redact-recording.ts";

/** Items that are read of one stream, which may have no end. */
const ITEM_LIMIT = 100;
/** Most characters of an item: more are no item that a client could read. */
const LENGTH_LIMIT = 5_242_880;

/** Issues of a stream's items, with the position of each item, and the number of items that were read. */
export interface CheckedItems {
  readonly issues: readonly Issue[];
  readonly count: number;
}

/**
 * Reads the first items of a live stream and checks each by its schema; leaves the stream then.
 *
 * @param signal ends a stream that says nothing any more: it is no difference
 */
export async function checkItems(
  body: ReadableStream<Uint8Array>,
  stream: ItemStream,
  validate: Validate,
  signal: AbortSignal,
): Promise<CheckedItems> {
  const issues: Issue[] = [];
  let count = 0;
  const note = (pointer: string, message: string): void => void issues.push({ pointer, message });
  try {
    for await (const text of readItems(body, stream)) {
      const item = decodeItem(text, stream);
      if (item === "end" || count === ITEM_LIMIT) break;
      if (item === "none") continue;
      const place = `/${count++}`;
      if ("problem" in item) note(place, item.problem);
      else for (const { pointer, message } of validate(stream.item, item.value)) note(place + pointer, message);
    }
  } catch (error) {
    if (error instanceof RangeError) note(`/${count}`, error.message);
    else if (!signal.aborted) note(`/${count}`, "the stream breaks off");
  }
  return { issues, count };
}

/** The texts of the items, as they come. @throws RangeError for an item without an end */
async function* readItems(body: ReadableStream<Uint8Array>, { framing }: ItemStream): AsyncGenerator<string, void> {
  const kind = framing === "events" ? "events" : "lines";
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let held = "";
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const items = itemTexts(held + decoder.decode(next.value, { stream: true }), kind);
      held = isWhole(items.at(-1) ?? "", kind) ? "" : (items.pop() ?? "");
      if (held.length > LENGTH_LIMIT) throw new RangeError(`expected an item of at most ${LENGTH_LIMIT} characters`);
      yield* items;
    }
    // An event without an empty line after it is none.
    if (kind === "lines" && held !== "") yield held;
  } finally {
    reader.cancel().catch(() => {});
  }
}

type DecodedItem = "none" | "end" | { readonly value: unknown } | { readonly problem: string };

function decodeItem(text: string, stream: ItemStream): DecodedItem {
  if (stream.framing === "events") return decodeEvent(text, stream);
  const line = (text.startsWith("\u001e") ? text.slice(1) : text).trim();
  if (line === "") return "none";
  return line === stream.end ? "end" : parsed(line, "expected JSON");
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function decodeEvent(text: string, { json, end, error }: ItemStream): DecodedItem {
  const data: string[] = [];
  const fields: { event?: string; id?: string } = {};
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name, value = ""] = /^([^:]*)(?::\x20?(.*))?$/su.exec(line) ?? [];
    if (name === "data") data.push(value);
    if ((name === "event" && value !== "") || (name === "id" && !value.includes("\0"))) fields[name] = value;
  }
  const joined = data.join("\n");
  if (data.length === 0) return "none";
  if (end !== undefined && joined === end) return "end";
  // Declared by its name only: its data has no schema.
  if (error !== undefined && fields.event === error) return "end";
  const isJson = json === true || json?.includes(fields.event ?? "") === true;
  const read = isJson ? parsed(joined, "expected JSON in data") : { value: joined };
  return "problem" in read ? read : { value: { ...fields, data: read.value } };
}

function parsed(text: string, problem: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem };
  }
}
