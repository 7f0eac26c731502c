import type { FaultOptions } from "../faults/fault.ts";
import { jsonResponse, type PlainResponse, textResponse } from "../front/index.ts";

/** The interface shows the shape of a 429, not its texts. */
export function tooManyRequests(): PlainResponse {
  return jsonResponse(429, { message: "Too Many Requests", detail: "Rate limit exceeded" });
}

/** The answer as a fault has it: another one, or the same with something wrong in it. */
export function spoil(response: PlainResponse, fault: FaultOptions): PlainResponse {
  const { status, contentType } = fault;
  if (status !== undefined) return replaced(status, fault);
  if (fault.malformed) return textResponse(response.status, '{"detail": "cut off here', "application/json");
  if (contentType === undefined) return response;
  const kept = response.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  return { ...response, headers: [...kept, ["content-type", contentType]] };
}

function replaced(status: number, { body, headers = {} }: FaultOptions): PlainResponse {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  if (status === 204 || status === 205 || status === 304) return { status, headers: own, body: undefined };
  const made =
    typeof body === "string"
      ? textResponse(status, body, "text/plain; charset=utf-8")
      : jsonResponse(status, body ?? { detail: `The fake was told to answer ${status}.` });
  const kept = made.headers.filter(([name]) => !own.some(([given]) => given === name));
  return { ...made, headers: [...kept, ...own] };
}
