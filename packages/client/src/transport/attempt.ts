import { ConfigurationError } from "../errors/configuration-error.ts";
import { createApiError } from "../errors/create-api-error.ts";
import type { SchemeRow } from "../runtime/table.ts";
import type { Call, Session } from "./call.ts";
import { followRedirects } from "./follow-redirects.ts";
import { readBody } from "./read-body.ts";
import { tell } from "./tell.ts";
import { limitAttempt } from "./time-limit.ts";

/**
 * Sends a request once: credential, time limit, redirects, body. Leaves the answer in `call.response`, its bytes in
 * `call.body` and the meaning of a 429 in `call.refusal`, and gives the permit back.
 */
export async function attemptOnce(session: Session, call: Call, request: Request): Promise<void> {
  const { clock, credentials, maxResponseBytes, pacer, table } = session;
  const { signal, parseAs } = call;
  limitAttempt(session, call);
  let placed = request;
  call.sent = {};
  for (const name of credentials.pick(call.row?.security ?? table.security)) {
    const found = credentials.of(name).get(clock, call.rejected?.[name]);
    // Only functions are waited for.
    call.sent[name] = typeof found === "string" ? found : await found;
    placed = placeCredential(session, placed, [name, call.sent[name]]);
  }
  signal.throwIfAborted();
  tell(session, call, "onRequest");
  const sentAt = clock.now();
  const { fetch = globalThis.fetch } = session;
  // A body is read when it is sent: a redirect and another attempt need it again.
  const send = (next: Request): Promise<Response> =>
    fetch(/^(GET|HEAD)$/.test(next.method) ? next : next.clone(), { signal });
  let response = await send(placed);
  let own = response;
  // Redirects are rare; status 0 is a browser's redirect that cannot be looked into.
  if (response.status < 200 || response.status > 300) [response, own] = await followRedirects(placed, response, send);
  signal.throwIfAborted();
  call.response = response;
  call.isOwn = own === response;
  const { status, headers } = response;
  // Also finds out that a fetch of someone's own gave no Response, while the permit is still held.
  const type = headers.get("content-type") ?? "text/";
  call.type = type;
  const receivedAt = clock.now();
  if (call.held) {
    call.held = false;
    call.refusal = pacer?.answered({ status: own.status, headers: own.headers, sentAt, receivedAt });
  }
  tell(session, call, "onResponse", { status, durationMs: receivedAt - sentAt });
  if (own.status === 429) tell(session, call, "onRateLimit", { rateLimit: session.rateLimit(), refusal: call.refusal });
  const isStream = parseAs ? parseAs === "stream" : /event-stream|ndjson|jsonl|json-seq/.test(type);
  if (isStream && response.ok && response.body) return;
  call.body = await readBody(response.body, maxResponseBytes);
  if (call.body === undefined)
    throw createApiError(session, call, undefined, `body longer than maxResponseBytes (${maxResponseBytes})`);
}

function placeCredential({ table, extras }: Session, to: Request, [name, secret]: readonly [string, string]): Request {
  const scheme = table.schemes[name] as SchemeRow;
  const { kind } = scheme;
  // No header carries it, and what the runtime throws quotes it.
  if (/[^ -~]/.test(secret) && (kind === "bearer" || kind === "header"))
    throw new ConfigurationError("auth: expected printable ASCII");
  // One in the query makes another request, which takes the body with it.
  if (kind !== "bearer") return extras.schemes?.(to.clone(), scheme, secret) ?? to;
  to.headers.set("authorization", `Bearer ${secret}`);
  return to;
}
