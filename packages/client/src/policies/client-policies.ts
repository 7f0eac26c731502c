import type { Credentials } from "../auth/credentials.ts";
import type { Session } from "../call/call.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { authenticateBy } from "./authenticate.ts";
import { deadline } from "./deadline.ts";
import { maxBody } from "./max-body.ts";
import { paceBy } from "./pace.ts";
import { chain, ownPolicies, type Policy, type Send, sendBy } from "./policy.ts";
import { redirects } from "./redirects.ts";
import { retry } from "./retry.ts";

export interface ClientSettings
  extends Pick<Session, "timeoutMs" | "totalTimeoutMs" | "retry" | "budget" | "maxResponseBytes" | "fetch"> {
  readonly credentials: Credentials;
  readonly policies: readonly Policy[];
  /** The pacer of the client; streams put another in its place. */
  readonly pacerOf: () => Pacer;
}

/**
 * The life of a call, from top to bottom on the way out and back up with the response. Hooks are told of it by the policies
 * as it happens, and of its end by `startCall`, which knows the error that the caller gets.
 *
 * @throws ConfigurationError naming the invalid option
 */
export function clientPolicies(settings: ClientSettings): Send {
  const { timeoutMs, totalTimeoutMs, retry: retries, budget, maxResponseBytes, fetch } = settings;
  const { credentials, policies, pacerOf } = settings;
  return chain(
    [
      // Once per call, whatever becomes of it: a cache saves the wait, too, and a circuit breaker sees results, not attempts.
      ...ownPolicies(policies),
      // The whole call: all waits and attempts.
      deadline({ timeoutMs: totalTimeoutMs }, "totalTimeoutMs"),
      // All that follows happens once per attempt.
      retry(retries, budget),
      // Each attempt needs a permit. Whoever waits for one has neither a running time limit nor a credential that grows old.
      paceBy(pacerOf),
      // An attempt: the credential, the request, and the body of the response.
      deadline({ timeoutMs }),
      // As late as possible, so that what is sent is current.
      authenticateBy(credentials),
      // A body that breaks off is a failure of its attempt.
      maxBody({ maxResponseBytes }),
      // Innermost: another origin gets nothing of what the policies above have added.
      redirects(),
    ],
    sendBy(() => fetch),
  );
}
