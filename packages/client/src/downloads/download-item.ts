import type { Session } from "../call/call.ts";
import { createApiError } from "../call/deliver.ts";
import { clientEffects } from "../clock.ts";
import { ConfigurationError, SvcApiError } from "../errors/errors.ts";
import { methodAt } from "../runtime/method-tree.ts";
import type { Location } from "./open-file.ts";
import { type Download, type DownloadOptions, downloadContext } from "./options.ts";
import { downloadOf } from "./resumable-stream.ts";

/** A method of a client whose result contains an address. */
// biome-ignore lint/suspicious/noExplicitAny: which arguments it takes and what it gives is for the document to say
export type DownloadSource = (...parameters: any[]) => Promise<unknown>;

/** Where a document declares an address to download from (`x-svc-resource`, `files`). */
export interface DownloadRow {
  /** Names that lead to the method of the client: `sessions.replay.get`. */
  readonly method: string;
  readonly label: string;
  readonly name: string;
  /** Field of the address. */
  readonly url: string;
  /** Field of the time until which the address is good. */
  readonly until?: string;
  /** Field of the number of seconds for which the address is good. */
  readonly seconds?: string;
}

/**
 * Downloads the file of an item. The download host gets no credential. An expired URL is renewed by another call; a
 * broken transfer is resumed.
 *
 * @throws ConfigurationError naming the invalid option, or if the response has no address
 * @throws SvcApiError if the response is not an object
 * @throws the errors of the method
 */
export async function downloadItem(
  svc: object,
  row: DownloadRow,
  ids: readonly (string | number)[],
  options: DownloadOptions = {},
): Promise<Download> {
  const context = downloadContext(svc, options);
  const { signal, query } = options;
  const { label, name: key, url, until, seconds } = row;
  const find = async (): Promise<Location> => {
    const askedAt = context.clock.now();
    const item = await callMethod(svc, row.method, [...ids, { signal, query }]);
    if (!isObject(item)) throw new SvcApiError(`${label}: expected an object with an ${url}`);
    const address = item[url];
    if (!address || typeof address !== "string")
      throw new ConfigurationError(
        `${key}: the ${label} has no ${url}. Where the service needs a parameter for it, pass { query: { NAME: true } }`,
      );
    const lifetime = seconds === undefined ? undefined : item[seconds];
    if (typeof lifetime === "number") return { url: address, expiresAt: askedAt + lifetime * 1000 };
    // The format of the time is not documented: what cannot be read as one is not relied on.
    return { url: address, expiresAt: (until !== undefined && Date.parse(`${item[until]}`)) || Infinity };
  };
  let location: Location | undefined = await find();
  const locate = async (refused?: Location): Promise<Location> => {
    if (refused) location = undefined;
    location ??= await find();
    return location;
  };
  return downloadOf(context, { key, size: undefined, locate });
}

export function callMethod(svc: object, method: string, parameters: readonly unknown[]): Promise<unknown> {
  const [owner, verb] = methodAt(svc, method);
  return (owner as { readonly [name: string]: DownloadSource })[verb]?.(...parameters) ?? Promise.resolve(undefined);
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return (typeof value === "object" || typeof value === "function") && value !== null;
}

/** An operation that answers a file. */
interface OperationDownloadRow {
  readonly id: string;
  readonly path: string;
  readonly name: string;
}

/** The part of a client that a download requires. */
export interface DownloadClient {
  readonly raw: object;
}

/** Options of the download of a response. */
export type OperationDownloadOptions = Omit<DownloadOptions, "fetch" | "allowInsecure">;

interface RawAnswer {
  readonly data?: ReadableStream<Uint8Array>;
  readonly error?: unknown;
  readonly response: Response;
}

type RawGet = (path: string, options: object) => Promise<RawAnswer>;

/**
 * Downloads the response of an operation, with the client's policies and credential. A broken transfer is resumed with
 * `Range` if the service supports it, else by reading again what was received before.
 *
 * @throws ConfigurationError naming the invalid option; the stream throws the errors of the client's methods
 */
export async function downloadOperation(
  svc: DownloadClient,
  { id, path, name }: OperationDownloadRow,
  parameters: { readonly [name: string]: string | number },
  options: OperationDownloadOptions = {},
): Promise<Download> {
  const context = downloadContext(svc, options);
  const session = clientEffects.get(svc) as Session;
  const { GET: get } = svc.raw as { readonly GET: RawGet };
  const open = async (headers: Headers, signal: AbortSignal): Promise<Response> => {
    const sent = get(path, {
      params: { path: parameters, query: { ...options.query } },
      headers: Object.fromEntries(headers),
      parseAs: "stream",
      // The whole takes as long as it takes: see `stallMs`.
      timeoutMs: false,
      signal,
    });
    const call = [...session.calls].find(({ promise }) => promise === sent);
    const { data, error, response } = await sent;
    if (response.status >= 400 && response.status !== 416)
      throw createApiError({ operation: id, sent: call?.sent ?? [] }, response, {
        body: error,
        rateLimit: session.pacer.snapshot(),
      });
    const { status } = response;
    return { status, headers: response.headers, body: data ?? null } as Response;
  };
  const locate = async () => ({ url: "", expiresAt: Infinity });
  return downloadOf(context, { key: name, size: undefined, locate, open });
}
