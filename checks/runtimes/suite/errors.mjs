import {
  AbortedError,
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SvcApiError,
  SvcError,
  TimeoutError,
  ValidationError,
} from "@svc/client";
import { check, equal, rejection } from "./expect.mjs";
import { connect, fail } from "./peers.mjs";

const STATUSES = [
  [403, PermissionError],
  [404, NotFoundError],
  [418, SvcApiError],
  [500, ServerError],
];

/** Calls that fail, and their errors. */
export const errorChecks = {
  "a wrong argument is a ValidationError with its issues": async (context) => {
    const error = await rejection(connect(context).mailboxes.letters.list("p1", { limit: 500 }), ValidationError);
    equal([error.status, error.issues.length, error.issues[0].loc], [422, 1, ["query", "limit"]]);
    check(error.message.includes("query.limit: "), `expected the place in the message, got ${error.message}`);
    equal(Object.keys(error.fieldErrors), ["limit"]);
  },
  "a refused credential is an AuthenticationError": async (context) => {
    const svc = connect(context, { auth: "not-the-right-one" });
    const error = await rejection(svc.bell.get(), AuthenticationError);
    equal([error.status, error.operation], [401, "bell_get"]);
  },
  "statuses have classes of their own": async (context) => {
    const svc = connect(context, { retry: false });
    for (const [status, Class] of STATUSES) {
      await fail(context, { status, body: { detail: "no" } });
      const error = await rejection(svc.bell.get(), Class);
      equal([error.status, error.body], [status, { detail: "no" }]);
    }
  },
  "a 429 without pacing and retries is a RateLimitError": async (context) => {
    await fail(context, { rateLimited: true });
    await rejection(connect(context, { rateLimit: false, retry: false }).bell.get(), RateLimitError);
  },
  "a refused connection is a ConnectionError": async (context) => {
    const svc = connect(context, { baseUrl: context.urls.closed, retry: false });
    const error = await rejection(svc.bell.get(), ConnectionError);
    check(!("status" in error), "expected no status");
    check(error.cause instanceof Error, "expected the reason as cause");
  },
  // Before the first byte, browsers and others send it again by themselves: on a kept connection they may.
  "a connection that breaks is a ConnectionError": async (context) => {
    await fail(context, { reset: "body" });
    await rejection(connect(context, { retry: false }).mailboxes.letters.list("p1"), ConnectionError);
  },
  "a body that is not JSON is a SvcApiError with the text": async (context) => {
    await fail(context, { malformed: true });
    const error = await rejection(connect(context).counters.stamps.get("s1"), SvcApiError);
    equal([error.status, typeof error.body], [200, "string"]);
  },
  "a body longer than allowed is a SvcApiError": async (context) => {
    await rejection(connect(context, { maxResponseBytes: 20 }).mailboxes.letters.list("p1"), SvcApiError);
  },
  "a signal that is aborted before ends the call": async (context) => {
    const error = await rejection(
      connect(context).mailboxes.letters.list("p1", {}, { signal: AbortSignal.abort("changed my mind") }),
      AbortedError,
    );
    equal(error.cause, "changed my mind");
  },
  "a signal that is aborted meanwhile ends the call": async (context) => {
    await fail(context, { timeout: true });
    const controller = new AbortController();
    const hooks = { onRequest: () => setTimeout(() => controller.abort("enough"), 20) };
    const call = connect(context, { hooks }).bell.get({ signal: controller.signal });
    equal((await rejection(call, AbortedError)).cause, "enough");
  },
  "an attempt that takes too long is a TimeoutError": async (context) => {
    await fail(context, { timeout: true });
    await rejection(connect(context, { retry: false }).bell.get({ timeoutMs: 50 }), TimeoutError);
  },
  "a failed attempt is made again": async (context) => {
    await fail(context, { status: 503, times: 2 });
    const attempts = [];
    const hooks = { onRequest: ({ attempt }) => attempts.push(attempt) };
    await connect(context, { hooks, retry: { baseMs: 1 } }).bell.get();
    equal(attempts, [1, 2, 3]);
  },
  "guards know the classes below, and nothing else": async (context) => {
    const error = await rejection(connect(context).mailboxes.letters.list("p1", { limit: 0 }), ValidationError);
    check(SvcApiError.is(error) && SvcError.is(error) && error instanceof Error, "expected its bases");
    check(!ServerError.is(error) && !SvcError.is(new Error("ValidationError")), "expected no other class");
    for (const value of [undefined, null, 7, "text", {}]) check(!SvcError.is(value), "expected no value");
  },
};
