import { ConfigurationError } from "../errors/configuration-error.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import type { CallOptions } from "../runtime/call-options.ts";
import type { Location } from "./file-source.ts";
import { type Download, type DownloadOptions, surroundings } from "./options.ts";
import { resumableStream } from "./resumable-stream.ts";
import { createSlots } from "./slots.ts";

/** What is used of a replay; the document may say more of it, or nothing at all. */
export interface ReplayFile {
  readonly mp4_url?: string | null;
  readonly expires_at?: string | null;
}

/** What is used of a client. */
export interface ReplayClient {
  readonly sessions: {
    readonly replay: { get(sessionId: string | number, options?: CallOptions): Promise<ReplayFile> };
  };
}

/**
 * The video of a session's replay. The download host gets no credential; an address that has expired is renewed by
 * asking for the replay again; a transfer that breaks is resumed.
 *
 * @throws ConfigurationError naming the option that is wrong, or where the replay has no `mp4_url`
 * @throws SvcApiError where the answer is no replay
 * @throws what the request for the replay throws
 */
export async function downloadReplay(
  svc: ReplayClient,
  sessionId: string | number,
  options: DownloadOptions = {},
): Promise<Download> {
  const around = surroundings(svc, options);
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
  return { key, size: undefined, stream: resumableStream(around, source, createSlots(1)) };
}
