import { type HttpRequest, type HttpResponse, headerOf, textResponse } from "@svc/fastapi-validation";
import { essenceOf } from "@svc/model";
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
  received: Uint8Array;
  /** Checksum of the whole, as its beginning said it. */
  checksum: string | undefined;
  /** The whole file that was taken: its length, and the `ETag` of the answer. */
  taken: { readonly length: number; readonly etag: string } | undefined;
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
      addresses.set(path, { slot, signature, received: new Uint8Array(), checksum: undefined, taken: undefined });
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
  const { slot, received } = address;
  const { method, headers } = request;
  const methods = slot.resume === "offset" ? ["PUT", "HEAD", "PATCH"] : ["PUT"];
  if (!methods.includes(method))
    return refuse(405, `The address takes ${methods[0]}.`, [["allow", methods.join(", ")]]);
  if (now >= slot.expiresAt) return refuse(403, "The address has expired.");
  if (headerOf(headers, "authorization") !== undefined)
    return refuse(400, "The address is signed: it takes no Authorization header.");
  if (slot.token !== undefined && headerOf(headers, "x-upload-token") !== slot.token)
    return refuse(403, "A header that the signature asks for is missing or different.");
  const body = request.body ?? new Uint8Array();
  if (method === "HEAD") return answer(200, [["upload-offset", String(address.taken?.length ?? received.length)]]);
  const given = headerOf(headers, "content-range");
  const range = slot.resume === "range" ? contentRange(given) : undefined;
  // As RFC 9110 (section 14.5) has it: a part must not be taken for the whole.
  if (given !== undefined && range === undefined) return refuse(400, "The Content-Range cannot be used here.");
  if (range?.from === undefined && range !== undefined) return tellReceived(address);
  if (range !== undefined && !fits(range, body, slot.size))
    return refuse(400, "The Content-Range is not that of the body.");
  if (address.taken !== undefined) return refuse(409, "The address was used: it takes one file.");
  const from = method === "PATCH" ? Number(headerOf(headers, "upload-offset")) : (range?.from ?? 0);
  if (from !== 0 && from !== received.length)
    return refuse(409, `The file goes on at ${received.length}.`, [["upload-offset", String(received.length)]]);
  const whole = joined(from === 0 ? new Uint8Array() : received, body);
  if (from === 0) address.checksum = slot.checksum && headerOf(headers, slot.checksum.toLowerCase());
  const announced = slot.size ?? range?.total ?? from + Number(headerOf(headers, "content-length") ?? body.length);
  return refuseFile(address, request, whole, from === 0) ?? accept(address, request, whole, announced);
}

/** A refusal of a file that is not the one that was announced. Undefined: it is good so far. */
function refuseFile(
  { slot: { size, maxBytes, mediaTypes, checksum }, checksum: stated }: Address,
  { headers }: HttpRequest,
  whole: Uint8Array,
  isBeginning: boolean,
): HttpResponse | undefined {
  if (maxBytes !== undefined && Math.max(whole.length, size ?? 0) > maxBytes)
    return refuse(413, `The file has more than ${maxBytes} bytes.`);
  const type = essenceOf(headerOf(headers, "content-type") ?? "");
  if (isBeginning && mediaTypes !== undefined && !mediaTypes.some((one) => isIn(type, essenceOf(one))))
    return refuse(415, `The address takes ${mediaTypes.join(", ")}, got ${type === "" ? "no content type" : type}.`);
  return checksum !== undefined && stated === undefined ? refuse(400, `The header ${checksum} is missing.`) : undefined;
}

function isIn(type: string, range: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

function accept(address: Address, { headers }: HttpRequest, whole: Uint8Array, length: number): HttpResponse {
  const { slot } = address;
  if (whole.length > length) return refuse(400, `The file has more than the announced ${length} bytes.`);
  address.received = whole;
  if (whole.length < length) {
    if (slot.resume === "range") return tellReceived(address);
    if (slot.resume === "offset") return answer(204, [["upload-offset", String(whole.length)]]);
    return refuse(400, `The file has ${whole.length} of the announced ${length} bytes.`);
  }
  // Its owner gets it; one that is broken is sent again.
  address.received = new Uint8Array();
  const digest = sha256(whole);
  if (slot.checksum !== undefined && digest !== undefined && digest !== address.checksum)
    return refuse(400, `${slot.checksum} does not match what was sent.`);
  const etag = `"${(digest ?? String(whole.length)).slice(0, 20)}"`;
  address.taken = { length: whole.length, etag };
  slot.onReceived({ bytes: whole, mediaType: headerOf(headers, "content-type") ?? "" });
  return answer(200, [["etag", etag]]);
}

/** How much of the file is there: 308 with a range, as of resumable uploads of Google's storage. */
function tellReceived({ taken, received: { length } }: Address): HttpResponse {
  if (taken !== undefined) return answer(200, [["etag", taken.etag]]);
  return answer(308, length === 0 ? [] : [["range", `bytes=0-${length - 1}`]]);
}

interface ContentRange {
  readonly from?: number;
  readonly to?: number;
  readonly total?: number;
}

/** `bytes 5-9/10`, or `bytes *\/10`: then nothing is sent, and `from` is undefined. */
function contentRange(header: string | undefined): ContentRange | undefined {
  const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header ?? "") ?? [];
  if (total === undefined) return undefined;
  return {
    ...(from !== undefined && { from: Number(from), to: Number(to) }),
    ...(total !== "*" && { total: Number(total) }),
  };
}

/** Whether a range can be that of a body, which has less where it broke off. */
function fits({ from = 0, to = 0, total }: ContentRange, { length }: Uint8Array, size = total): boolean {
  return from <= to && length <= to - from + 1 && (total === undefined || (to < total && total === size));
}

function sha256(bytes: Uint8Array): string | undefined {
  return findBuiltin("node:crypto")?.createHash("sha256").update(bytes).digest("base64");
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const whole = new Uint8Array(before.length + after.length);
  whole.set(before);
  whole.set(after, before.length);
  return whole;
}

function answer(status: number, headers: [string, string][]): HttpResponse {
  return { status, headers: [...headers, ["content-length", "0"]], body: undefined };
}

function refuse(status: number, text: string, headers: [string, string][] = []): HttpResponse {
  return textResponse(status, text, "text/plain; charset=utf-8", headers);
}
