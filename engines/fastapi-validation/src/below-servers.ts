import { type Model, type ServerAddress, serverAddresses } from "@svc/model/data";
import { lazy } from "@svc/schema";
import {
  type HttpRequest,
  type HttpResponse,
  internalServerError,
  jsonResponse,
  textResponse,
  withoutBody,
} from "./http.ts";
import { compileRoute, type Route, type RouteMatch } from "./router.ts";

type FindRoute<Value> = (request: HttpRequest) => RouteMatch<Value>;

/**
 * Finds routes also below the paths of the document's servers: of `https://api.example.com/v1`, `/v1/users` and `/users`
 * are one address. Where both could be meant, as with `/{team}/users`, it is the one with more text of the document in it.
 *
 * @param idOf the id of the operation that a route leads to: servers of single operations are theirs only
 */
export function belowServers<Value>(
  model: Pick<Model, "servers" | "operations">,
  findRoute: FindRoute<Value>,
  idOf: (value: Value) => string | undefined,
): FindRoute<Value> {
  const servers = serverAddresses(model).filter(({ path }) => path !== undefined);
  if (servers.length === 0) return findRoute;
  return (request) => {
    const bare: Reading<Value> = { match: findRoute(request), text: textOf(request.target) };
    const readings = servers.flatMap((server) => readBelow(server, request, findRoute, idOf));
    return [bare, ...readings].reduce((best, one) => (rankOf(one) > rankOf(best) ? one : best)).match;
  };
}

/** A request target, as one server understands it. */
interface Reading<Value> {
  readonly match: RouteMatch<Value>;
  /** Length of the path without values of the server's variables. */
  readonly text: number;
}

function readBelow<Value>(
  { path, operations }: ServerAddress,
  request: HttpRequest,
  findRoute: FindRoute<Value>,
  idOf: (value: Value) => string | undefined,
): Reading<Value>[] {
  const found = path?.exec(request.target);
  if (found === undefined || found === null) return [];
  const [prefix, ...values] = found;
  const rest = request.target.slice(prefix.length);
  const target = rest.startsWith("/") ? rest : `/${rest}`;
  const match = findRoute({ ...request, target, origin: request.origin + prefix });
  const id = "value" in match ? idOf(match.value) : undefined;
  if ("value" in match && (id === undefined || operations?.has(id) === false)) return [];
  return [{ match, text: textOf(request.target) - lengthOf(values) }];
}

/** An operation before a path of other methods, that before nothing; of operations the one with the most text. */
function rankOf<Value>({ match, text }: Reading<Value>): number {
  if ("value" in match) return 1 + text - lengthOf(Object.values(match.path).map(encodeURIComponent));
  return match.response.status === 404 ? -1 : 0;
}

function textOf(target: string): number {
  const mark = target.indexOf("?");
  return mark === -1 ? target.length : mark;
}

function lengthOf(values: readonly (string | undefined)[]): number {
  return values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
}

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
  const made = lazy(make);
  return () => ({ ...made(), headers: made().headers.map(([name, value]) => [name, value]) });
}
