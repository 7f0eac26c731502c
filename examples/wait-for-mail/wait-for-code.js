import { waitUntil } from "@svc/client/waiters";

/** @import { SvcClient } from "@svc/client" */

const CODE = /\b\d{4,8}\b/;

/**
 * Waits until a persona has an unread mail with a one-time code, and returns the code.
 * @param {SvcClient} svc
 * @param {string} personaId
 * @param {{ signal?: AbortSignal, timeoutMs?: number }} [options]
 */
export async function waitForCode(svc, personaId, options) {
  const emails = await waitUntil(
    svc,
    (call) => svc.personas.emails.list(personaId, { only_unread: true }, call),
    (found) => found.some(({ subject }) => CODE.test(subject)),
    options,
  );
  return emails.map(({ subject }) => CODE.exec(subject)?.[0]).find((code) => code !== undefined);
}
