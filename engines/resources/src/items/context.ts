import type { Json, Operation, Pagination, Schema } from "@svc/model/data";
import { propertiesOf } from "../facts/facts.ts";
import { isFields, spellings, valueAt } from "../facts/fields.ts";
import { pathShape, sharedParameters } from "../facts/path-shape.ts";
import type { Order, Resource } from "../facts/resource.ts";
import type { Tools } from "../facts/tools.ts";
import type { Cell, Cells, Item, StoredFile } from "./items.ts";

/** A request that was found to be good, as the store sees it. */
export interface ResourceCall {
  readonly operation: Operation;
  /** Path parameters by name. */
  readonly path: { readonly [name: string]: unknown };
  /** Query parameters by name, with their defaults. */
  readonly query: { readonly [name: string]: unknown };
  /** The body as JSON; undefined where there was none. */
  readonly body: Json | undefined;
  /** The body as it was sent, without defaults: only its names are of interest. @default the body */
  readonly sent?: unknown;
  /** Files that it brings, by the field of the form; the body itself is `""`. @default none */
  readonly files?: { readonly [field: string]: SentFile };
  /** A header as it was sent. */
  readonly header: (name: string) => string | undefined;
  /** `scheme://host` of the fake: addresses in answers begin so. */
  readonly origin: string;
  /** Path and query as they were sent. */
  readonly target: string;
}

/** Query parameters as they were sent, without defaults. */
export function sentQuery({ target }: Pick<ResourceCall, "target">): URLSearchParams {
  return new URLSearchParams(target.split(/\?(.*)/s, 2)[1] ?? "");
}

/** The body without the defaults of its schema, which say nothing of an item that has values: also inside its objects, or not. */
export function sentBody(
  { body, sent = body }: ResourceCall,
  isDeep: boolean,
  place: readonly string[],
): Json | undefined {
  return body === undefined
    ? undefined
    : withoutUnsent(body, sent, isDeep ? Number.POSITIVE_INFINITY : place.length + 1);
}

function withoutUnsent(value: Json, sent: unknown, depth: number): Json {
  if (depth === 0 || !isFields(value) || !isFields(sent)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      Object.hasOwn(sent, name) ? [[name, withoutUnsent(one, sent[name], depth - 1)] as const] : [],
    ),
  );
}

/** What a request says of a file. */
export interface SentFile {
  readonly name?: string | undefined;
  /** Bytes. */
  readonly size: number;
  /** Media type; empty: none was sent. */
  readonly mediaType: string;
}

/** Answer of the store to a request. */
export type Answer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: Json | undefined;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly kind: "refused"; readonly status: Refusal; readonly detail: string };

/** Statuses of refusals. */
export type Refusal = 304 | 400 | 404 | 409 | 412 | 422;

/** Parts of a resource that decide how its items are shown. */
export type Shown = Pick<Resource, "schema" | "key" | "path" | "id" | "idNames" | "holds">;

/** Shows an item as a schema has it: valid for the schema, or undefined. */
export type View = (item: Item, schema: Schema, resource: Shown) => Json | undefined;

/** Parts of a store. */
export interface Engine {
  readonly tools: Tools;
  readonly cells: Cells;
  readonly view: View;
  readonly resources: readonly Resource[];
  /** How lists are paged that belong to no resource, by operation id. */
  readonly pages: ReadonlyMap<string, Pagination>;
  /** Answer for items that were never put in: a generated one, 404, or none. */
  readonly onUnseeded: "generate" | "not-found" | "leave";
  /** Directions of lists that the fake's options choose, by the option's name. */
  readonly orders: { readonly [option: string]: Order["direction"] | undefined };
  /** Serves a file under an address of the fake; the path and query of it. */
  readonly putFile?: (file: {
    name: string;
    content: () => Uint8Array;
    mediaType: string;
    expiresAt: number;
    id?: string;
    /** Name of the client's function that downloads it. */
    download?: string | undefined;
  }) => string;
  /** Takes a file at an address of the fake; the path and query of it. */
  readonly putUpload?: (slot: UploadSlot) => string;
  /** Runs a change that no request makes. */
  readonly change: (run: () => void) => void;
  /** Keys of the paths on which the file of a resource's item is read. */
  readonly fileKeys: (resource: Resource) => readonly string[];
}

/** An address to which one file, or a part of one, is sent; and what is taken there. */
export interface UploadSlot {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Length in bytes. Undefined: any. */
  readonly size?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** Media types, or ranges of them. Undefined: any. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Header with the SHA-256 in Base64. */
  readonly checksum?: string | undefined;
  /** Value of the header `x-upload-token` that is asked for. */
  readonly token?: string | undefined;
  /** Called once, when all of it is there. */
  readonly onReceived: (file: StoredFile) => void;
}

/** Values of the parameters of a resource's path, outermost first, and the id behind them. */
export interface Target {
  readonly parameters: readonly string[];
  readonly id: string | undefined;
}

/** Which item, or which collection, a path leads to. */
export function targetOf({ operation, path }: Pick<ResourceCall, "operation" | "path">, resource: Resource): Target {
  const values = pathShape(operation.path).parameters.map((name) => String(path[name]));
  const count = pathShape(resource.path).parameters.length;
  return { parameters: values.slice(0, count), id: resource.kind === "singleton" ? "" : values[count] };
}

/** Cells of other resources whose items a resource shows, too: below the same items, where its path goes on behind theirs. */
export function sourcesOf(
  { cells }: Pick<Engine, "cells">,
  { key, sources }: Resource,
  parameters: readonly string[],
): Cell[] {
  return sources.flatMap((source) => {
    const shared = sharedParameters({ key }, { key: source });
    const found = cells.all({ key: source });
    return found.flatMap(({ cell, parameters: own }) =>
      own.slice(0, shared).some((value, index) => value !== parameters[index]) ? [] : [cell],
    );
  });
}

/** The item that an id chooses: by its id, or else by another field that names it and that no other item has. */
export function findItem(
  cell: Cell,
  id: string,
  { id: own, alsoBy }: Pick<Resource, "id" | "alsoBy">,
  isOther: (item: Item) => boolean = () => false,
): string | undefined {
  const known = cell.items.get(id);
  if (known !== undefined && !isOther(known)) return id;
  const places = [[own ?? "id"], ...alsoBy];
  const others = [...cell.items].filter(
    ([, item]) => !isOther(item) && places.some((place) => String(valueAt(item.fields, place) ?? "") === id),
  );
  return others.length === 1 && id !== "" && !cell.removed.has(id) ? others[0]?.[0] : undefined;
}

/** The values of a path's parameters, each by the id of the item that it names. */
export function byIds(
  engine: Pick<Engine, "resources" | "cells">,
  { parent }: Pick<Resource, "parent">,
  parameters: readonly string[],
): readonly string[] {
  const above = parent === undefined ? undefined : engine.resources.find(({ key }) => key === parent);
  if (above === undefined) return parameters;
  const count = pathShape(above.path).parameters.length;
  const outer = byIds(engine, above, parameters.slice(0, count));
  const [name = "", ...rest] = parameters.slice(count);
  const cell = engine.cells.find(above, outer);
  return [...outer, (cell && findItem(cell, name, above)) ?? name, ...rest];
}

/** An id as its field wants it: paths have texts only. */
export function typedId(id: string, resource: Resource, { model: { schemas }, validate }: Tools): Json | undefined {
  const schema: Schema =
    resource.id === undefined ? {} : (propertiesOf(resource.schema, schemas).get(resource.id)?.schema ?? {});
  return spellings(id).find((one) => validate(schema, one).length === 0);
}
