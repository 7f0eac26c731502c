import {
  encodeLenientJson,
  FormFile,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  jsonResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { allowsJson, type Json } from "@svc/model/data";
import type { Answer, ResourceCall, SentFile } from "@svc/resources";
import { parseExact } from "../fake/answer/content.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";
import { createFileStore, createUploadAddresses, type FileStore, type UploadAddresses } from "./upload-addresses.ts";

/** A valid request as the store reads it. */
export function toCall(valid: ValidRequest, { headers, origin, target }: HttpRequest): ResourceCall {
  const { operation, path, query, body, sent } = valid;
  return {
    operation,
    path,
    query,
    body: body === undefined ? undefined : plain(body),
    sent,
    files: filesIn(body),
    header: (name) => headerOf(headers, name),
    origin,
    target,
  };
}

/** What is said of the files of a form, or of the body that is one. */
function filesIn(body: unknown): { [field: string]: SentFile } {
  if (body instanceof Uint8Array) return { "": { size: body.length, mediaType: "" } };
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]): [string, SentFile][] =>
      value instanceof FormFile
        ? [[field, { name: value.filename, size: value.bytes.length, mediaType: value.contentType }]]
        : [],
    ),
  );
}

/** A body as JSON; what validation has made of it (floats, files of a form) is none of the store's business. */
function plain(body: unknown): Json | undefined {
  try {
    return parseExact(encodeLenientJson(body)) as Json;
  } catch {
    return undefined;
  }
}

/** Addresses of a fake that are no operations: its token endpoint, files to download, and where files are sent. */
export interface OwnAddresses {
  readonly tokens: ReturnType<typeof createTokenEndpoint>;
  readonly files: FileStore;
  readonly uploads: UploadAddresses;
  /** Undefined: the request is for none of them. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  clear(): void;
}

/** @param random numbers in [0, 1), for signatures */
export function createOwnAddresses(tokenPaths: ReadonlySet<string>, random: () => number): OwnAddresses {
  const tokens = createTokenEndpoint();
  const files = createFileStore();
  const uploads = createUploadAddresses(random);
  return {
    tokens,
    files,
    uploads,
    serve(request, now) {
      const path = request.target.split("?", 1)[0] ?? "";
      if (request.method === "POST" && tokenPaths.has(path)) return tokens.respond(request, now);
      return files.serve(request, now) ?? uploads.serve(request, now);
    },
    clear() {
      files.clear();
      uploads.clear();
      tokens.clear();
    },
  };
}

/** Answer of a store to a request: a response, or a refusal whose body follows the document. */
export type StoredAnswer =
  | { readonly kind: "response"; readonly response: HttpResponse }
  | { readonly kind: "refused"; readonly response: HttpResponse };

/** The answer of a store as a response. */
export function toStored(answer: Answer, { operation }: ValidRequest): StoredAnswer {
  const { status } = answer;
  if (answer.kind === "refused") {
    const response: HttpResponse =
      status === 304 ? { status, headers: [], body: undefined } : jsonResponse(status, { detail: answer.detail });
    return { kind: "refused", response };
  }
  const headers = answer.headers.map(([name, value]): [string, string] => [name, value]);
  const isEmpty = answer.body === undefined || operation.method === "head";
  return {
    kind: "response",
    response: isEmpty ? { status, headers, body: undefined } : jsonResponse(status, answer.body, headers),
  };
}

/** A response of JSON with another body. */
export function aligned(response: HttpResponse, align: (body: Json) => Json): HttpResponse {
  const type = response.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (!allowsJson(type)) return response;
  const value = parseExact(String(response.body)) as Json;
  if (typeof value !== "object" || value === null) return response;
  const made = jsonResponse(response.status, align(value));
  const kept = response.headers.filter(([name]) => name !== "content-length" && name !== "content-type");
  const own = made.headers.map(([name, text]): [string, string] => [name, name === "content-type" ? type : text]);
  return { ...made, headers: [...own, ...kept] };
}
