import { canonical, isFields, valueAt } from "../facts/fields.ts";
import type { FileRoutes } from "../facts/file-routes.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { collectionAbove, isOrphan } from "./above.ts";
import type { Engine, ResourceCall } from "./context.ts";
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
