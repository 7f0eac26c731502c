import type { Duration } from "@svc/fastapi-validation";
import type { Email } from "./records.ts";

/** What a test says of an email that it adds. */
export interface EmailOptions {
  /** Whether the email has not been read yet. @default true */
  readonly unread?: boolean;
}

export interface EmailQuery {
  readonly limit?: number | undefined;
  readonly timedelta?: Duration | null | undefined;
  readonly only_unread?: boolean | undefined;
}

/** Order of listed emails, by `created_at` or as a test added them. */
export type EmailOrder = "newest-first" | "oldest-first" | "as-added";

/** The emails of one persona, as a test puts them in. */
export interface EmailStore {
  /** Adds one email or several. They are copied. */
  add(emails: Email | readonly Email[], options?: EmailOptions): void;
  /** Every email, in the order in which they were added. */
  all(): Email[];
  /** Forgets every email. */
  clear(): void;
}

/** An email, and whether it has been read. */
export interface Entry {
  readonly email: Email;
  readonly isUnread: boolean;
}

/** The store, and what the operation lists from it. */
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

/** The emails that a query asks for, in order. */
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

/** A duration in milliseconds; microseconds become a fraction. */
export function durationMs({ days, seconds, microseconds }: Duration): number {
  return days * 86_400_000 + seconds * 1000 + microseconds / 1000;
}
