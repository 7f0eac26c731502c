import { type HttpRequest, type HttpResponse, headerOf, textResponse } from "@svc/fastapi-validation";
import { essenceOf } from "@svc/model/data";
import type { UploadSlot } from "@svc/resources";
import { findBuiltin } from "../builtin.ts";

const PREFIX = "/__uploads/";

/** Whether a request is sent to a signed address of an upload. */
export function isUpload({ target }: Pick<HttpRequest, "target">): boolean {
  return target.startsWith(PREFIX);
}

/** Signed addresses that take a file each, once, without the service's credential. */
export interface UploadAddresses {
  /** Adds one; returns its path and query. */
  put(slot: UploadSlot): string;
  /** Undefined: the request is for no such address. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  clear(): void;
}

interface Address {
  readonly slot: UploadSlot;
  readonly signature: string;
  /** Whether its file was taken. */
  isUsed: boolean;
}

/** Addresses that are kept: a server may run for days. */
const LIMIT = 10_000;

/** @param random numbers in [0, 1), for signatures */
export function createUploadAddresses(random: () => number): UploadAddresses {
  const addresses = new Map<string, Address>();
  let count = 0;
  return {
    put(slot) {
      const path = `${PREFIX}${++count}`;
      const signature = Array.from({ length: 4 }, () => random().toString(36).slice(2, 10)).join("");
      addresses.set(path, { slot, signature, isUsed: false });
      if (addresses.size > LIMIT) addresses.delete(addresses.keys().next().value ?? "");
      return `${path}?expires=${Math.floor(slot.expiresAt / 1000)}&signature=${signature}`;
    },
    serve(request, now) {
      if (!isUpload(request)) return undefined;
      const [path = "", query = ""] = request.target.split(/\?(.*)/s, 2);
      const address = addresses.get(path);
      if (address === undefined) return refuse(404, "No such address.");
      const sent = new URLSearchParams(query);
      const expires = String(Math.floor(address.slot.expiresAt / 1000));
      if (sent.get("signature") !== address.signature || sent.get("expires") !== expires)
        return refuse(403, "The signature does not match the address.");
      return receive(address, request, now);
    },
    clear: () => addresses.clear(),
  };
}

function receive(address: Address, request: HttpRequest, now: number): HttpResponse {
  const { slot } = address;
  const { method, headers } = request;
  if (method !== "PUT") return refuse(405, "The address takes PUT.", [["allow", "PUT"]]);
  if (now >= slot.expiresAt) return refuse(403, "The address has expired.");
  if (headerOf(headers, "authorization") !== undefined)
    return refuse(400, "The address is signed: it takes no Authorization header.");
  if (slot.token !== undefined && headerOf(headers, "x-upload-token") !== slot.token)
    return refuse(403, "A header that the signature asks for is missing or different.");
  // As RFC 9110 (section 14.5) has it: a part must not be taken for the whole.
  if (headerOf(headers, "content-range") !== undefined) return refuse(400, "The Content-Range cannot be used here.");
  if (address.isUsed) return refuse(409, "The address was used: it takes one file.");
  const body = request.body ?? new Uint8Array();
  const stated = slot.checksum && headerOf(headers, slot.checksum.toLowerCase());
  return refuseFile(slot, request, stated) ?? accept(address, request, { body, stated });
}

/**
 * A refusal of a file that is not the one that was announced. Undefined: it is good so far.
 *
 * @param stated checksum that the request has
 */
function refuseFile(
  { size, maxBytes, mediaTypes, checksum }: UploadSlot,
  { headers, body }: HttpRequest,
  stated: string | undefined,
): HttpResponse | undefined {
  if (maxBytes !== undefined && Math.max(body?.length ?? 0, size ?? 0) > maxBytes)
    return refuse(413, `The file has more than ${maxBytes} bytes.`);
  const type = essenceOf(headerOf(headers, "content-type") ?? "");
  if (mediaTypes !== undefined && !mediaTypes.some((one) => isIn(type, essenceOf(one))))
    return refuse(415, `The address takes ${mediaTypes.join(", ")}, got ${type === "" ? "no content type" : type}.`);
  return checksum !== undefined && stated === undefined ? refuse(400, `The header ${checksum} is missing.`) : undefined;
}

function isIn(type: string, range: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

interface SentFile {
  readonly body: Uint8Array;
  readonly stated: string | undefined;
}

function accept(address: Address, { headers }: HttpRequest, { body, stated }: SentFile): HttpResponse {
  const { slot } = address;
  const length = slot.size ?? Number(headerOf(headers, "content-length") ?? body.length);
  if (body.length > length) return refuse(400, `The file has more than the announced ${length} bytes.`);
  if (body.length < length) return refuse(400, `The file has ${body.length} of the announced ${length} bytes.`);
  const digest = sha256(body);
  if (slot.checksum !== undefined && digest !== undefined && digest !== stated)
    return refuse(400, `${slot.checksum} does not match what was sent.`);
  const etag = `"${(digest ?? String(body.length)).slice(0, 20)}"`;
  address.isUsed = true;
  slot.onReceived({ bytes: body, mediaType: headerOf(headers, "content-type") ?? "" });
  return answer(200, [["etag", etag]]);
}

function sha256(bytes: Uint8Array): string | undefined {
  return findBuiltin("node:crypto")?.createHash("sha256").update(bytes).digest("base64");
}

function answer(status: number, headers: [string, string][]): HttpResponse {
  return { status, headers: [...headers, ["content-length", "0"]], body: undefined };
}

function refuse(status: number, text: string, headers: [string, string][] = []): HttpResponse {
  return textResponse(status, text, "text/plain; charset=utf-8", headers);
}
