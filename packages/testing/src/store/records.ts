import type { paths } from "@svc/types";

/** Body of a successful GET of a path in the document; `Otherwise` if the document has another type. */
type Answer<Path extends string, Otherwise> = paths extends {
  readonly [path in Path]: { readonly get: { readonly responses: infer Responses } };
}
  ? Body<Responses[Extract<keyof Responses, 200 | "2XX">]> extends infer Found extends Otherwise
    ? Found
    : Otherwise
  : Otherwise;

type Body<Response> = Response extends { readonly content: { readonly "application/json": infer Found } }
  ? Found
  : unknown;

/** Properties of an email that the store uses. */
export interface EmailRecord {
  readonly created_at: string;
}

/** Properties of a batch of network logs that the store uses. */
export interface BatchRecord {
  readonly key?: string | null;
  readonly size?: number | null;
  readonly download_url?: string | null;
  readonly download_url_expires_in_seconds?: number | null;
}

/** Properties of a replay that the store uses. */
export interface ReplayRecord {
  readonly expires_at?: string | null;
  readonly mp4_url?: string | null;
}

/** An email of the document; of a document without emails, {@link EmailRecord}. */
export type Email = Answer<"/personas/{persona_id}/emails", readonly EmailRecord[]>[number];

/** A cookie of a session, by the document. */
export type Cookie = Answer<
  "/sessions/{session_id}/cookies",
  { readonly cookies: readonly object[] }
>["cookies"][number];

/** A batch of network logs, by the document. */
export type Batch = NonNullable<
  Answer<"/sessions/{session_id}/network/logs", { readonly batches?: readonly BatchRecord[] | null }>["batches"]
>[number];

/** A replay, by the document. */
export type Replay = Answer<"/sessions/{session_id}/replay", ReplayRecord>;
