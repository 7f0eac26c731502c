import type { CallOptions } from "../call/call-options.ts";
import { ConfigurationError, SvcApiError } from "../errors/errors.ts";
import type { Location } from "./open-file.ts";
import { type Download, type DownloadOptions, downloadContext } from "./options.ts";
import { resumableStream } from "./resumable-stream.ts";
import { createSlots } from "./slots.ts";

/** The fields of a replay that are used. The document may describe more of them, or none. */
export interface ReplayFile {
  readonly mp4_url?: string | null;
  readonly expires_at?: string | null;
}

/** The methods of a client that are used. */
export interface ReplayClient {
  readonly sessions: {
    readonly replay: { get(sessionId: string | number, options?: CallOptions): Promise<ReplayFile> };
  };
}

/**
 * Downloads the video of a session's replay. The download host gets no credential. An expired URL is renewed by getting
 * the replay again; a broken transfer is resumed.
 *
 * @throws ConfigurationError naming the invalid option, or where the replay has no `mp4_url`
 * @throws SvcApiError where the response is no replay
 * @throws the errors of `svc.sessions.replay.get`
 */
export async function downloadReplay(
  svc: ReplayClient,
  sessionId: string | number,
  options: DownloadOptions = {},
): Promise<Download> {
  const context = downloadContext(svc, options);
  const { signal, query } = options;
  const key = "replay.mp4";
  const find = async (): Promise<Location> => {
    const replay: unknown = await svc.sessions.replay.get(sessionId, { signal, query });
    if (typeof replay !== "object" || !replay) throw new SvcApiError("replay: expected an object with an mp4_url");
    const { mp4_url, expires_at } = replay as { readonly [name: string]: unknown };
    if (!mp4_url || typeof mp4_url !== "string")
      throw new ConfigurationError(
        `${key}: the replay has no mp4_url. Where the service needs a parameter for it, pass { query: { NAME: true } }`,
      );
    // The format of the time is not documented: what cannot be read as one is not relied on.
    return { url: mp4_url, expiresAt: Date.parse(`${expires_at}`) || Infinity };
  };
  let location: Location | undefined = await find();
  const locate = async (refused?: Location): Promise<Location> => {
    if (refused) location = undefined;
    location ??= await find();
    return location;
  };
  const source = { key, size: undefined, locate };
  return { key, size: undefined, stream: resumableStream(context, source, createSlots(1)) };
}
