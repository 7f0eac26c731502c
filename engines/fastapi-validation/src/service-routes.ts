import type { Model } from "@svc/model";
import { internalServerError, jsonResponse, textResponse, withoutBody } from "./responses.ts";
import { compileRoute, type Route } from "./route.ts";
import type { Admission, PlainResponse } from "./types.ts";

const METHODS = ["GET", "HEAD"];
const HTML = "text/html; charset=utf-8";

/** The routes that FastAPI adds by itself, without a token: the document, and pages about it. The document's own win. */
export function serviceRoutes(model: Model, document: unknown): readonly Route<(method: string) => Admission>[] {
  const own = new Set(model.operations.map((operation) => operation.path));
  const page = (): PlainResponse => textResponse(200, "<!DOCTYPE html>\n<title>API</title>\n", HTML);
  const answers: readonly (readonly [string, () => PlainResponse])[] = [
    ["/openapi.json", once(() => documentResponse(document))],
    ["/docs", page],
    ["/docs/oauth2-redirect", page],
    ["/redoc", page],
  ];
  return answers
    .filter(([path]) => !own.has(path))
    .map(([path, answer]) =>
      compileRoute(path, METHODS, (method: string): Admission => {
        const response = answer();
        return { kind: "answer", response: method === "HEAD" ? withoutBody(response) : response };
      }),
    );
}

/** A document read from YAML may hold what JSON cannot: infinity, for one. */
function documentResponse(document: unknown): PlainResponse {
  try {
    return jsonResponse(200, document);
  } catch {
    return internalServerError();
  }
}

function once(make: () => PlainResponse): () => PlainResponse {
  let made: PlainResponse | undefined;
  return () => {
    made ??= make();
    return { ...made, headers: made.headers.map(([name, value]) => [name, value]) };
  };
}
