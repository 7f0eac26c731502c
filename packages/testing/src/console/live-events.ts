import type { HttpResponse } from "@svc/fastapi-validation";
import { pulledStream } from "../adapters/body-stream.ts";
import { waitReal } from "../clock/fake-timers.ts";

/** Real milliseconds from one event to the next, at least: a page that looks more often shows no more. */
const PAUSE_MS = 100;

/** How soon a page that lost its connection asks again, in milliseconds. */
const RETRY = "retry: 1000\n\n";

const UTF8 = new TextEncoder();
const EVENT = UTF8.encode("data: changed\n\n");

/**
 * Server-sent events without an end: one at once, and one after each change. They carry nothing, the page then asks for what
 * it shows; so changes that a slow reader has not heard of add up to one event, and take no memory.
 *
 * @param watch calls back at each change until the returned function is called
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function liveEvents(watch: (listener: () => void) => () => void): HttpResponse {
  let hasChanged = true;
  let isOpen = true;
  let wake = (): void => {};
  const unwatch = watch(() => {
    hasChanged = true;
    wake();
  });
  let pause = Promise.resolve();
  const next = async (): Promise<Uint8Array> => {
    await pause;
    if (!hasChanged && isOpen) await new Promise<void>((resolve) => (wake = resolve));
    hasChanged = false;
    pause = waitReal(PAUSE_MS);
    return EVENT;
  };
  const leave = (): void => {
    isOpen = false;
    unwatch();
    wake();
  };
  const stream = pulledStream(next, { leave });
  const headers = Object.entries({ "content-type": "text/event-stream", "cache-control": "no-store" });
  return { status: 200, headers, body: RETRY, rest: { stream, operation: "" } };
}
