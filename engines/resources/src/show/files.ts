import type { Json } from "@svc/model/data";
import { type Fields, isFields, timeOf } from "../facts/fields.ts";
import type { FileDeclaration, Resource } from "../facts/resource.ts";
import type { Engine, ResourceCall } from "../items/context.ts";
import type { Item } from "../items/items.ts";

interface Showing {
  readonly engine: Engine;
  readonly resource: Resource;
  readonly call: ResourceCall;
}

/** Sizes of files that are served as they say. */
const SIZE_LIMIT = 10_000_000;
const UTF8 = new TextEncoder();

/** An item as it is answered, with addresses of files that lead to the fake and expire on its clock. */
export function showFiles(shown: Json, item: Pick<Item, "extra">, showing: Showing, index: number): Json {
  const { resource, engine } = showing;
  if (!isFields(shown) || resource.files.length === 0 || engine.putFile === undefined) return shown;
  return resource.files.reduce<Fields>(
    (fields, file) => showFile(fields, file, { item, showing, index }),
    shown,
  ) as Json;
}

interface At {
  readonly item: Pick<Item, "extra">;
  readonly showing: Showing;
  readonly index: number;
}

function showFile(fields: Fields, file: FileDeclaration, { item, showing, index }: At): Fields {
  const { engine, call } = showing;
  const given = item.extra[file.content];
  const content = contentOf(given ?? file.otherwise?.replaceAll("{index}", String(index)));
  const own = fields[file.url];
  // An address that a test has given is its own.
  if (content === undefined || (typeof own === "string" && given === undefined))
    return named(fields, file, index, content);
  const full = named(fields, file, index, content);
  if (file.isAsked && !isAsked(call)) return full;
  const now = engine.tools.now();
  const lifetime = numberIn(full, file.seconds) ?? file.lifetime;
  const stated = file.until === undefined ? Number.NaN : timeOf(full[file.until]);
  const expiresAt = Number.isNaN(stated) ? now + lifetime * 1000 : stated;
  const path = engine.putFile?.({
    name: nameOf(full, file, index),
    content: () => content,
    mediaType: file.mediaType,
    expiresAt,
    download: file.download,
  });
  return {
    ...full,
    ...(path !== undefined && { [file.url]: call.origin + path }),
    ...(file.seconds !== undefined && { [file.seconds]: lifetime }),
    ...(file.until !== undefined && Number.isNaN(stated) && { [file.until]: new Date(expiresAt).toISOString() }),
  };
}

function named(fields: Fields, file: FileDeclaration, index: number, content: Uint8Array | undefined): Fields {
  const { name, size } = file;
  const { field } = name;
  return {
    ...(field !== undefined && content !== undefined && { [field]: nameOf(fields, file, index) }),
    ...(size !== undefined && content !== undefined && { [size]: content.length }),
    ...fields,
  };
}

function nameOf(fields: Fields, { name }: FileDeclaration, index: number): string {
  const text = name.text.replaceAll("{index}", String(index).padStart(4, "0"));
  const given = name.field === undefined ? undefined : fields[name.field];
  return typeof given === "string" ? given : text;
}

/** Which query parameter asks for addresses is for the document to say: whatever boolean it has is taken for it. */
function isAsked({ operation, query }: ResourceCall): boolean {
  const flag = operation.parameters.find(
    ({ in: location, schema }) => location === "query" && schema.type === "boolean",
  );
  return flag === undefined || query[flag.name] !== false;
}

/** A made-up item, whose addresses shall lead to files of the fake. */
export function groundFiles(fields: Fields, id: string, showing: Showing): Fields {
  let grounded = fields;
  for (const [place, file] of showing.resource.files.entries()) {
    if (typeof grounded[file.url] === "string") grounded = groundFile(grounded, file, `${id}-${place}`, showing);
  }
  return grounded;
}

function groundFile(fields: Fields, file: FileDeclaration, id: string, { engine, call }: Showing): Fields {
  if (engine.putFile === undefined) return fields;
  if (file.isAsked && !isAsked(call)) {
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== file.url && name !== file.seconds));
  }
  const now = engine.tools.now();
  const stated = file.until === undefined ? Number.NaN : timeOf(fields[file.until]);
  const lifetime = (numberIn(fields, file.seconds) ?? file.lifetime) * 1000;
  const size = numberIn(fields, file.size);
  const length = size !== undefined && size >= 0 && size <= SIZE_LIMIT ? size : file.size === undefined ? undefined : 0;
  const path = engine.putFile({
    name: nameOf(fields, file, 0),
    content: () => filler(length, call.operation.path),
    mediaType: file.mediaType,
    expiresAt: stated > now ? stated : now + lifetime,
    id,
    download: file.download,
  });
  return { ...fields, [file.url]: call.origin + path };
}

/** Content of a file that nobody has put in. A listed length leaves no room for words. */
function filler(length: number | undefined, path: string): Uint8Array {
  if (length === undefined) {
    return UTF8.encode(
      `Made up: no file was put into the fake at ${path}. With onUnseeded: "not-found" it answers 404.\n`,
    );
  }
  return UTF8.encode('{"fake":true}\n'.repeat(length / 14 + 1)).slice(0, length);
}

function contentOf(given: unknown): Uint8Array | undefined {
  if (typeof given === "string") return UTF8.encode(given);
  return given instanceof Uint8Array ? given : undefined;
}

export function numberIn(fields: Fields, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : fields[name];
  return typeof value === "number" ? value : undefined;
}
