import { encodeJson, type HttpResponse, textResponse } from "@svc/fastapi-validation";
import type { Clock } from "../clock/clock.ts";
import { connectionFaultOf, type FaultOptions } from "./fault.ts";
import { applyStreamFault } from "./stream-fault.ts";

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
  const made: [string, string][] = [
    ["content-length", String(length)],
    ["content-type", contentType],
  ];
  const kept = made.filter(([name]) => !own.some(([given]) => given === name));
  return { status, headers: [...kept, ...own], body: content };
}

/** Body of a fault's response. */
export interface FaultBody {
  readonly content: Uint8Array | string;
  readonly contentType: string;
}

/** Encodes the body of a fault: text, bytes, any other value as JSON. Undefined for a value that cannot be sent. */
export function faultBody(status: number, body: unknown): FaultBody | undefined {
  if (typeof body === "string") return { content: body, contentType: "text/plain; charset=utf-8" };
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const content = ArrayBuffer.isView(body)
      ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
      : new Uint8Array(body);
    return { content, contentType: "application/octet-stream" };
  }
  const value = body === undefined ? { detail: `The fake was told to answer ${status}.` } : body;
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
