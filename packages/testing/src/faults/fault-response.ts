import { encodeJson, type HttpResponse, type OpenBody, textResponse } from "@svc/fastapi-validation";
import { inPieces, pulledStream } from "../adapters/body-stream.ts";
import { connectionReset, terminated } from "../adapters/fetched-response.ts";
import { type Clock, sleep } from "../clock/clock.ts";
import { connectionFaultOf, type FaultOptions } from "./fault.ts";

/** Applies a fault to a response: replaces it, its body, or its content type; breaks a stream. */
export function applyFault(given: HttpResponse, fault: FaultOptions, clock: Clock): HttpResponse {
  const { status, contentType } = fault;
  const response = applyStreamFault(given, fault, clock);
  // The adapter breaks the connection, and reads nothing of the stream.
  if (response.rest?.log && connectionFaultOf(fault) !== undefined) response.rest.log.ended ??= "broken";
  // The stream of a replaced response is not read.
  if (status !== undefined || fault.malformed) response.rest?.stream.cancel().catch(() => {});
  if (status !== undefined) return replaced(status, fault);
  if (fault.malformed) return textResponse(response.status, '{"detail": "cut off here', "application/json");
  if (contentType === undefined) return response;
  const kept = response.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  return { ...response, headers: [...kept, ["content-type", contentType]] };
}

function replaced(status: number, { body, headers = {} }: FaultOptions): HttpResponse {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  if (status === 204 || status === 205 || status === 304) return { status, headers: own, body: undefined };
  const { content, contentType } = faultBody(status, body) ?? { content: "", contentType: "text/plain" };
  const length = typeof content === "string" ? new TextEncoder().encode(content).length : content.length;
  const made = Object.entries({ "content-length": String(length), "content-type": contentType });
  const kept = made.filter(([name]) => !own.some(([given]) => given === name));
  return { status, headers: [...kept, ...own], body: content };
}

/** Encodes the body of a fault: text, bytes, any other value as JSON. Undefined for a value that cannot be sent. */
export function faultBody(
  status: number,
  body: unknown,
): { readonly content: Uint8Array | string; readonly contentType: string } | undefined {
  if (typeof body === "string") return { content: body, contentType: "text/plain; charset=utf-8" };
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const content = ArrayBuffer.isView(body)
      ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
      : new Uint8Array(body);
    return { content, contentType: "application/octet-stream" };
  }
  const value = body === undefined ? { detail: `fake.fail: status ${status}` } : body;
  if (!isData(value)) return undefined;
  try {
    return { content: encodeJson(value), contentType: "application/json" };
  } catch {
    return undefined;
  }
}

/** Whether JSON can carry a value: no function or symbol, no platform object (a blob, a stream). */
function isData(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return false;
  const tag = Object.prototype.toString.call(value);
  return !/^\[object (?:Blob|File|FormData|URLSearchParams|ReadableStream|Response|Promise|Map|Set)\]$/.test(tag);
}

/** Applies what a fault says of the body of a stream: each of its chunks is an item. */
function applyStreamFault(response: HttpResponse, fault: FaultOptions, clock: Clock): HttpResponse {
  const { rest } = response;
  const isBroken = fault.dropAfterItems !== undefined || fault.dropAfterBytes !== undefined;
  const isChanged = fault.garbageAfterItems !== undefined || fault.wrongIdAfterItems !== undefined;
  const isStalled = fault.stallAfterItems !== undefined;
  if (rest === undefined || !(isBroken || isChanged || isStalled || fault.slowBodyMs !== undefined)) return response;
  const stream = changedStream(rest, fault, clock);
  return { ...response, rest: { ...rest, stream, ...((isBroken || isStalled) && { breaks: true as const }) } };
}

function changedStream(rest: OpenBody, fault: FaultOptions, clock: Clock): ReadableStream<Uint8Array> {
  const reader = rest.stream.getReader();
  const chunks = faultyChunks(() => reader.read(), fault, clock);
  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await chunks.next();
    if (!done) return value;
    if (value === "end") return undefined;
    // The source is left as it is: a client may continue it.
    if (rest.log) rest.log.ended ??= "broken";
    throw terminated(connectionReset());
  };
  return pulledStream(next, { leave: (reason) => reader.cancel(reason) });
}

/** The chunks as the fault lets them through, and how they end. */
async function* faultyChunks(
  read: () => Promise<ReadableStreamReadResult<Uint8Array>>,
  fault: FaultOptions,
  clock: Clock,
): AsyncGenerator<Uint8Array, "end" | "broken"> {
  const { dropAfterItems = Infinity, dropAfterBytes = Infinity, stallAfterItems = Infinity } = fault;
  const { garbageAfterItems, wrongIdAfterItems = Infinity, slowBodyMs } = fault;
  let bytes = 0;
  for (let items = 0; ; items++) {
    if (items === garbageAfterItems) yield new TextEncoder().encode(GARBAGE);
    if (items >= dropAfterItems) return "broken";
    if (items >= stallAfterItems) await new Promise<never>(() => {});
    const { done, value } = await read();
    if (done) return "end";
    const chunk = items < wrongIdAfterItems ? value : withWrongId(value);
    const left = dropAfterBytes - bytes;
    const sent = chunk.subarray(0, Math.min(chunk.length, left));
    bytes += sent.length;
    if (slowBodyMs === undefined) yield sent;
    else yield* slowly(sent, slowBodyMs, clock);
    if (sent.length < chunk.length || bytes === dropAfterBytes) return "broken";
  }
}

/** Bytes that are an item of no stream, and let the next one be read. */
const GARBAGE = 'data: {"garbage\u0000\n\n';

function withWrongId(chunk: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(chunk);
  return new TextEncoder().encode(text.replace(/^id: (.*)$/m, "id: wrong-$1"));
}

async function* slowly(chunk: Uint8Array, ms: number, clock: Clock): AsyncGenerator<Uint8Array, void> {
  const pieces = inPieces(chunk);
  for (const piece of pieces) {
    await sleep(clock, ms / pieces.length);
    yield piece;
  }
}
