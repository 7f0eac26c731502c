import { detectPagination, type Model, methodName, type Pagination, type Schema } from "@svc/model";
import type { FileRoutes } from "../facts/file-routes.ts";
import type { Resource, Role } from "../facts/resource.ts";
import {
  EMPTY,
  EMPTY_ROLE,
  type FileRows,
  type ResourceRow,
  type ResourceTable,
  type SchemaPlace,
  schemaAtPlace,
} from "../facts/table.ts";
import { inferFiles } from "./file-routes.ts";
import { inferResources } from "./infer.ts";

/**
 * The table of a document: its resources as they are inferred and declared.
 *
 * @param given how lists are paged, by operation id, before what is inferred; `false`: as before
 */
export function inferTable(model: Model, given: ReadonlyMap<string, Pagination | false> = new Map()): ResourceTable {
  const resources = inferResources(model);
  const methods = new Map(model.operations.map((operation) => [operation.id, methodName(operation)]));
  const paths = new Map(resources.map(({ key, path }) => [key, path]));
  const byMethod = <Value>(rows: Iterable<readonly [id: string, value: Value]>): { [method: string]: Value } =>
    Object.fromEntries([...rows].map(([id, value]) => [methods.get(id) ?? id, value]));
  const pages = byMethod(otherPages(model, resources));
  const files = filesOf(inferFiles(model, resources), byMethod);
  return {
    resources: resources.map((resource) => rowOf(resource, { model, paths, byMethod, given })),
    ...(Object.keys(pages).length > 0 && { pages }),
    ...(Object.keys(files).length > 0 && { files }),
  };
}

interface Writing {
  readonly model: Model;
  /** Paths of resources by their keys. */
  readonly paths: ReadonlyMap<string, string>;
  readonly given: ReadonlyMap<string, Pagination | false>;
  readonly byMethod: <Value>(rows: Iterable<readonly [string, Value]>) => { [method: string]: Value };
}

function rowOf(resource: Resource, { model, paths, byMethod, given }: Writing): ResourceRow {
  const { name, kind, path, key: _, parent, schema, id, roles: own, sources, reasons, ...others } = resource;
  const pathOf = (key: string): string => paths.get(key) ?? key;
  const roles = byMethod(
    Object.entries(own).map(([operation, role]) => {
      const paged = pagedAs(role, given.get(operation));
      return [operation, filled(paged, EMPTY_ROLE) as typeof role] as const;
    }),
  );
  return {
    name,
    kind,
    path,
    ...(parent !== undefined && { parent: pathOf(parent) }),
    schema: placeOf(schema, roles, model),
    ...(id !== undefined && { id }),
    roles,
    ...filled({ ...others, sources: sources.map(pathOf) }, EMPTY),
    reasons,
  };
}

/** A list that is paged as its client pages it; one that a client does not iterate is paged as before. */
function pagedAs(role: Role, page: Pagination | false | undefined): Role {
  if (role.does !== "list" || !page) return role;
  const { alsoPaged: _, ...others } = role;
  return { ...others, pagination: page, ...(page.size !== undefined && { limit: page.size }) };
}

/** Without what is empty. */
function filled<Row extends object>(row: Row, empty: object): Partial<Row> {
  const isEmpty = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(empty, name) && Object.keys(value as object).length === 0;
  return Object.fromEntries(Object.entries(row).filter((one) => !isEmpty(one))) as Partial<Row>;
}

/** Where the schema of an item stands. */
function placeOf(schema: Schema, roles: ResourceRow["roles"], model: Model): SchemaPlace {
  if (schema.$ref !== undefined && Object.keys(schema).length === 1) return schema.$ref;
  const shownBy = Object.keys(roles).find((method) => schemaAtPlace({ shownBy: method }, roles, model) === schema);
  return shownBy === undefined ? { is: schema } : { shownBy };
}

/** Pages of lists that belong to no resource and have numbers: what is made up for them ends with the first page. */
function* otherPages(model: Model, resources: readonly Resource[]): Iterable<readonly [string, Pagination]> {
  const stored = new Set(resources.flatMap(({ roles }) => Object.keys(roles)));
  for (const operation of model.operations) {
    const found = stored.has(operation.id) ? undefined : detectPagination(operation, model.schemas);
    if (found?.kind === "page" || found?.kind === "offset") yield [operation.id, found];
  }
}

function filesOf({ uploads, downloads, removals, sent }: FileRoutes, byMethod: Writing["byMethod"]): FileRows {
  const rows = {
    uploads: byMethod(uploads),
    // A file that nobody can bring is made up.
    downloads: byMethod(downloads),
    removals: byMethod(removals),
    sent: Object.fromEntries(sent),
  };
  return filled(rows, rows);
}
