import type { Model } from "@svc/model";
import { type HttpResponse, internalServerError, jsonResponse, textResponse, withoutBody } from "./http.ts";
import { compileRoute, type Route } from "./router.ts";

const METHODS = ["GET", "HEAD"];
const HTML = "text/html; charset=utf-8";

/** Answers a request by its method alone. */
export type RespondToMethod = (method: string) => HttpResponse;

/** The routes that FastAPI adds, without a token: the document, and pages about it. Paths of the document have priority. */
export function documentationRoutes(model: Model, document: unknown): readonly Route<RespondToMethod>[] {
  const own = new Set(model.operations.map((operation) => operation.path));
  const page = (): HttpResponse => textResponse(200, "<!DOCTYPE html>\n<title>API</title>\n", HTML);
  const pages: readonly (readonly [path: string, respond: () => HttpResponse])[] = [
    ["/openapi.json", once(() => documentResponse(document))],
    ["/docs", page],
    ["/docs/oauth2-redirect", page],
    ["/redoc", page],
  ];
  return pages
    .filter(([path]) => !own.has(path))
    .map(([path, respond]) =>
      compileRoute(path, METHODS, (method: string) => (method === "HEAD" ? withoutBody(respond()) : respond())),
    );
}

/** A document read from YAML may hold values that JSON does not have, such as infinity. */
function documentResponse(document: unknown): HttpResponse {
  try {
    return jsonResponse(200, document);
  } catch {
    return internalServerError();
  }
}

function once(make: () => HttpResponse): () => HttpResponse {
  let made: HttpResponse | undefined;
  return () => {
    made ??= make();
    return { ...made, headers: made.headers.map(([name, value]) => [name, value]) };
  };
}
