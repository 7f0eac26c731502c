import {
  FormFile,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  jsonResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { essenceOf, preferredContent } from "@svc/model/data";
import type { StoredFile, StoredFiles } from "@svc/resources";
import { concreteType, successOf } from "../fake/answer/content.ts";
import type { StoredAnswer } from "./to-call.ts";
import { serveFile } from "./upload-addresses.ts";

/** The file that a request asks for and another has brought. Undefined: there is none, and one has to be made up. */
export function serveUploaded(
  files: StoredFiles,
  { operation, path }: ValidRequest,
  request: HttpRequest,
  onUnseeded: "generate" | "not-found",
): StoredAnswer | undefined {
  const file = files.find({ operation, path });
  if (file === undefined && onUnseeded === "generate") return undefined;
  if (file === undefined || file === "gone")
    return { kind: "refused", response: jsonResponse(404, { detail: "Not Found" }) };
  const documented = preferredContent(successOf(operation).response?.content ?? [])?.mediaType ?? "*/*";
  const isOwn = file.mediaType !== "" && /\*/.test(documented);
  const contentType = isOwn || essenceOf(documented) === OCTETS ? file.mediaType || OCTETS : concreteType(documented);
  const response = serveFile(request, { content: file.bytes, contentType, etag: tagOf(file) });
  return { kind: "response", response };
}

const OCTETS = "application/octet-stream";

/** Keeps the file of a request that was answered with success; one that removes a file makes the fake forget it. */
export function keepUploaded(
  files: StoredFiles,
  { operation, path, body }: ValidRequest,
  request: HttpRequest,
  { status, body: answered }: HttpResponse,
): void {
  if (status < 200 || status >= 300) return;
  const call = { operation, path };
  if (operation.method === "delete") {
    files.remove(call);
    return;
  }
  const field = files.fieldOf(operation.id);
  const file = field === undefined ? undefined : fileIn(field === null ? body : fieldIn(body, field), request);
  if (file !== undefined) files.keep(call, file, parsed(answered));
}

function fieldIn(body: unknown, field: string): unknown {
  return typeof body === "object" && body !== null && Object.hasOwn(body, field)
    ? (body as { readonly [name: string]: unknown })[field]
    : undefined;
}

function fileIn(value: unknown, { headers }: HttpRequest): StoredFile | undefined {
  if (value instanceof FormFile) return { bytes: value.bytes, mediaType: value.contentType, name: value.filename };
  const mediaType = headerOf(headers, "content-type") ?? "";
  if (value instanceof Uint8Array) return { bytes: value, mediaType };
  return typeof value === "string" ? { bytes: new TextEncoder().encode(value), mediaType } : undefined;
}

function parsed(body: HttpResponse["body"]): unknown {
  try {
    return typeof body === "string" ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

const tags: WeakMap<StoredFile, string> = new WeakMap();
let count = 0;

/** The validator of a file: another for each that was sent. */
function tagOf(file: StoredFile): string {
  const known = tags.get(file) ?? `"file-${++count}"`;
  tags.set(file, known);
  return known;
}
