import { jsonResponse, type PlainResponse, textResponse } from "@svc/fastapi-validation";
import type { FaultOptions } from "../faults/fault.ts";
import { faultBody } from "../faults/fault-body.ts";

/** The interface shows the shape of a 429, not its texts. */
export function tooManyRequests(): PlainResponse {
  return jsonResponse(429, { message: "Too Many Requests", detail: "Rate limit exceeded" });
}

/** The answer as a fault has it: another one, or the same with something wrong in it. */
export function spoil(response: PlainResponse, fault: FaultOptions): PlainResponse {
  const { status, contentType } = fault;
  // Nobody reads a stream whose answer is replaced.
  if (status !== undefined || fault.malformed) response.rest?.stream.cancel().catch(() => {});
  if (status !== undefined) return replaced(status, fault);
  if (fault.malformed) return textResponse(response.status, '{"detail": "cut off here', "application/json");
  if (contentType === undefined) return response;
  const kept = response.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  return { ...response, headers: [...kept, ["content-type", contentType]] };
}

function replaced(status: number, { body, headers = {} }: FaultOptions): PlainResponse {
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
