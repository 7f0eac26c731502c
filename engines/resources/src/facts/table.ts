import { type Model, methodName, type Pagination, type Schema } from "@svc/model/data";
import { jsonSchema, successResponse } from "./body-place.ts";
import { schemaAt } from "./facts.ts";
import { FIRST } from "./fields.ts";
import type { FileRoutes, FileUpload } from "./file-routes.ts";
import { pathShape } from "./path-shape.ts";
import type { Resource, Role } from "./resource.ts";

/**
 * The resources that a fake stores, as data: the generator infers it from a document, people read it as `testing/resources.ts`, and the fake
 * interprets it. Operations are called by their methods, resources by their paths, and what is empty is left out.
 */
export interface ResourceTable {
  /** In the order of the document's paths. */
  readonly resources: readonly ResourceRow[];
  /** How lists are paged that belong to no resource, by method. @default none */
  readonly pages?: { readonly [method: string]: Pagination };
  /** Operations that store files, and that return them. @default none */
  readonly files?: FileRows;
}

/** A resource as its table has it. */
export type ResourceRow = Omit<Resource, Emptiable | "key" | "parent" | "schema" | "roles"> &
  Partial<Pick<Resource, Emptiable>> & {
    /** Path of the collection in whose items it lies. */
    readonly parent?: string;
    /** Schema of an item. */
    readonly schema: SchemaPlace;
    /** Roles by method. */
    readonly roles: { readonly [method: string]: Sparse<Role> };
  };

type Emptiable =
  | ("alsoBy" | "idNames" | "created" | "updated" | "versions" | "beginning" | "without" | "transitions" | "triggers")
  | ("extra" | "files" | "uploads" | "unique" | "defaults" | "sources");

type Sparse<One> = One extends Role ? Pick<One, "does"> & Partial<Omit<One, "does">> : never;

/** Where a schema stands: its name in the document, a method whose response shows an item, or nowhere: the schema itself. */
export type SchemaPlace = string | { readonly shownBy: string } | { readonly is: Schema };

/** Operations of files, by method; paths have no names of parameters. */
export interface FileRows {
  readonly uploads?: { readonly [method: string]: FileUpload };
  readonly downloads?: { readonly [method: string]: string };
  readonly removals?: { readonly [method: string]: string };
  readonly sent?: { readonly [path: string]: readonly string[] };
}

/** Parts of a resource that a row leaves out where there is nothing in them. */
export const EMPTY: Pick<Resource, Emptiable> = {
  alsoBy: [],
  idNames: [],
  created: [],
  updated: [],
  versions: [],
  beginning: {},
  without: [],
  transitions: [],
  triggers: [],
  extra: {},
  files: [],
  uploads: [],
  unique: [],
  defaults: {},
  sources: [],
};

/** Likewise of a role, whichever of these it has. */
export const EMPTY_ROLE: { readonly [part: string]: readonly string[] | { readonly [name: string]: unknown } } = {
  at: [],
  body: [],
  inner: [],
  writes: [],
  filters: {},
  sets: {},
  stamps: [],
};

/** A table as the fake works with it: of the operations and schemas of a model. */
export interface ReadTable {
  readonly resources: readonly Resource[];
  /** How lists are paged that belong to no resource, by operation id. */
  readonly pages: ReadonlyMap<string, Pagination>;
  readonly files: FileRoutes;
}

/** Reads a table of a model: rows of operations that the model does not have are left out. */
export function readTable(
  { resources, pages, files = {} }: ResourceTable,
  model: Pick<Model, "operations" | "schemas">,
): ReadTable {
  const ids = new Map(model.operations.map((operation) => [methodName(operation), operation.id]));
  const byId = <Value>(rows: { readonly [method: string]: Value } = {}): Map<string, Value> =>
    new Map(
      Object.entries(rows).flatMap(([method, value]): [string, Value][] => {
        const id = ids.get(method);
        return id === undefined ? [] : [[id, value]];
      }),
    );
  const { uploads, downloads, removals, sent = {} } = files;
  return {
    resources: resources.map(({ parent, schema, roles, ...row }) => ({
      ...EMPTY,
      ...row,
      key: pathShape(row.path).key,
      ...(parent !== undefined && { parent: pathShape(parent).key }),
      schema: schemaAtPlace(schema, roles, model),
      roles: Object.fromEntries([...byId(roles)].map(([id, role]) => [id, { ...EMPTY_ROLE, ...role } as Role])),
      sources: (row.sources ?? []).map((path) => pathShape(path).key),
    })),
    pages: byId(pages),
    files: {
      uploads: byId(uploads),
      downloads: byId(downloads),
      removals: byId(removals),
      sent: new Map(Object.entries(sent)),
    },
  };
}

/** The schema that stands at a place. */
export function schemaAtPlace(
  place: SchemaPlace,
  roles: ResourceRow["roles"],
  { operations, schemas }: Pick<Model, "operations" | "schemas">,
): Schema {
  if (typeof place === "string") return { $ref: place };
  if ("is" in place) return place.is;
  const operation = operations.find((one) => methodName(one) === place.shownBy);
  const role = roles[place.shownBy];
  const body =
    operation && jsonSchema(successResponse(operation, role?.does === "create" ? "201" : undefined)?.content ?? []);
  const shown = body && schemaAt(body, role?.at ?? [], schemas);
  if (role?.does !== "list") return shown ?? {};
  return schemaAt(shown ?? {}, [FIRST, ...(role.inner ?? [])], schemas);
}
