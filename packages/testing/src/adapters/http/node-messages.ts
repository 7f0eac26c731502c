import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpRequest, HttpResponse } from "@svc/fastapi-validation";
import type { Clock } from "../../clock/clock.ts";
import { waitTurns } from "../../clock/fake-timers.ts";
import type { Outcome } from "../../fake/outcome.ts";
import { bytesOf, isLength, openStream, planBody, sendPieces, withLength } from "../body-stream.ts";
import type { Arriving } from "../receive.ts";

/** A request without its body. */
export function headOf({
  method = "GET",
  url = "/",
  rawHeaders,
  headers: { host = "127.0.0.1" },
}: IncomingMessage): HttpRequest {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  }
  return { method, target: originForm(url), headers, origin: `http://${host}` };
}

/** Path and query of a target that proxies send with the whole address (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  return rest === undefined ? target : rest.startsWith("/") ? rest : `/${rest}`;
}

/** A request as it comes. The rest of a body that is not read stays on the connection, so that an answer can go first. */
export function arrivingBy(message: IncomingMessage, head: HttpRequest): Arriving {
  const { headers } = message;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return { head, body: hasBody ? message.iterator({ destroyOnReturn: false }) : undefined };
}

/** Sends a response with its content length. */
export function sendPlain({ status, headers, body }: HttpResponse, response: ServerResponse): void {
  const isEmpty = status === 204 || status === 304 || status < 200;
  let hasLength = isEmpty;
  const flat: string[] = [];
  for (const [name, value] of headers) {
    hasLength ||= isLength(name);
    flat.push(name, value);
  }
  if (!hasLength) flat.push("content-length", String(bytesOf(body).length));
  response.sendDate = false;
  response.writeHead(status, flat);
  response.end(isEmpty ? undefined : body);
}

/** Sends an outcome, with its connection fault. */
export function sendOutcome(outcome: Outcome, response: ServerResponse, clock: Clock): Promise<void> | void {
  const { connectionFault, slowBodyMs } = outcome;
  if (connectionFault === undefined && outcome.response.rest !== undefined) return sendOpen(outcome, response);
  if (connectionFault === undefined && slowBodyMs === undefined) return sendPlain(outcome.response, response);
  return sendFaulty(outcome, response, clock);
}

async function sendFaulty(outcome: Outcome, response: ServerResponse, clock: Clock): Promise<void> {
  const { connectionFault, end } = outcome;
  if (end !== undefined) whenClosed(response, end);
  // The connection stays open until the client or the server closes it.
  if (connectionFault === "timeout") return;
  if (connectionFault === "reset-before") return reset(response);
  if (connectionFault === "reset-during") return resetDuringHeaders(response);
  const plan = planBody(outcome);
  const { status, headers } = outcome.response;
  response.sendDate = false;
  // A response that never has a body must not have a content length (RFC 9110, section 8.6).
  const promised = status === 204 || status === 304 ? headers : withLength(headers, plan.length);
  response.writeHead(status, promised.flat());
  response.flushHeaders();
  for await (const piece of sendPieces(plan, clock)) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => void response.write(piece, () => resolve()));
  }
  if (!plan.isBroken) {
    response.end();
    return;
  }
  await flushed();
  if (connectionFault === "truncate") response.socket?.destroySoon();
  else reset(response);
}

/** Sends a stream until it ends, or the client closes the connection. */
async function sendOpen({ response: answer, end }: Outcome, response: ServerResponse): Promise<void> {
  const left = new AbortController();
  whenClosed(response, () => {
    left.abort();
    end?.();
  });
  response.sendDate = false;
  response.writeHead(answer.status, answer.headers.flat());
  response.flushHeaders();
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  try {
    for await (const piece of openStream(answer, left.signal)) {
      await new Promise<void>((resolve) => void response.write(piece, () => resolve()));
    }
    response.end();
  } catch (error) {
    if (left.signal.aborted) return;
    if (!answer.rest?.breaks) throw error;
    await flushed();
    reset(response);
  }
}

function reset({ socket }: ServerResponse): void {
  socket?.resetAndDestroy();
}

async function resetDuringHeaders(response: ServerResponse): Promise<void> {
  response.socket?.write("HTTP/1.1 200 OK\r\ncontent-type: applica");
  await flushed();
  reset(response);
}

/** Node.js corks a socket until the next turn: a reset before that would discard what was written. */
function flushed(): Promise<void> {
  return waitTurns(2);
}

/** Calls back when the response was sent, was broken off, or the client has closed the connection. */
function whenClosed(response: ServerResponse, end: () => void): void {
  if (response.closed) end();
  else response.once("close", end);
}
