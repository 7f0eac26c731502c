import type { SvcClient } from "@svc/client";

/** How far a report is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Unread emails by persona, in the order asked for. */
export type Report = readonly { readonly personaId: string; readonly unread: number }[];

/** Asks for all personas at once: the client sends as many requests as the rate limit allows, and holds the rest. */
export function makeReport(
  svc: SvcClient,
  personaIds: readonly string[],
  onProgress: (progress: Progress) => void = () => {},
): Promise<Report> {
  let done = 0;
  const count = async (personaId: string) => {
    const emails = await svc.personas.emails.list(personaId, { limit: 100, only_unread: true });
    onProgress({ done: ++done, total: personaIds.length });
    return { personaId, unread: emails.length };
  };
  return Promise.all(personaIds.map(count));
}
