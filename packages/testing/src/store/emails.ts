import type { Duration } from "@svc/fastapi-validation";
import type { Email } from "./records.ts";

/** Options of `emails.add()`. */
export interface EmailOptions {
  /** Whether the emails are unread. @default true */
  readonly unread?: boolean;
}

export interface EmailQuery {
  readonly limit?: number | undefined;
  readonly timedelta?: Duration | null | undefined;
  readonly only_unread?: boolean | undefined;
}

/** Order of listed emails: by `created_at`, or in the order in which they were added. */
export type EmailOrder = "newest-first" | "oldest-first" | "as-added";

/** Emails of a persona. */
export interface EmailStore {
  /** Adds one or several emails, as copies. */
  add(emails: Email | readonly Email[], options?: EmailOptions): void;
  /** All emails, in the order in which they were added. */
  all(): Email[];
  /** Removes all emails. */
  clear(): void;
}

/** An email with its read state. */
export interface Entry {
  readonly email: Email;
  readonly isUnread: boolean;
}

/** The store of a persona, with what the operation lists of it. */
export interface EmailBox extends EmailStore {
  list(query: EmailQuery, now: number, order: EmailOrder): Email[];
}

export function createEmailBox(): EmailBox {
  const entries: Entry[] = [];
  return {
    add(emails, { unread = true } = {}) {
      for (const email of Array.isArray(emails) ? (emails as readonly Email[]) : [emails as Email]) {
        entries.push({ email: structuredClone(email), isUnread: unread });
      }
    },
    all: () => entries.map(({ email }) => structuredClone(email)),
    clear: () => entries.splice(0),
    list: (query, now, order) => listed(entries, query, { now, order }).map((email) => structuredClone(email)),
  };
}

/** Selects and orders the emails for a query. */
export function listed(
  entries: readonly Entry[],
  { limit = 10, timedelta, only_unread = false }: EmailQuery,
  { now, order }: { readonly now: number; readonly order: EmailOrder },
): Email[] {
  const oldest = timedelta === null || timedelta === undefined ? undefined : now - durationMs(timedelta);
  return sorted(entries, order)
    .filter(({ email, isUnread }) => {
      const isRecent = oldest === undefined || Date.parse(email.created_at) >= oldest;
      return isRecent && (isUnread || !only_unread);
    })
    .slice(0, limit)
    .map(({ email }) => email);
}

function sorted(entries: readonly Entry[], order: EmailOrder): Entry[] {
  if (order === "as-added") return [...entries];
  const sign = order === "newest-first" ? -1 : 1;
  return [...entries].sort((a, b) => sign * (Date.parse(a.email.created_at) - Date.parse(b.email.created_at)));
}

/** Converts a duration to milliseconds, with microseconds as a fraction. */
export function durationMs({ days, seconds, microseconds }: Duration): number {
  return days * 86_400_000 + seconds * 1000 + microseconds / 1000;
}
