import type { HttpRequest } from "@svc/fastapi-validation";
import { type HttpResponse, headerOf, textResponse } from "@svc/fastapi-validation";
import { isUpload } from "./upload-addresses.ts";

/** A file with a download URL that expires. */
export interface FakeFile {
  /** Content, or a function that creates it at the first download. */
  readonly content: Uint8Array | (() => Uint8Array);
  readonly contentType: string;
  /** Validator of the content. @default none */
  readonly etag?: string;
  /** Epoch milliseconds on the fake's clock. */
  readonly expiresAt: number;
}

const PREFIX = "/__files/";

/** Whether a request is a download, or is sent to a signed address of an upload: none of them is the service's own. */
export function isFile(request: HttpRequest): boolean {
  return request.target.startsWith(PREFIX) || isUpload(request);
}

/** Target of generated redirects: a file that always exists. */
export const REDIRECT_TARGET: string = `${PREFIX}redirected`;

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
  clear(): void;
}

/** Files that are kept: each listing creates new URLs, and a server may run for days. */
const FILE_LIMIT = 10_000;

export function createFileStore(): FileStore {
  const files = new Map<string, FakeFile>();
  let count = 0;
  return {
    put(name, file, id = String(++count)) {
      const path = `${PREFIX}${encodeURIComponent(id)}/${encodeURIComponent(name)}`;
      files.set(path, file);
      if (files.size > FILE_LIMIT) files.delete(files.keys().next().value ?? "");
      return `${path}?expires=${Math.floor(file.expiresAt / 1000)}&signature=fake-${encodeURIComponent(id)}`;
    },
    serve(request, now) {
      const path = request.target.split("?", 1)[0] ?? "";
      if (!path.startsWith(PREFIX)) return undefined;
      const file = path === REDIRECT_TARGET ? REDIRECTED : files.get(path);
      if (file === undefined) return textResponse(404, "No such file.", "text/plain; charset=utf-8");
      if (now >= file.expiresAt) return textResponse(403, "The address has expired.", "text/plain; charset=utf-8");
      return serveFile(request, file);
    },
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
