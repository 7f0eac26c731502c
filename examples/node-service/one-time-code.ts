import type { SvcClient } from "@svc/client";

/** The newest one-time code that was sent to a persona within the last five minutes, or `undefined`. */
export async function findOneTimeCode(
  svc: SvcClient,
  personaId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const recent = { only_unread: true, timedelta: { minutes: 5 } };
  const emails = await svc.personas.emails.list(personaId, recent, { signal });
  const newestFirst = [...emails].sort((a, b) => b.created_at.localeCompare(a.created_at));
  for (const { subject } of newestFirst) {
    const code = /\b\d{4,8}\b/.exec(subject)?.[0];
    if (code !== undefined) return code;
  }
  return undefined;
}
