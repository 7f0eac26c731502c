import type { SvcClient } from "@svc/client";
import type { build } from "@svc/testing/build";

/**
 * The methods that the tour shows more of than that they can be called, and what it reads of their results. What they take is not said: a
 * document may require more, which its bump adds to the calls.
 */
interface LeastClient {
  readonly personas: {
    readonly emails: {
      list(id: string, params?: object): Promise<readonly { readonly subject?: string | null }[]>;
    };
  };
  readonly sessions: {
    readonly cookies: {
      get(id: string): Promise<{
        readonly cookies: readonly { readonly name?: string | null; readonly domain?: string | null }[];
      }>;
    };
    readonly network: {
      readonly logs: {
        get(
          id: string,
          params?: object,
        ): Promise<{
          readonly total_batch_count?: number | null;
          readonly batches?: readonly { readonly key?: string | null }[] | null;
        }>;
      };
    };
    readonly replay: { get(id: string): Promise<{ readonly video_duration_ms?: number | null }> };
  };
}

type Make = (overrides: object) => object;

interface LeastBuild {
  readonly email: Make;
  readonly cookie: Make;
  readonly networkLogBatch: Make;
  readonly replay: Make;
}

/** The client with the document's own types, or, where the document has lost these methods, with the least ones. */
export type KnownClient = SvcClient extends LeastClient ? SvcClient : LeastClient;

/** The builders with the document's own types, or, where the document has lost these schemas, with the least ones. */
export type KnownBuild = typeof build extends LeastBuild ? typeof build : LeastBuild;

/** The handles by which the tour puts something into the fake: where the document has lost it, the tour does not come there. */
export interface KnownFake {
  readonly clock: { now(): number };
  personas(id: string): { readonly emails: { add(email: object, more: { readonly unread: boolean }): unknown } };
  sessions(id: string): {
    readonly cookies: { set(cookies: readonly object[]): unknown };
    readonly network: { readonly logs: { add(batch: object): unknown } };
    readonly replay: { set(replay: object): unknown };
  };
}
