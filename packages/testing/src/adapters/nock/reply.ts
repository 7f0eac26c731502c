import type { Readable } from "node:stream";
import type { HttpResponse } from "@svc/fastapi-validation";
import { builtin } from "../../builtin.ts";
import type { Clock } from "../../clock/clock.ts";
import { clearRealTimeout, realTimeout } from "../../clock/real-timers.ts";
import type { Outcome } from "../../fake/outcome.ts";
import type { FakeBackend } from "../backend.ts";
import { bytesOf, openStream, planBody, sendPieces, withLength } from "../body-stream.ts";
import { connectionReset } from "../request-failure.ts";

/** A reply of nock: status, body, and headers as a flat list, which keeps repeated ones. */
export type Reply = [status: number, body: unknown, headers: string[]];

/**
 * Turns an outcome into a reply of nock. It always has a content length: without one, nock ends the response with the
 * connection, each keeps tens of kilobytes, and an abort in the middle of a body ends the process.
 *
 * @throws Error for a connection that fails before the response; native fetch reports it as the cause of `fetch failed`
 */
export async function toReply(
  outcome: Outcome,
  method: string,
  { clock, untilClosed }: Pick<FakeBackend, "clock" | "untilClosed">,
): Promise<Reply> {
  const { response, connectionFault, slowBodyMs } = outcome;
  const { status, headers } = response;
  if (connectionFault === "timeout") return untilClosed(new Promise<never>(() => {}));
  if (connectionFault === "reset-before") throw connectionReset();
  if (connectionFault === "reset-during")
    throw connectionReset(" (nock has no socket on which headers could break off)");
  if (status === 204 || status === 304) return [status, "", headers.flat()];
  // Keeps the length of the body that is not sent, as the service does.
  if (method === "HEAD") return [status, "", headers.flat()];
  if (connectionFault === undefined && response.rest?.breaks) {
    const { Readable } = builtin("node:stream");
    const body = Readable.fromWeb(openStream(response, new AbortController().signal) as never);
    // As long as no client reads to its end: the body breaks off before.
    return [status, body, withLength(headers, Number.MAX_SAFE_INTEGER).flat()];
  }
  if (connectionFault === undefined && (slowBodyMs === undefined || response.rest !== undefined)) {
    const bytes = Buffer.from(response.rest === undefined ? bytesOf(response.body) : await wholeBody(response));
    return [status, bytes, withLength(headers, bytes.length).flat()];
  }
  const plan = planBody(outcome);
  return [status, toStream(outcome, clock), withLength(headers, plan.length).flat()];
}

/** A stream that fails where the connection fails: because of the content length, fetch reports a body that is too short. */
function toStream(outcome: Outcome, clock: Clock): unknown {
  const plan = planBody(outcome);
  const { Readable } = builtin("node:stream");
  async function* body(): AsyncGenerator<Buffer> {
    // nock sends the headers with the first byte, so there must be one.
    if (plan.pieces.length === 0) yield Buffer.from(bytesOf(outcome.response.body).subarray(0, 1));
    for await (const piece of sendPieces(plan, clock)) yield Buffer.from(piece);
    if (plan.isBroken) throw connectionReset();
  }
  return Readable.from(body());
}

/** Calls `end`, once or more, when a reply was sent, has failed, or is aborted. */
export async function untilSent(
  replying: Promise<Reply>,
  end: (() => void) | undefined,
  signal: AbortSignal,
): Promise<Reply> {
  if (end === undefined) return replying;
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    const reply = await replying;
    const [, body] = reply;
    if (isStream(body)) body.once("close", end);
    else end();
    return reply;
  } catch (error) {
    end();
    throw error;
  }
}

function isStream(body: unknown): body is Readable {
  return typeof (body as Partial<Readable> | undefined)?.once === "function";
}

const TIME_LIMIT_MS = 2000;

/**
 * Reads a body to its end, because nock has to know its length.
 *
 * @param timeLimitMs real milliseconds in which it has to end
 * @throws Error that names the operation if it does not
 */
export async function wholeBody(response: HttpResponse, timeLimitMs: number = TIME_LIMIT_MS): Promise<Uint8Array> {
  const tooLong = new AbortController();
  const timer = realTimeout?.(() => tooLong.abort(new Error(explain(response))), timeLimitMs);
  try {
    return new Uint8Array(await new Response(openStream(response, tooLong.signal)).arrayBuffer());
  } finally {
    clearRealTimeout?.(timer);
  }
}

function explain({ rest }: HttpResponse): string {
  return `The test's own handler of ${rest?.operation} answers with a stream that does not end, and nock carries whole bodies only; use fake.fetch or fake.listen().`;
}
