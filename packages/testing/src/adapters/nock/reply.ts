import type { Clock } from "../../clock/clock.ts";
import type { Outcome } from "../../fake/core.ts";
import { bytesOf, planBody, sendPieces, withLength } from "../body-pieces.ts";
import { connectionReset } from "../network-error.ts";
import { builtin } from "./builtin.ts";
import { wholeBody } from "./whole-body.ts";

/** What nock sends: status, body, and headers as a raw list so that repeats stay. */
export type Reply = [status: number, body: unknown, headers: string[]];

/**
 * An outcome as nock's reply. It always has a length: without one, nock's answers end with the connection, each keeps tens
 * of kilobytes, and an abort in the middle of a body ends the process.
 *
 * @throws Error that native fetch reports as the cause of `fetch failed`, where the connection breaks before the answer
 */
export async function toReply(outcome: Outcome, method: string, clock: Clock): Promise<Reply> {
  const { response, damage, slowBodyMs } = outcome;
  const { status, headers } = response;
  if (damage === "timeout") return new Promise<never>(() => {});
  if (damage === "reset-before") throw connectionReset();
  if (damage === "reset-during") throw connectionReset(" (nock has no wire on which headers could break off)");
  if (status === 204 || status === 304) return [status, "", headers.flat()];
  // A HEAD promises the length of what it does not send, as the service does.
  if (method === "HEAD") return [status, "", headers.flat()];
  if (damage === undefined && (slowBodyMs === undefined || response.rest !== undefined)) {
    const bytes = Buffer.from(response.rest === undefined ? bytesOf(response.body) : await wholeBody(response));
    return [status, bytes, withLength(headers, bytes.length).flat()];
  }
  const plan = planBody(outcome);
  return [status, toStream(outcome, clock), withLength(headers, plan.length).flat()];
}

/** A stream that fails where a connection would break: with a length promised, fetch sees a body that was cut off. */
function toStream(outcome: Outcome, clock: Clock): unknown {
  const plan = planBody(outcome);
  const { Readable } = builtin("node:stream");
  async function* body(): AsyncGenerator<Buffer> {
    // nock sends the headers with the first byte, which may not be one of the body then.
    if (plan.pieces.length === 0) yield Buffer.from(bytesOf(outcome.response.body).subarray(0, 1));
    for await (const piece of sendPieces(plan, clock)) yield Buffer.from(piece);
    if (plan.isBroken) throw connectionReset();
  }
  return Readable.from(body());
}
