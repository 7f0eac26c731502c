import type { Json } from "@svc/model/data";
import { itemSchemaOf, type Property, propertiesOf } from "../facts/facts.ts";
import { canonical, type Fields, isFields, valueAt } from "../facts/fields.ts";
import type { FileRoutes } from "../facts/file-routes.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { collectionAbove, isOrphan } from "./above.ts";
import type { Engine, ResourceCall, SentFile } from "./context.ts";
import type { StoredFile } from "./items.ts";

type Called = Pick<ResourceCall, "operation" | "path">;

/** Files that requests bring, and that others ask for. They lie beside the items: what removes an item removes its files. */
export interface StoredFiles {
  /** Field of the form that has the file which an operation stores; null: the body is the file. Undefined: it stores none. */
  fieldOf(operationId: string): string | null | undefined;
  /** Keeps the file of a request that was answered with success. @param answered the JSON of the answer */
  keep(call: Called, file: StoredFile, answered: unknown): void;
  /** The file that a request asks for; `gone`: it was removed. Undefined: nobody has brought one, or no file is asked for. */
  find(call: Called): StoredFile | "gone" | undefined;
  /** Whether an operation answers files. */
  answers(operationId: string): boolean;
  /** Forgets the file that a request removes. */
  remove(call: Called): void;
}

export function createStoredFiles(
  engine: Pick<Engine, "cells" | "resources">,
  { uploads, downloads, removals }: FileRoutes,
): StoredFiles {
  const { cells, resources } = engine;
  return {
    fieldOf(operationId) {
      const upload = uploads.get(operationId);
      return upload && (upload.field ?? null);
    },
    keep(call, file, answered) {
      const upload = uploads.get(call.operation.id);
      if (upload === undefined) return;
      const { keys, makes: key } = upload;
      const makes = key === undefined ? undefined : resources.find((one) => one.key === key);
      const id = makes && idIn(answered, makes, call);
      if (makes !== undefined && id === undefined) return;
      const parameters = [...valuesOf(call), ...(id === undefined ? [] : [id])];
      for (const key of keys) cells.open({ key }, parameters.slice(0, countOf(key))).file = file;
    },
    find(call) {
      const key = downloads.get(call.operation.id);
      if (key === undefined) return undefined;
      const parameters = valuesOf(call);
      const parent = collectionAbove(key, resources);
      if (parent !== undefined && isOrphan(engine, { parent: parent.key }, parameters)) return "gone";
      return cells.find({ key }, parameters)?.file;
    },
    answers: (operationId) => downloads.has(operationId),
    remove(call) {
      const key = removals.get(call.operation.id);
      const cell = key === undefined ? undefined : cells.find({ key }, valuesOf(call));
      if (cell?.file !== undefined) cell.file = "gone";
    },
  };
}

function valuesOf({ operation, path }: Called): string[] {
  return pathShape(operation.path).parameters.map((name) => String(path[name]));
}

function countOf(key: string): number {
  return key.split("{}").length - 1;
}

/** The id of the item that an answer shows. */
function idIn(answered: unknown, { roles, id = "id" }: Resource, { operation }: Called): string | undefined {
  const role = roles[operation.id];
  const found = role === undefined ? undefined : valueAt(answered as never, role.at);
  const item = Array.isArray(found) ? found[0] : found;
  const [, value] =
    Object.entries(isFields(item) ? item : {}).find(([name]) => canonical(name) === canonical(id)) ?? [];
  return /^(string|number|bigint)$/.test(typeof value) ? String(value) : undefined;
}

const NAMES = ["filename", "originalfilename", "originalname", "name", "title", "displayname"];
const SIZES = ["bytes", "size", "filesize", "sizebytes", "sizeinbytes", "bytesize", "contentlength", "length"];
const TYPES = ["mimetype", "contenttype", "mediatype", "filetype"];

/** Fields of an item that tell of the one file that a request brings: its name, size and media type. */
export function fileFields({ files = {} }: ResourceCall, { schema }: Resource, { tools }: Engine): Fields {
  const [file, ...others] = Object.values(files);
  if (file === undefined || others.length > 0) return {};
  return factsOf(file, [...propertiesOf(schema, tools.model.schemas).values()], tools);
}

const LISTS = /^(?:attachments?|files?|media|documents?|images?|uploads?)$/i;

/** Lists of an item that tell of the files that a request brings, `files[0]` and others, beside what it says of each. */
export function attachedFields(
  { files = {} }: ResourceCall,
  { schema }: Resource,
  given: Fields,
  { tools }: Engine,
): Fields {
  const { schemas } = tools.model;
  const sent = Object.entries(files).filter(([field]) => LISTS.test(field.replace(/\[\d*\]$/, "")));
  const list = [...propertiesOf(schema, schemas).values()].find(
    (one) => LISTS.test(one.name) && itemSchemaOf(one.schema, schemas) !== undefined,
  );
  if (sent.length === 0 || list === undefined) return {};
  const inner = [...propertiesOf(itemSchemaOf(list.schema, schemas) ?? {}, schemas).values()];
  const said = given[list.name];
  const told = sent.map(([, file], index) => {
    const { id, ...own } = Array.isArray(said) && isFields(said[index]) ? said[index] : {};
    // By its number a request says which file it means; it is no id.
    const known = id === undefined || String(id) === String(index) ? own : { ...own, id };
    return { ...factsOf(file, inner, tools), ...known };
  });
  return told.every((one) => Object.keys(one).length > 0) ? { [list.name]: told as Json } : {};
}

function factsOf(file: SentFile, properties: readonly Property[], tools: Engine["tools"]): Fields {
  const facts: readonly (readonly [readonly string[], Json | undefined])[] = [
    [NAMES, file.name],
    [SIZES, file.size],
    [TYPES, file.mediaType || undefined],
  ];
  return Object.fromEntries(
    facts.flatMap(([names, value]): [string, Json][] => {
      const found = names.flatMap((name) => properties.find((one) => canonical(one.name) === name) ?? []);
      const fitting = found.find((one) => value !== undefined && tools.validate(one.schema, value).length === 0);
      return fitting === undefined || value === undefined ? [] : [[fitting.name, value]];
    }),
  );
}
