import type { Json, UploadDeclaration } from "@svc/model/data";
import { own } from "@svc/model/data";
import { type Fields, isFields, without } from "../facts/fields.ts";
import type { Resource } from "../facts/resource.ts";
import type { Engine, ResourceCall, UploadSlot } from "../items/context.ts";
import type { Item, StoredFile } from "../items/items.ts";
import { changeItem } from "../items/write-item.ts";
import { numberIn } from "./files.ts";

interface Showing {
  readonly engine: Engine;
  readonly resource: Resource;
  readonly call: ResourceCall;
  /** Values of the parameters of the resource's path. */
  readonly parameters: readonly string[];
  /** Names of the fields that the answer may have. */
  readonly names: ReadonlySet<string>;
  /** Whether the answer can do without a field. */
  readonly isLeftOut: (name: string) => boolean;
}

/** Length of a part where nobody says: the least that S3 takes, in bytes. */
const PART_BYTES = 5 * 1024 * 1024;
const MOST_PARTS = 1000;

/** An item as it is answered, with addresses of the fake to which its files can be sent, as long as they are not there. */
export function showUploads(shown: Json, item: Item, showing: Showing): Json {
  if (!isFields(shown) || showing.engine.putUpload === undefined) return shown;
  return showing.resource.uploads.reduce<Fields>((fields, upload) => {
    const isShown = showing.names.has(upload.parts ?? upload.url) && item.extra[slotOf(upload)] === undefined;
    return isShown ? showUpload(withoutFile(fields, upload, showing), upload, item, showing) : fields;
  }, shown) as Json;
}

/** Leaves out made-up addresses of a file that is not there yet. */
function withoutFile(fields: Fields, upload: UploadDeclaration, { resource, isLeftOut }: Showing): Fields {
  const awaited = resource.files.filter(({ content }) => content === upload.content);
  const names = awaited.flatMap(({ url, seconds, until }) => [url, seconds ?? url, until ?? url]);
  return without(fields, new Set(names.filter(isLeftOut)));
}

/** Extra that has the content. */
function slotOf({ content, url }: UploadDeclaration): string {
  return content ?? url;
}

function showUpload(fields: Fields, upload: UploadDeclaration, item: Item, showing: Showing): Fields {
  const { engine, call, names } = showing;
  const { maxBytes, checksum, lifetime = LIFETIME } = upload;
  const expiresAt = engine.tools.now() + lifetime * 1000;
  const type = textIn(item.fields, upload.type);
  const size = numberIn(item.fields, upload.size);
  const receive = (file: StoredFile): void => receiveFile(upload, item, file, showing);
  const mediaTypes = type === undefined ? upload.mediaTypes : [type];
  const token = upload.headers === undefined ? undefined : `${item.serial}`;
  const slot = { expiresAt, maxBytes, checksum, mediaTypes, token };
  const headers = token === undefined ? {} : { ...(type !== undefined && { "content-type": type }), [TOKEN]: token };
  const address = (one: Partial<UploadSlot> & Pick<UploadSlot, "onReceived">): string =>
    call.origin + engine.putUpload?.({ ...slot, size, ...one });
  const told = {
    ...fields,
    ...(upload.seconds !== undefined && { [upload.seconds]: lifetime }),
    ...(upload.until !== undefined && { [upload.until]: new Date(expiresAt).toISOString() }),
  };
  const headed = (url: string): Fields => ({
    [upload.url]: url,
    ...(upload.headers !== undefined && { [upload.headers]: headers }),
  });
  if (upload.parts === undefined) return { ...told, ...headed(address({ onReceived: receive })) };
  const length = upload.partLength ?? PART_BYTES;
  const lengths = partLengths(size, length);
  const received: StoredFile[] = [];
  const parts = lengths.map((one, index) => ({
    ...partFields(own(item.fields, upload.parts ?? ""), index, upload),
    ...headed(
      address({
        size: one,
        // Media types are those of the whole.
        mediaTypes: undefined,
        onReceived(file) {
          received[index] = file;
          if (Object.keys(received).length === lengths.length) receive(joined(received, type));
        },
      }),
    ),
  }));
  return {
    ...told,
    ...(upload.partBytes !== undefined && names.has(upload.partBytes) && { [upload.partBytes]: length }),
    [upload.parts]: parts,
  };
}

/** Seconds for which an address is good where nothing says. */
const LIFETIME = 3600;
/** Header that the fake asks for where the document declares a field of headers. */
const TOKEN = "x-upload-token";

/** Lengths of the parts of a file; one of any length where nobody knows how long it is. */
function partLengths(size: number | undefined, length: number): (number | undefined)[] {
  if (size === undefined) return [undefined];
  const count = Math.min(MOST_PARTS, Math.max(1, Math.ceil(size / length)));
  return Array.from({ length: count }, (_, index) => Math.min(length, size - index * length));
}

/** Further fields of a part, as the item has them. */
function partFields(parts: unknown, index: number, { finish }: UploadDeclaration): Fields {
  const known: unknown = Array.isArray(parts) ? (parts[index] ?? parts[0]) : undefined;
  return {
    ...(isFields(known) && known),
    ...(finish?.parts !== undefined && { [finish.number ?? "number"]: index + 1 }),
  };
}

function joined(parts: readonly StoredFile[], mediaType = ""): StoredFile {
  const bytes = new Uint8Array(parts.reduce((sum, one) => sum + one.bytes.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.bytes.length;
  }
  return { bytes, mediaType };
}

/** Puts a file that has arrived to its item, which may be gone by now. */
function receiveFile(upload: UploadDeclaration, { serial }: Item, file: StoredFile, showing: Showing): void {
  const { engine, resource, parameters } = showing;
  engine.change(() => {
    const cell = engine.cells.find(resource, parameters);
    const [id, item] = [...(cell?.items ?? [])].find(([, one]) => one.serial === serial) ?? [];
    if (cell === undefined || id === undefined || item === undefined) return;
    const changed = changeItem(engine, resource, item, { ...item.fields, ...(upload.sets as Fields) }) ?? item;
    cell.items.set(id, { ...changed, extra: { ...changed.extra, [slotOf(upload)]: file.bytes } });
    for (const key of engine.fileKeys(resource)) engine.cells.open({ key }, [...parameters, id]).file = file;
  });
}

function textIn(fields: Fields, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : own(fields, name);
  return typeof value === "string" ? value : undefined;
}
