import { ConfigurationError } from "../errors/configuration-error.ts";
import { SvcApiError } from "../errors/svc-api-error.ts";
import type { Refusal } from "../pacing/pacer.ts";
import type { Hooks } from "../runtime/hooks.ts";
import type { SchemeRow } from "../runtime/table.ts";
import type { Call, Session } from "./call.ts";
import { followRedirects } from "./follow-redirects.ts";
import { readBody } from "./read-body.ts";
import { limitAttempt } from "./time-limit.ts";

/** Tells an observer. */
export type Tell = (name: keyof Hooks, more?: object) => void;

/**
 * Sends a request once: credential, time limit, redirects, body. Leaves the answer in `call.response` and its bytes in
 * `call.body`, and gives the permit back.
 */
export async function attemptOnce(
  session: Session,
  call: Call,
  request: Request,
  tell: Tell,
): Promise<Refusal | undefined> {
  const { clock, pacer, maxResponseBytes, table, credentials } = session;
  // A body is read when it is sent: another attempt needs another one.
  let placed = /^(GET|HEAD)$/.test(request.method) ? request : request.clone();
  call.sent = {};
  for (const name of credentials.pick(call.row?.security ?? table.security)) {
    const found = credentials.get(name, call.rejected?.[name]);
    // Only functions are waited for.
    const secret = typeof found === "string" ? found : await found;
    call.sent[name] = secret;
    const scheme = table.schemes[name] as SchemeRow;
    // No header carries it, and what the runtime throws quotes it.
    if (/[^ -~]/.test(secret) && /^(bearer|header)$/.test(scheme.kind))
      throw new ConfigurationError("auth: expected printable ASCII");
    if (scheme.kind === "bearer") placed.headers.set("authorization", `Bearer ${secret}`);
    else placed = session.extras.schemes?.(placed, scheme, secret) ?? placed;
  }
  const { signal, operation } = call;
  signal.throwIfAborted();
  tell("onRequest");
  const sentAt = clock.now();
  limitAttempt(session, call, sentAt);
  const fetch = session.fetch ?? globalThis.fetch;
  let response = await fetch(placed, { signal });
  // Redirects are rare; status 0 is a browser's redirect that cannot be looked into.
  if (response.status < 200 || response.status > 300)
    response = await followRedirects(placed, response, (next) => fetch(next, { signal }));
  signal.throwIfAborted();
  call.response = response;
  const { status, headers } = response;
  // Also finds out that a fetch of someone's own gave no Response, while the permit is still held.
  const type = headers.get("content-type") ?? "text/";
  call.type = type;
  const receivedAt = clock.now();
  let refusal: Refusal | undefined;
  if (call.held) {
    call.held = false;
    refusal = pacer?.answered({ status, headers, sentAt, receivedAt });
  }
  tell("onResponse", { status, durationMs: receivedAt - sentAt });
  if (status === 429) tell("onRateLimit", { rateLimit: session.rateLimit(), refusal });
  if (response.ok && isStream(call, type)) return refusal;
  call.body = await readBody(response.body, maxResponseBytes);
  if (call.body !== undefined) return refusal;
  const message = `${operation}: ${status}, body longer than maxResponseBytes (${maxResponseBytes})`;
  throw new SvcApiError(message, { status, headers, operation, rateLimit: session.rateLimit() });
}

function isStream({ parseAs }: Call, type: string): boolean {
  return parseAs ? !/^(json|text)$/.test(parseAs) : /event-stream|ndjson|jsonl|json-seq/.test(type);
}
