import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";

/** Properties of a call that its middlewares see, beside the request. */
export type MiddlewareFacts = Omit<MiddlewareCallbackParams, "request">;

/**
 * Sends a request through middlewares, as openapi-fetch does: on the way out in their order, on the way back in the
 * reverse. Resolves to the response, and the request that was sent.
 *
 * @throws Error where a middleware returns something else than a request, a response or an error
 */
export async function sendThrough(
  all: readonly Middleware[],
  facts: MiddlewareFacts,
  given: Request,
  send: (request: Request) => Promise<Response>,
): Promise<readonly [response: Response, request: Request]> {
  let request = given;
  let response: Response | undefined;
  for (const one of all) {
    const result = await one?.onRequest?.({ ...facts, request });
    if (result instanceof Response) return [result, request];
    request = (refuse("onRequest", result, result instanceof Request) as Request | undefined) ?? request;
  }
  const back = [...all].reverse();
  try {
    response = await send(request);
  } catch (thrown) {
    let error: unknown = thrown;
    for (const one of back) {
      const result: unknown = await one?.onError?.({ ...facts, request, error });
      if (result instanceof Response) {
        response = result;
        break;
      }
      refuse("onError", result, result instanceof Error);
      error = result || error;
    }
    if (!response) throw error;
  }
  for (const one of back) {
    const result: unknown = await one?.onResponse?.({ ...facts, request, response });
    response = (refuse("onResponse", result, result instanceof Response) as Response | undefined) ?? response;
  }
  return [response, request];
}

/** The result of a hook; `undefined` where there is none. */
function refuse<Result>(hook: string, result: Result, isExpected: boolean): Result | undefined {
  if (result && !isExpected) throw new Error(`${hook}: must return a Request or Response`);
  return result || undefined;
}
