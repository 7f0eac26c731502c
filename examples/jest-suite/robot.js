/** @import { SvcClient } from "@svc/client" */

/**
 * The newest one-time code that a persona got within the last five minutes and nobody has read.
 * @param {SvcClient} svc
 * @param {string} personaId
 */
export async function findCode(svc, personaId) {
  const emails = await svc.personas.emails.list(personaId, { only_unread: true, timedelta: { minutes: 5 } });
  const codes = emails.map(({ subject }) => /\b\d{4,8}\b/.exec(subject)?.[0]);
  return codes.find((code) => code !== undefined);
}

/**
 * One code for each persona; all are asked at once, and the client keeps to the rate limit.
 * @param {SvcClient} svc
 * @param {readonly string[]} personaIds
 */
export function findCodes(svc, personaIds) {
  return Promise.all(personaIds.map((personaId) => findCode(svc, personaId)));
}
