import { NotFoundError } from "@svc/client";

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

/**
 * Senders of the emails of a persona: names, or addresses where there is no name.
 * @param {SvcClient} svc
 * @param {string} personaId
 * @param {number} limit
 */
export async function listSenders(svc, personaId, limit) {
  const emails = await svc.personas.emails.list(personaId, { limit });
  return emails.map(({ sender_name, sender_email }) => sender_name ?? sender_email ?? "unknown");
}

/**
 * The header by which another program goes on in a session; `undefined` where there is no such session.
 * @param {SvcClient} svc
 * @param {string} sessionId
 */
export async function cookieHeader(svc, sessionId) {
  try {
    const { cookies } = await svc.sessions.cookies.get(sessionId);
    return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  } catch (error) {
    if (NotFoundError.is(error)) return undefined;
    throw error;
  }
}

/**
 * How many bytes of network logs a session has.
 * @param {SvcClient} svc
 * @param {string} sessionId
 */
export async function logBytes(svc, sessionId) {
  const { batches } = await svc.sessions.network.logs.get(sessionId, { limit: 1000 });
  return (batches ?? []).reduce((sum, { size }) => sum + (size ?? 0), 0);
}

/**
 * How long a replay is: `1:05`.
 * @param {SvcClient} svc
 * @param {string} sessionId
 */
export async function replayLength(svc, sessionId) {
  const { video_duration_ms: length } = await svc.sessions.replay.get(sessionId);
  if (length === undefined || length === null) return "unknown";
  const seconds = Math.round(length / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
