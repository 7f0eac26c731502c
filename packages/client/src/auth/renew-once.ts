import type { Clock } from "../clock.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { fromCause } from "../errors/redact.ts";
import { SvcError } from "../errors/svc-error.ts";
import type { CredentialSource } from "./credentials.ts";

/** One credential of a client. */
export interface Credential {
  /** The value to send now. A call whose `rejected` one was renewed does not get that again where there is another. */
  get(clock: Clock, rejected?: string): string | Promise<string>;
  /** What replaces the one that was refused: asked for once, however many calls were refused; the same where none does. */
  renew(clock: Clock, rejected: string): string | Promise<string>;
}

/** How late a request that was sent before a renewal may be refused and still share it; also how long one may take. */
const SHARED_MS = 60_000;

/** What failed is not tried again for each refused call meanwhile: token endpoints lock accounts. */
const FAILED_MS = 5_000;

/** Meanwhile what a renewal gave is sent without asking again; later it may have expired. */
const FRESH_MS = 1_000;

/** Most tokens that are kept in mind: a service may refuse everything. */
const MOST = 100;

/** The renewal of one token. */
interface Renewal {
  readonly result: Promise<string>;
  /** When it is forgotten, by the clock. */
  until: number;
}

/** A credential whose concurrent and late refusals share one renewal. */
export function renewOnce(source: CredentialSource): Credential {
  const renewals = new Map<string, Renewal>();
  let last = "";
  const ask = async (rejected?: string): Promise<string> => {
    try {
      last = checkCredential(await source(rejected));
      return last;
    } catch (cause) {
      if (SvcError.is(cause)) throw cause;
      const call = { operation: "auth", sent: { last, rejected: rejected ?? "" } };
      throw fromCause(ConfigurationError, call, ["the function failed", cause]);
    }
  };
  const start = (clock: Clock, rejected: string): Renewal => {
    const renewal = { result: ask(rejected), until: 0 };
    const keep = (ms: number): void => {
      renewal.until = clock.now() + ms;
    };
    keep(SHARED_MS);
    renewal.result.then(
      (token) => {
        keep(SHARED_MS);
        // It is the current one, again or still.
        renewals.delete(token);
      },
      () => keep(FAILED_MS),
    );
    renewals.set(rejected, renewal);
    if (renewals.size > MOST) renewals.delete(renewals.keys().next().value as string);
    return renewal;
  };
  const renew = async (clock: Clock, rejected: string): Promise<string> => {
    const known = renewals.get(rejected);
    const token = await (known && clock.now() < known.until ? known : start(clock, rejected)).result;
    // By the time that a late refusal arrives, what replaced it may have been replaced.
    return renewals.has(token) ? renew(clock, token) : token;
  };
  return {
    renew,
    async get(clock, rejected = "") {
      const known = renewals.get(rejected);
      if (known && clock.now() < known.until - SHARED_MS + FRESH_MS) return renew(clock, rejected);
      const token = await ask();
      return token === rejected ? renew(clock, token) : token;
    },
  };
}

/** The value is never printed. Passwords may hold spaces and letters of any script. @throws ConfigurationError */
export function checkCredential(value: unknown): string {
  if (typeof value === "string" && value.trim() && value === value.trim() && !/[\p{Cc}\p{Cs}]/u.test(value))
    return value;
  throw new ConfigurationError("auth: expected text, not empty, without control characters");
}
