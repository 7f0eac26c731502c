import type { InboxDeclaration } from "@svc/model";
import { type Cell, type Resource, type Store, timeOf } from "@svc/resources";
import { textsOf } from "../state/state-tree.ts";
import { findOneTimeCode, type OneTimeCode } from "./one-time-code.ts";
import { decodeEntities, readableText } from "./readable-text.ts";
import type { ItemPlace } from "./store-form.ts";
import { pathWith } from "./store-view.ts";

/** The messages that a fake holds. */
export interface Inbox {
  /** Inboxes in which there is, or was, something; the first 200. */
  readonly boxes: readonly InboxBox[];
  /** Messages of the box that was asked for, or of all; newest first. */
  readonly messages: readonly MessageRow[];
  /** Messages that are not listed because there are too many. */
  readonly leftOut: number;
}

/** The messages at one place. */
export interface InboxBox {
  /** The path with its values: `/personas/ada/emails`. */
  readonly place: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly total: number;
  readonly unread: number;
}

/** A message as the list shows it. */
export interface MessageRow {
  readonly place: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly id: string;
  readonly subject: string;
  /** Name of the sender, or the address. */
  readonly sender: string;
  /** As the document has it. */
  readonly at: string;
  readonly isUnread: boolean;
}

/** A message with its bodies. */
export interface Message extends MessageRow {
  readonly from: string;
  readonly to: string;
  /** Undefined: the message has none. */
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** The item as answers show it, with what only the fake knows. */
  readonly source: unknown;
  readonly code: OneTimeCode | undefined;
  /** Addresses of web pages in it, the first ones. */
  readonly links: readonly string[];
}

/** Inboxes, messages and links that are listed. */
const LIMIT = 200;
const LINKS = 20;

/** Number of messages and of those that nobody has read; undefined: the document declares no inbox. */
export function inboxCount(store: Store): { readonly total: number; readonly unread: number } | undefined {
  if (!store.resources.some(({ inbox }) => inbox !== undefined)) return undefined;
  const boxes = holdersOf(store).map(boxOf);
  const sum = (key: "total" | "unread"): number => boxes.reduce((count, box) => count + box[key], 0);
  return { total: sum("total"), unread: sum("unread") };
}

/** The messages of a store. @param wanted place of a box; undefined: of all */
export function inboxOf(store: Store, wanted?: string): Inbox {
  const holders = holdersOf(store);
  const listed = holders
    .filter(({ place }) => wanted === undefined || place === wanted)
    .flatMap((holder) => holder.items.map((item) => ({ holder, item, time: timeOf(fieldOf(holder, item, "at")) || 0 })))
    .sort((a, b) => b.time - a.time || b.item.serial - a.item.serial);
  return {
    boxes: holders.slice(0, LIMIT).map(boxOf),
    messages: listed.slice(0, LIMIT).map(({ holder, item }) => rowOf(holder, item)),
    leftOut: Math.max(0, listed.length - LIMIT),
  };
}

/** A message. @throws TypeError if there is none at that place */
export function messageOf(store: Store, { path, parameters, id = "" }: ItemPlace): Message {
  const place = pathWith(path, parameters);
  const holder = holdersOf(store).find((one) => one.path === path && one.place === place);
  const item = holder?.items.find((one) => one.id === id);
  if (holder === undefined || item === undefined)
    throw new TypeError(`There is no message ${JSON.stringify(id)} at ${place}.`);
  const row = rowOf(holder, item);
  const bodyOf = (part: "text" | "html"): string | undefined => textOf(fieldOf(holder, item, part)) || undefined;
  const [text, html] = [bodyOf("text"), bodyOf("html")];
  return {
    ...row,
    from: textOf(fieldOf(holder, item, "from")),
    to: textOf(fieldOf(holder, item, "to")) || parameters.join(" / "),
    text,
    html,
    source: { ...item.fields, ...textsOf(item.extra, holder.resource) },
    code: findOneTimeCode(`${row.subject}\n${text ?? readableText(html ?? "")}`),
    links: linksOf(text ?? "", html ?? ""),
  };
}

/** The messages at one place, as the store has them. */
interface BoxHolder {
  readonly resource: Resource;
  readonly inbox: InboxDeclaration;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly place: string;
  readonly items: readonly StoredMessage[];
}

type StoredMessage = (Cell["items"] extends ReadonlyMap<string, infer Item> ? Item : never) & { readonly id: string };

function holdersOf(store: Store): BoxHolder[] {
  return store.resources.flatMap((resource) => {
    const { inbox, path } = resource;
    if (inbox === undefined) return [];
    const held = store.all(resource).filter(({ cell }) => cell.isSeeded);
    return held.map(({ parameters, cell }) => {
      const items = [...cell.items].map(([id, item]) => ({ ...item, id }));
      return { resource, inbox, path, parameters, place: pathWith(path, parameters), items };
    });
  });
}

function boxOf(holder: BoxHolder): InboxBox {
  const { place, path, parameters, items } = holder;
  const unread = items.filter((item) => isUnread(holder, item)).length;
  return { place, path, parameters, total: items.length, unread };
}

function rowOf(holder: BoxHolder, item: StoredMessage): MessageRow {
  const { place, path, parameters } = holder;
  const part = (name: keyof InboxDeclaration): string => textOf(fieldOf(holder, item, name));
  return {
    place,
    path,
    parameters,
    id: item.id,
    subject: part("subject"),
    sender: part("name") || part("from"),
    at: part("at"),
    isUnread: isUnread(holder, item),
  };
}

function isUnread(holder: BoxHolder, item: StoredMessage): boolean {
  return fieldOf(holder, item, "unread") === true;
}

/** The value of a field that the declaration names, or of an extra. */
function fieldOf(
  { inbox, resource }: BoxHolder,
  { fields, extra }: StoredMessage,
  part: keyof InboxDeclaration,
): unknown {
  const name = inbox[part];
  const own = (values: { readonly [name: string]: unknown }): unknown =>
    name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
  return own(fields) ?? own(extra) ?? (own(resource.extra) as Resource["extra"][string] | undefined)?.default;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Addresses that begin with http, once each. */
function linksOf(text: string, html: string): string[] {
  const written = text.match(/\bhttps?:\/\/[^\s<>"'()]+/g) ?? [];
  const linked = [...html.matchAll(/\shref\s?=\s?(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi)].map(([, a, b]) =>
    decodeEntities(a ?? b ?? "").trim(),
  );
  const all = [...linked, ...written.map((one) => one.replace(/(?<![.,;:!?])[.,;:!?]+$/, ""))];
  return [...new Set(all.filter((one) => /^https?:\/\/[^/]/i.test(one) && URL.canParse(one)))].slice(0, LINKS);
}
