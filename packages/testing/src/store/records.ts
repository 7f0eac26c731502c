import type { paths } from "@svc/types";

/** What the document says is answered by a GET of the path where all is well; `Otherwise` where it says something else. */
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

/** What the store of emails needs of one. */
export interface EmailRecord {
  readonly created_at: string;
}

/** What the store of sessions needs of a batch of network logs. */
export interface BatchRecord {
  readonly key?: string | null;
  readonly size?: number | null;
  readonly download_url?: string | null;
  readonly download_url_expires_in_seconds?: number | null;
}

/** What the store of sessions needs of a replay. */
export interface ReplayRecord {
  readonly expires_at?: string | null;
  readonly mp4_url?: string | null;
}

/** An email as the document has it; the least that the store needs where the document has none. */
export type Email = Answer<"/personas/{persona_id}/emails", readonly EmailRecord[]>[number];

/** A cookie of a session, as the document has it. */
export type Cookie = Answer<
  "/sessions/{session_id}/cookies",
  { readonly cookies: readonly object[] }
>["cookies"][number];

/** A batch of network logs as the document has it. */
export type Batch = NonNullable<
  Answer<"/sessions/{session_id}/network/logs", { readonly batches?: readonly BatchRecord[] | null }>["batches"]
>[number];

/** A replay as the document has it. */
export type Replay = Answer<"/sessions/{session_id}/replay", ReplayRecord>;
