// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import type * as t from "../types/index.ts";
import type { CollectionHandle, ItemHandle, SingletonHandle } from "@svc/testing/runtime";

/** Handles of the fake for the resources of the document. */
export interface Resources {
  /** Handles below `personas`. */
  readonly personas: (
    (id: string | number) => {
      /** `/personas/{persona_id}/emails` */
      readonly emails: CollectionHandle<t.Email, { unread: boolean }> & (
        (id: string | number) => ItemHandle<t.Email, { unread: boolean }>
      );
    }
  );
  /** Handles below `sessions`. */
  readonly sessions: (
    (id: string | number) => {
      /** `/sessions/{session_id}/cookies` */
      readonly cookies: CollectionHandle<t.Cookie>;
      /** Handles below `network`. */
      readonly network: {
        /** `/sessions/{session_id}/network/logs` */
        readonly logs: CollectionHandle<t.NetworkLogBatch, { body: string | Uint8Array }>;
      };
      /** `/sessions/{session_id}/replay` */
      readonly replay: SingletonHandle<t.Replay, { video: string | Uint8Array }>;
    }
  );
}

/** Options of a fake that the document declares. */
export interface ResourceOptions {
  /** Order of the list at `/personas/{persona_id}/emails`, by `created_at`; newest-first where it is not given. */
  readonly emailOrder?: "newest-first" | "oldest-first" | "as-added";
}
