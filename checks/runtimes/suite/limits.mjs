import { AbortedError, oauth2Password } from "@svc/client";
import { check, equal, rejection } from "./expect.mjs";
import { calls, connect, recorded } from "./peers.mjs";

/** Requests per window of the service that limits; its windows last one second. */
const LIMIT = 5;

/** Pacing and credentials. */
export const limitChecks = {
  "a small window is used to its limit without a refusal": async (context) => {
    const svc = connect(context, { baseUrl: context.urls.limited });
    const { length } = await calls(context.urls.limited);
    const begin = Date.now();
    await Promise.all(Array.from({ length: 3 * LIMIT }, () => svc.bell.get()));
    const refused = (await calls(context.urls.limited)).slice(length).filter(({ status }) => status === 429);
    equal(refused.length, 0);
    check(Date.now() - begin > 1000, "expected a wait for the next windows");
    check(Date.now() - begin < 6000, "expected no longer wait than for the windows");
    equal(svc.rateLimit.limit, LIMIT);
    await svc.close();
  },
  "close rejects what waits for its turn": async (context) => {
    const svc = connect(context, { baseUrl: context.urls.limited, rateLimit: {} });
    const waiting = Array.from({ length: 4 * LIMIT }, () => svc.bell.get().catch((error) => error));
    await waiting[0];
    await svc.close();
    const ended = (await Promise.all(waiting)).filter((result) => AbortedError.is(result));
    check(ended.length > 0, "expected calls that were ended");
    await rejection(svc.bell.get(), AbortedError);
  },
  "oauth2Password does not follow a redirect": async (context) => {
    const tokenUrl = `${context.urls.other}/__away`;
    const auth = oauth2Password({ tokenUrl, username: "ann", password: "pässword" });
    const error = await connect(context, { auth, retry: false })
      .bell.get()
      .catch((reason) => reason);
    check(error instanceof Error, "expected an error");
    equal((await recorded(context.urls.other)).filter(({ path }) => path === "/landed").length, 0);
  },
};
