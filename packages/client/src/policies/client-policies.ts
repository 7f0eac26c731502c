import type { Credentials } from "../auth/credentials.ts";
import type { Session } from "../call/call.ts";
import { authenticateBy } from "./authenticate.ts";
import { deadline } from "./deadline.ts";
import { maxBody } from "./max-body.ts";
import { paceBy } from "./pace.ts";
import { chain, type Policy, type Send, sendBy } from "./policy.ts";
import { redirects } from "./redirects.ts";
import { retry } from "./retry.ts";

/** What the policies of a client need beside its session. */
export interface ClientParts {
  readonly credentials: Credentials;
  /** Policies of the user's own. */
  readonly policies: readonly Policy[];
}

/**
 * The life of a call, from top to bottom on the way out and back up with the response. Hooks are told of it by the policies
 * as it happens, and of its end by `startCall`, which knows the error that the caller gets.
 */
export function clientPolicies(session: Session, { credentials, policies }: ClientParts): Send {
  const { timeoutMs, totalTimeoutMs, retry: retries, budget, maxResponseBytes } = session;
  return chain(
    [
      // Once per call, whatever becomes of it: a cache saves the wait, too, and a circuit breaker sees results, not attempts.
      ...policies,
      // The whole call: all waits and attempts.
      deadline({ timeoutMs: totalTimeoutMs }, "totalTimeoutMs"),
      // All that follows happens once per attempt.
      retry(retries, budget),
      // Each attempt needs a permit. Whoever waits for one has neither a running time limit nor a credential that grows old.
      paceBy(session),
      // An attempt: the credential, the request, and the body of the response.
      deadline({ timeoutMs }),
      // As late as possible, so that what is sent is current.
      authenticateBy(credentials),
      // A body that breaks off is a failure of its attempt.
      maxBody({ maxResponseBytes: maxResponseBytes < Infinity && maxResponseBytes }),
      // Innermost: another origin gets nothing of what the policies above have added.
      redirects(),
    ],
    sendBy(() => session.fetch),
  );
}
