import { AbortedError, ConnectionError, SvcApiError, TimeoutError } from "@svc/client";
import { check, equal, rejection } from "./expect.mjs";
import { connect, fail } from "./peers.mjs";

/** Calls that fail, and their errors. */
export const errorChecks = {
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
  "a body longer than allowed is a SvcApiError": async (context) => {
    await rejection(connect(context, { maxResponseBytes: 20 }).mailboxes.letters.list("p1"), SvcApiError);
  },
  "a signal that is aborted before ends the call": async (context) => {
    const call = connect(context).bell.get({ signal: AbortSignal.abort("changed my mind") });
    equal((await rejection(call, AbortedError)).cause, "changed my mind");
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
};
