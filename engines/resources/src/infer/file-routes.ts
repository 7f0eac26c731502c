import {
  allowsJson,
  deref,
  isFileSchema,
  type Model,
  type Operation,
  type Schema,
  type Schemas,
  typesOf,
} from "@svc/model";
import { successResponse } from "../facts/body-place.ts";
import { propertiesOf } from "../facts/facts.ts";
import type { FileRoutes, FileUpload } from "../facts/file-routes.ts";
import { isBelow, pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { declarationOf } from "./declare.ts";

/**
 * The operations that store files: those on the path on which one is read (also `upload` beside `download`), those that make
 * the item below whose path one is read, and those that `x-svc-resource` names (`storedBy`).
 */
export function inferFiles(model: Model, resources: readonly Resource[]): FileRoutes {
  const { operations, schemas } = model;
  const reads = operations.filter((one) => /^(?:get|head)$/.test(one.method) && answersFile(one, schemas));
  const downloads = new Map(reads.map(({ id, path }) => [id, pathShape(path).key]));
  const keys = [...new Set(downloads.values())];
  const uploads = new Map<string, FileUpload>();
  for (const operation of keys.length === 0 ? [] : operations) {
    const sent = sentFile(operation, schemas);
    const found = sent && routeOf(operation, { sent, keys, resources, model });
    if (found !== undefined) uploads.set(operation.id, found);
  }
  const stored = new Set([...uploads.values()].flatMap((one) => one.keys));
  const removals = operations.flatMap(({ id, method, path }): [string, string][] => {
    const { key } = pathShape(path);
    return method === "delete" && stored.has(key) ? [[id, key]] : [];
  });
  const sent = resources.flatMap((resource): [string, readonly string[]][] =>
    resource.uploads.length === 0 ? [] : [[resource.key, fileKeysOf(resource, uploads, keys)]],
  );
  return { uploads, downloads, removals: new Map(removals), sent: new Map(sent) };
}

/** Whether an operation answers bytes, and no JSON. */
function answersFile(operation: Operation, schemas: Schemas): boolean {
  const content = successResponse(operation)?.content ?? [];
  // The content of a file, where it is described as some text.
  const isNamed = READING.test(pathShape(operation.path).noun) && !operation.path.endsWith("}");
  return (
    content.length > 0 &&
    content.every(
      ({ mediaType, schema = {} }) =>
        isFile(mediaType, schema, schemas) || (isNamed && isOnlyText(deref(schema, schemas))),
    )
  );
}

function isOnlyText(schema: Schema): boolean {
  return schema.enum === undefined && typesOf(schema).every((type) => type === "string");
}

function isFile(mediaType: string, schema: Parameters<typeof isFileSchema>[0] | undefined, schemas: Schemas): boolean {
  if (schema !== undefined && isFileSchema(deref(schema, schemas))) return true;
  return !allowsJson(mediaType) && !/^(?:text|multipart)\/|urlencoded|jsonl|ndjson|json-seq|xml/i.test(mediaType);
}

/** Keys of the paths on which the file of an item is read that was sent to an address in it. */
function fileKeysOf(resource: Resource, uploads: FileRoutes["uploads"], keys: readonly string[]): readonly string[] {
  const made = [...uploads.values()].filter(({ makes }) => makes === resource.key).flatMap((one) => one.keys);
  return made.length > 0 ? made : belowItem(resource, {}, keys);
}

interface SentFile {
  readonly field?: string;
}

/** The one file that a request has: its body, or the only file of its form. */
function sentFile({ method, body }: Operation, schemas: Schemas): SentFile | undefined {
  if (body === undefined || !/^(?:post|put|patch)$/.test(method)) return undefined;
  for (const { mediaType, schema } of body.content) {
    if (!/^multipart\/form-data/i.test(mediaType)) {
      if (isFile(mediaType, schema, schemas)) return {};
      continue;
    }
    const files = [...propertiesOf(schema ?? {}, schemas).values()].filter((one) =>
      isFileSchema(deref(one.schema, schemas)),
    );
    if (files.length === 1 && files[0] !== undefined) return { field: files[0].name };
  }
  return undefined;
}

interface Routing {
  readonly sent: SentFile;
  readonly keys: readonly string[];
  readonly resources: readonly Resource[];
  readonly model: Model;
}

function routeOf({ id, path }: Operation, { sent, keys, resources, model }: Routing): FileUpload | undefined {
  const own = pathShape(path);
  const maker = resources.find(({ roles }) => roles[id]?.does === "create");
  const declared = keys.filter((key) => declarationOf(key, model)?.storedBy?.includes(id));
  const free = keys.filter((key) => declarationOf(key, model)?.storedBy === undefined);
  const found = declared.length > 0 ? declared : (beside(own, free) ?? (maker ? belowItem(maker, sent, free) : []));
  if (found.length === 0) return undefined;
  const isMade = maker !== undefined && found.every((key) => isWithin(key, `${maker.key}/{}`));
  return { ...sent, keys: found, ...(isMade && { makes: maker.key }) };
}

function isWithin(key: string, above: string): boolean {
  return key === above || isBelow(key, above);
}

const SENDING = /^(?:upload|uploads|content|contents|data|file|raw)$/i;
const READING = /^(?:download|downloads|content|contents|data|file|raw)$/i;

/** The path itself, or that of the reading operation beside it: `/things/{id}/upload` and `/things/{id}/download`. */
function beside({ key, above, noun, isItem }: ReturnType<typeof pathShape>, keys: readonly string[]) {
  if (keys.includes(key)) return [key];
  if (isItem || !SENDING.test(noun)) return undefined;
  const near = keys.filter((one) => one === above || READING.test(lastOf(one, above)));
  return near.length === 0 ? undefined : near;
}

function lastOf(key: string, above: string): string {
  const rest = isBelow(key, above) ? key.slice(above.length + 1) : "";
  return rest.includes("/") ? "" : rest;
}

/** Paths of an item, and right below it, that give its file: the only one, or those that are called as files are. */
function belowItem({ key }: Resource, { field }: SentFile, keys: readonly string[]): readonly string[] {
  const item = key === "/" ? "/{}" : `${key}/{}`;
  const near = keys.filter((one) => one === item || !/^$|[{}]/.test(lastOf(one, item)));
  const named = near.filter((one) => one === item || READING.test(lastOf(one, item)) || lastOf(one, item) === field);
  return named.length > 0 ? named : near.length === 1 ? near : [];
}
