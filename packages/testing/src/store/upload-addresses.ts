import { type HttpRequest, type HttpResponse, headerOf, textResponse } from "@svc/fastapi-validation";
import { essenceOf } from "@svc/model/data";
import type { UploadSlot } from "@svc/resources";
import { findBuiltin } from "../builtin.ts";

const UPLOADS = "/__uploads/";

/** Whether a request is sent to a signed address of an upload. */
export function isUpload({ target }: Pick<HttpRequest, "target">): boolean {
  return target.startsWith(UPLOADS);
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
      const path = `${UPLOADS}${++count}`;
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
    return refuse(403, "A header that the signature requires is missing or different.");
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

/** A file with a download URL that expires. */
export interface FakeFile {
  /** Content, or a function that creates it at the first download. */
  readonly content: Uint8Array | (() => Uint8Array);
  readonly contentType: string;
  /** Validator of the content. @default none */
  readonly etag?: string;
  /** Epoch milliseconds on the fake's clock. */
  readonly expiresAt: number;
  /** Name of the client's function that downloads it. @default none */
  readonly download?: string | undefined;
}

const FILES = "/__files/";

/** Whether a request is a download, or is sent to a signed address of an upload: none of them is the service's own. */
export function isFile(request: HttpRequest): boolean {
  return request.target.startsWith(FILES) || isUpload(request);
}

/** Target of generated redirects: a file that always exists. */
export const REDIRECT_TARGET: string = `${FILES}redirected`;

const REDIRECTED: FakeFile = {
  content: new TextEncoder().encode("fake"),
  contentType: "application/octet-stream",
  expiresAt: Number.POSITIVE_INFINITY,
};

/** Serves files by key; with ranges (RFC 9110, section 14), without a credential. */
export interface FileStore {
  /**
   * Adds a file; returns path and query of its URL.
   *
   * @param id makes the URL the same each time. @default a new URL for each file
   */
  put(name: string, file: FakeFile, id?: string): string;
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  /** Name of the client's function that downloads what a request asks for. */
  downloadOf(request: HttpRequest): string | undefined;
  clear(): void;
}

/** Files that are kept: each listing creates new URLs, and a server may run for days. */
const FILE_LIMIT = 10_000;

export function createFileStore(): FileStore {
  const files = new Map<string, FakeFile>();
  let count = 0;
  return {
    put(name, file, id = String(++count)) {
      const path = `${FILES}${encodeURIComponent(id)}/${encodeURIComponent(name)}`;
      files.set(path, file);
      if (files.size > FILE_LIMIT) files.delete(files.keys().next().value ?? "");
      return `${path}?expires=${Math.floor(file.expiresAt / 1000)}&signature=fake-${encodeURIComponent(id)}`;
    },
    serve(request, now) {
      const path = request.target.split("?", 1)[0] ?? "";
      if (!path.startsWith(FILES)) return undefined;
      const file = path === REDIRECT_TARGET ? REDIRECTED : files.get(path);
      if (file === undefined) return textResponse(404, "No such file.", "text/plain; charset=utf-8");
      if (now >= file.expiresAt) return textResponse(403, "The address has expired.", "text/plain; charset=utf-8");
      return serveFile(request, file);
    },
    downloadOf: ({ target }) => files.get(target.split("?", 1)[0] ?? "")?.download,
    clear: () => files.clear(),
  };
}

/** Answers a file, or the range of it that a request asks for. */
export function serveFile(
  { method, headers }: HttpRequest,
  { content: given, contentType, etag }: Omit<FakeFile, "expiresAt">,
): HttpResponse {
  if (method !== "GET" && method !== "HEAD") {
    return textResponse(405, "Method not allowed.", "text/plain; charset=utf-8", [["allow", "GET, HEAD"]]);
  }
  const content = typeof given === "function" ? given() : given;
  // A range of another file than the caller began with would be of no use.
  const isSame = (headerOf(headers, "if-range") ?? etag) === etag;
  const range = isSame ? headerOf(headers, "range") : undefined;
  const span = range === undefined ? undefined : parseRange(range, content.length);
  if (span === "unsatisfiable") {
    return {
      status: 416,
      headers: [
        ["content-range", `bytes */${content.length}`],
        ["content-length", "0"],
      ],
      body: "",
    };
  }
  const [from, to] = span ?? [0, content.length];
  const body = content.slice(from, to);
  const partial: [string, string][] =
    span === undefined ? [] : [["content-range", `bytes ${from}-${to - 1}/${content.length}`]];
  return {
    status: span === undefined ? 200 : 206,
    headers: [
      ["content-type", contentType],
      ["accept-ranges", "bytes"],
      ["content-length", String(body.length)],
      ...(etag === undefined ? [] : [["etag", etag] as [string, string]]),
      ...partial,
    ],
    body: method === "HEAD" ? undefined : body,
  };
}

/** A single range of bytes: from, and after its end. Other forms are ignored, as RFC 9110 allows. */
function parseRange(header: string, length: number): [number, number] | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (match === null || (match[1] === "" && match[2] === "")) return undefined;
  const [, first = "", last = ""] = match;
  const from = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === "" || last === "" ? length : Math.min(length, Number(last) + 1);
  return from >= length || from >= to ? "unsatisfiable" : [from, to];
}
