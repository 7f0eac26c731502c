import { encodeJson, jsonResponse, type PlainResponse, textResponse } from "../front/index.ts";
import type { Call, FrontRequest } from "../front/types.ts";
import { successOf } from "./core.ts";

/** What the generated types say of an operation. */
export interface OperationShape {
  path: unknown;
  query: unknown;
  headers: unknown;
  cookies: unknown;
  body: unknown;
  response: unknown;
}

/** What a handler gets to see: values as validation has made them. */
export interface HandlerRequest<Shape extends OperationShape> {
  readonly path: Shape["path"];
  readonly query: Shape["query"];
  readonly headers: Shape["headers"];
  readonly cookies: Shape["cookies"];
  readonly body: Shape["body"];
  /** The request as it came; it holds the credential. */
  readonly request: { readonly method: string; readonly target: string; readonly headers: Headers };
}

/** Answers an operation: with the body of a good answer, or a whole `Response`. */
export type Handler<Shape> = Shape extends OperationShape
  ? (request: HandlerRequest<Shape>) => Shape["response"] | Response | Promise<Shape["response"] | Response>
  : never;

export interface Handlers {
  on(operation: string, handler: Handler<OperationShape>): () => void;
  answer(call: Call, request: FrontRequest): Promise<PlainResponse | undefined>;
  clear(): void;
  /** Throws the first error that a handler has thrown since the last time. */
  rethrow(): void;
}

export function createHandlers(operationIds: ReadonlySet<string>): Handlers {
  const handlers = new Map<string, Handler<OperationShape>>();
  const errors: unknown[] = [];
  return {
    on(operation, handler) {
      if (!operationIds.has(operation)) throw new TypeError(`fake.on: no operation "${operation}".`);
      handlers.set(operation, handler);
      return () => {
        if (handlers.get(operation) === handler) handlers.delete(operation);
      };
    },
    async answer(call, request) {
      const handler = handlers.get(call.operation.id);
      if (handler === undefined) return undefined;
      try {
        return await toPlain(await handler(toHandlerRequest(call, request)), call);
      } catch (error) {
        errors.push(error);
        return textResponse(
          500,
          `The test's own handler of ${call.operation.id} threw: ${error}`,
          "text/plain; charset=utf-8",
        );
      }
    },
    clear: () => handlers.clear(),
    rethrow() {
      const [first] = errors.splice(0);
      if (first !== undefined) throw first;
    },
  };
}

function toHandlerRequest(call: Call, { method, target, headers }: FrontRequest): HandlerRequest<OperationShape> {
  const { path, query, headers: headerValues, cookies, body } = call;
  const request = { method, target, headers: new Headers(headers.map(([name, value]) => [name, value])) };
  return { path, query, headers: headerValues, cookies, body, request };
}

async function toPlain(answer: unknown, { operation }: Call): Promise<PlainResponse> {
  if (answer instanceof Response) {
    const body = answer.body === null ? undefined : new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, headers: [...answer.headers], body };
  }
  const { status, response } = successOf(operation);
  const [content] = response?.content ?? [];
  if (answer === undefined || content === undefined)
    return { status: content === undefined ? status : 200, headers: [], body: undefined };
  if (typeof answer === "string" && !/json/.test(content.mediaType))
    return textResponse(status, answer, content.mediaType);
  return content.mediaType === "application/json"
    ? jsonResponse(status, answer)
    : textResponse(status, encodeJson(answer), content.mediaType);
}
