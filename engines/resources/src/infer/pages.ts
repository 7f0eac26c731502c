import { deref, detectPagination, type Operation, type Pagination, type Schema, type Schemas } from "@svc/model";
import { isOfType } from "../facts/facts.ts";
import { canonical, type Place } from "../facts/fields.ts";
import type { ListRole } from "../facts/list-role.ts";
import { singular } from "../facts/path-shape.ts";
import { fieldsAround } from "./envelope.ts";

const PAGE = /^(?:page|current_?page|page_?(?:number|no))$/i;
const SIZE = /^(?:per_?page|page_?size|limit)$/i;
const LIMIT = /^\$?(?:limit|top)$/i;
const COUNT = /^(?:total_?pages|pages|page_?count)$/i;
const CURSOR = /^(?:cursor|after|starting_?after|page_?token)$/i;
const OFFSET = /^(?:\$?offset|\$?skip)$/i;

type Paging = Pick<ListRole, "pagination" | "alsoPaged">;

interface Listed {
  readonly body: Schema;
  readonly at: Place;
  readonly noun: string;
  /** Field by which the items are told apart. */
  readonly id: string | undefined;
}

/** How a list is paged: by its parameters, or else by those that its response tells of. */
export function inferPages(operation: Operation, { body, at, noun, id }: Listed, schemas: Schemas): Paging {
  const detected = detectPagination(operation, schemas);
  const isById = id !== undefined && detected !== undefined && goesOnBehindId(operation, detected, noun);
  const pagination = isById ? { ...detected, key: [id] } : detected;
  if (pagination === undefined) return operation.parameters.some(isPaging) ? {} : toldPages(body, at, schemas);
  // A list that has both numbers of pages and of items is read by what the request sends.
  const offset = operation.parameters.find(({ in: location, name }) => location === "query" && OFFSET.test(name));
  if (pagination.kind !== "page" || offset === undefined) return { pagination };
  const { first: _, ...rest } = pagination;
  return { pagination, alsoPaged: { ...rest, kind: "offset", parameter: offset.name, ...ownSize(operation, schemas) } };
}

/** Whether the description of a cursor says that it is an item's id, whatever the response has in a field of its own. */
function goesOnBehindId({ parameters }: Operation, { kind, parameter, key }: Pagination, noun: string): boolean {
  if (key !== undefined || !/^(?:cursor|link)$/.test(kind)) return false;
  const { description = "" } = parameters.find(({ in: at, name }) => at === "query" && name === parameter) ?? {};
  const item = `(?:object|item|record|resource|${canonical(singular(noun)) || "object"})`;
  const isIdOf = [`\\b${item}(?:['’]s)? id\\b`, `\\b(?:id|identifier) of (?:the|an?)(?: \\w+){0,2} ${item}\\b`];
  return isIdOf.some((pattern) => new RegExp(pattern, "i").test(description));
}

/** The size of a part that goes with a number of items to skip; empty: that of a page. */
function ownSize({ parameters }: Operation, schemas: Schemas): Pick<Pagination, "size" | "defaultSize" | "maxSize"> {
  const limit = parameters.find(({ in: location, name }) => location === "query" && LIMIT.test(name));
  if (limit === undefined) return {};
  const { default: fallback, maximum } = deref(limit.schema, schemas);
  return {
    size: limit.name,
    ...(typeof fallback === "number" && { defaultSize: fallback }),
    ...(maximum !== undefined && { maxSize: maximum }),
  };
}

function isPaging({ in: location, name }: Operation["parameters"][number]): boolean {
  return location === "query" && [PAGE, SIZE, CURSOR, OFFSET].some((pattern) => pattern.test(name));
}

/**
 * Of a response that has the number and size of its page, or a cursor in what it calls next, where the document names no parameters:
 * these are called so, too.
 */
function toldPages(body: Schema, at: Place, schemas: Schemas): Paging {
  const fields = fieldsAround(body, at, schemas);
  const isNumber = (pattern: RegExp) =>
    fields.find(({ place, schema }) => pattern.test(place.at(-1) ?? "") && isOfType(schema, ["integer"], schemas));
  const [page, size] = [isNumber(PAGE), isNumber(SIZE)];
  const cursor = fields.find(
    ({ place, schema }) =>
      /^next/i.test(place.at(-2) ?? "") && CURSOR.test(place.at(-1) ?? "") && isOfType(schema, ["string"], schemas),
  );
  const common = { items: at, ...(size && { size: size.place.at(-1) ?? "" }) };
  const all: Pagination[] = [
    ...(cursor
      ? [{ kind: "cursor", parameter: cursor.place.at(-1) ?? "", next: cursor.place, ...common } as const]
      : []),
    ...(page && (size ?? isNumber(COUNT))
      ? [{ kind: "page", parameter: page.place.at(-1) ?? "", ...common } as const]
      : []),
  ];
  const [pagination, alsoPaged] = all;
  return { ...(pagination && { pagination }), ...(alsoPaged && { alsoPaged }) };
}
