import { encodeJson } from "@svc/fastapi-validation";
import type { ItemStream } from "@svc/model";

/** A server-sent event as handlers yield it; of other streams they yield the values. */
export interface SentEvent {
  readonly event?: string;
  readonly data: unknown;
  readonly id?: string;
  /** Time in milliseconds after which a client is to reconnect. */
  readonly retry?: number;
}

/** An item as it is sent. */
export function encodeItem(item: unknown, { framing, json }: ItemStream): string {
  if (framing === "lines") return `${encodeJson(item)}\n`;
  if (framing === "sequence") return `\u001e${encodeJson(item)}\n`;
  const { event, data, id, retry } = item as SentEvent;
  const isJson = json === true || json?.includes(event ?? "") || typeof data !== "string";
  const fields = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(isJson ? encodeJson(data) : data).split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return `${fields.join("\n")}\n\n`;
}

/** Text that ends a stream; empty where the document declares none. */
export function encodeEnd({ framing, end }: ItemStream): string {
  if (end === undefined) return "";
  return framing === "events" ? `data: ${end}\n\n` : `${end}\n`;
}

/**
 * The item as its schema describes it: of an event without what only its transport has.
 *
 * @throws TypeError for an event that cannot be sent
 */
export function describedItem(item: unknown, { framing }: ItemStream): unknown {
  if (framing !== "events") return item;
  if (typeof item !== "object" || item === null || !("data" in item))
    throw new TypeError("yield an event: { data }, with event and id where it has them.");
  const { retry: _, ...described } = item as SentEvent;
  for (const name of ["event", "id"] as const) {
    if (/[\r\n\0]/.test(described[name] ?? "")) throw new TypeError(`${name}: line ends and NUL cannot be sent.`);
  }
  return described;
}
