/**
 * Runtime of generated uploads: called by `client/uploads.ts` of a generated tree.
 *
 * @packageDocumentation
 */

import { callMethod, isObject } from "../downloads/download-item.ts";
import { ConfigurationError, SvcApiError } from "../errors/errors.ts";
import type { UploadedPart, UploadTarget, UploadToOptions } from "./upload-to.ts";
import { uploadTo } from "./upload-to.ts";

/** A method of a client that creates an item to which a file is sent. */
// biome-ignore lint/suspicious/noExplicitAny: which arguments it takes and what it gives is for the document to say
export type UploadSource = (...parameters: any[]) => Promise<unknown>;

/** Where a document declares an address to upload to (`x-svc-resource`, `uploads`). */
interface UploadItemRow {
  /** Names that lead to the method of the client: `videos.create`. */
  readonly method: string;
  readonly label: string;
  /** Keys that lead to the item in its answer. */
  readonly at?: readonly string[];
  /** Whether it takes a body; parameters before its options. */
  readonly hasBody: boolean;
  readonly hasParams: boolean;
  /** Field of the address: of the item, or of each part. */
  readonly url: string;
  /** Field of the list of parts. */
  readonly parts?: string;
  /** Field of the length of each part but the last. */
  readonly partBytes?: string;
  /** Field of the headers that an address asks for. */
  readonly headers?: string;
  /** Fields of the body that have the file's length and media type. */
  readonly size?: string;
  readonly type?: string;
  readonly checksum?: string;
  readonly finish?: FinishRow;
}

/** The method that is told when all was sent. */
interface FinishRow {
  readonly method: string;
  readonly ids: number;
  /** Field of the item that has its id. */
  readonly id: string;
  /** Field of its body that lists the parts, and fields of a part. */
  readonly parts?: string;
  readonly number: string;
  readonly etag: string;
}

/** The created item, and the uploaded parts. */
export interface UploadedItem<Item> {
  /** The response of the method that created it, from before the upload. */
  readonly item: Item;
  /** Uploaded parts, in order. */
  readonly parts: readonly UploadedPart[];
}

/** A body whose missing fields `Names` are taken from the file. */
export type Filled<Body, Names extends string> = Omit<Body, Names> & {
  readonly [Name in Names & keyof Body]?: Body[Name];
};

/**
 * Creates an item, sends the file to the address in its response, and notifies the service if the document declares
 * that. The address gets no credential of the service.
 *
 * @throws ConfigurationError naming the invalid option, or if the response has no address
 * @throws SvcApiError if the response is not an object
 * @throws the errors of the methods and of {@link uploadTo}
 */
export async function uploadItem<Item>(
  svc: object,
  row: UploadItemRow,
  { ids, body, file }: { readonly ids: readonly (string | number)[]; readonly body?: unknown; readonly file: Blob },
  options: UploadToOptions = {},
): Promise<UploadedItem<Item>> {
  const call = { signal: options.signal };
  const { size, type } = row;
  const filled = {
    ...(size !== undefined && { [size]: file.size }),
    ...(type !== undefined && file.type !== "" && { [type]: file.type }),
    ...(body as object | undefined),
  };
  const given = [...(row.hasBody ? [filled] : []), ...(row.hasParams ? [{}] : [])];
  const answer = await callMethod(svc, row.method, [...ids, ...given, call]);
  const item = (row.at ?? []).reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), answer);
  if (!isObject(item)) throw new SvcApiError(`${row.label}: expected an object with an ${row.url}`);
  const partBytes = row.partBytes === undefined ? undefined : item[row.partBytes];
  const parts = await uploadTo(svc, targetsIn(item, row), file, {
    ...(typeof partBytes === "number" && row.parts !== undefined && { partBytes }),
    checksumHeader: row.checksum,
    ...options,
  });
  if (row.finish) {
    const { method, ids: length, id, parts: name, number, etag } = row.finish;
    const list = parts.map((part) => ({ [number]: part.number, [etag]: part.etag }));
    const path = [...ids, item[id]].slice(0, length);
    await callMethod(svc, method, [...path, ...(name === undefined ? [] : [{ [name]: list }]), call]);
  }
  return { item: answer as Item, parts };
}

type Fields = { readonly [name: string]: unknown };

function targetsIn(item: Fields, { label, url, parts, headers }: UploadItemRow): UploadTarget | UploadTarget[] {
  const target = (one: unknown): UploadTarget => {
    const address = isObject(one) ? one[url] : one;
    const asked = isObject(one) && headers !== undefined ? one[headers] : undefined;
    if (!address || typeof address !== "string")
      throw new ConfigurationError(`${label}: the response has no ${url} to upload to`);
    return { url: address, ...(isObject(asked) && { headers: asked as { [name: string]: string } }) };
  };
  if (parts === undefined) return target(item);
  const list = item[parts];
  if (!Array.isArray(list)) throw new ConfigurationError(`${label}: the response has no ${parts} to upload to`);
  return list.map(target);
}

export type { UploadedPart, UploadToOptions } from "./upload-to.ts";
