import { createApiError } from "../call/api-error.ts";
import type { Session } from "../call/call.ts";
import { clientEffects } from "../effects.ts";
import { type Download, type DownloadOptions, downloadContext, downloadOf } from "./options.ts";
import { resumableStream } from "./resumable-stream.ts";
import { createSlots } from "./slots.ts";

/** An operation that answers a file. */
export interface OperationDownloadRow {
  readonly id: string;
  /** Path with parameters in braces. */
  readonly path: string;
  /** Name of the file. */
  readonly name: string;
}

/** A client, as far as a download of an operation needs it. */
export interface DownloadClient {
  readonly raw: object;
}

/** Options of the download of what an operation answers. */
export type OperationDownloadOptions = Omit<DownloadOptions, "fetch" | "allowInsecure">;

interface RawAnswer {
  readonly data?: ReadableStream<Uint8Array>;
  readonly error?: unknown;
  readonly response: Response;
}

type RawGet = (path: string, options: object) => Promise<RawAnswer>;

/**
 * Downloads what an operation answers, with the policies of the client and its credential. A broken transfer is resumed by
 * another call with `Range`, where the service knows it, else by reading again what was received before.
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
  const source = { key: name, size: undefined, locate, open };
  return downloadOf({ key: name, size: undefined, stream: resumableStream(context, source, createSlots(1)) });
}
