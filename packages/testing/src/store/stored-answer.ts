import { type HttpResponse, jsonResponse, type ValidRequest } from "@svc/fastapi-validation";
import { allowsJson, type Json } from "@svc/model/data";
import type { Answer } from "@svc/resources";
import { parseExact } from "../fake/answer/content.ts";

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
