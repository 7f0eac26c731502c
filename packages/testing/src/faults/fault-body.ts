import { encodeJson } from "@svc/fastapi-validation";

/** What a fault's answer carries. */
export interface FaultBody {
  readonly content: Uint8Array | string;
  readonly contentType: string;
}

/** The body of a fault's answer: text, bytes, anything else as JSON. Undefined for what cannot be sent. */
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

/** Not a function or symbol, and no object of the platform (a blob, a stream), which JSON would empty. */
function isData(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return false;
  const tag = Object.prototype.toString.call(value);
  return !/^\[object (?:Blob|File|FormData|URLSearchParams|ReadableStream|Response|Promise|Map|Set)\]$/.test(tag);
}
