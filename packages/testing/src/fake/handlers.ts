import type { Call, FrontRequest } from "@svc/fastapi-validation";
import { type PlainResponse, textResponse } from "@svc/fastapi-validation";
import { handlerAnswer } from "./handler-answer.ts";
import { toRequest } from "./to-request.ts";
import { wireValues } from "./wire-values.ts";

/** What the generated types say of an operation. */
export interface OperationShape {
  /** Path parameters by name. */
  path: unknown;
  /** Query parameters by name. */
  query: unknown;
  /** Header parameters by name. */
  headers: unknown;
  /** Cookie parameters by name. */
  cookies: unknown;
  /** Request body. */
  body: unknown;
  /** Body of a good answer. */
  response: unknown;
}

/** What a handler gets to see: values as validation has made them. */
export interface HandlerRequest<Shape extends OperationShape> {
  /** Path parameters by name. */
  readonly path: Shape["path"];
  /** Query parameters by name. */
  readonly query: Shape["query"];
  /** Header parameters by name. */
  readonly headers: Shape["headers"];
  /** Cookie parameters by name. */
  readonly cookies: Shape["cookies"];
  /** Request body; undefined where there was none. */
  readonly body: Shape["body"];
  /** The accepted credential; undefined where the operation asks for none. */
  readonly credential: string | undefined;
  /** The request as it came. */
  readonly request: Request;
}

/** Answers an operation: with the body of a good answer, or a whole `Response`. */
export type Handler<Shape> = Shape extends OperationShape
  ? (request: HandlerRequest<Shape>) => Shape["response"] | Response | Promise<Shape["response"] | Response>
  : never;

export interface Handlers {
  on(operation: string, handler: Handler<OperationShape>): () => void;
  /** Undefined where no handler answers. */
  answer(call: Call, request: FrontRequest): Promise<PlainResponse | undefined>;
  /** Answers 500 for what went wrong, and keeps the error for {@link rethrow}. */
  failed(call: Pick<Call, "operation">, what: string, error: unknown): PlainResponse;
  clear(): void;
  /** Throws the first error since the last time. */
  rethrow(): void;
}

/** The handlers of a test, by operation: the latest answers. */
export function createHandlers(operationIds: ReadonlySet<string>, baseUrl: string): Handlers {
  const handlers = new Map<string, Set<{ readonly handler: Handler<OperationShape> }>>();
  const errors: unknown[] = [];
  const failed: Handlers["failed"] = ({ operation }, what, error) => {
    errors.push(error);
    const text = `${what} ${operation.id} threw: ${String(error)}`.replace(/\p{Surrogate}/gu, "\ufffd");
    return textResponse(500, text, "text/plain; charset=utf-8");
  };
  return {
    failed,
    on(operation, handler) {
      if (!operationIds.has(operation)) refuse(operation, operationIds);
      const entries = handlers.get(operation) ?? new Set();
      handlers.set(operation, entries);
      const entry = { handler };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    async answer(call, request) {
      const latest = [...(handlers.get(call.operation.id) ?? [])].at(-1);
      if (latest === undefined) return undefined;
      try {
        const given = await latest.handler(toHandlerRequest(call, request, baseUrl));
        return await handlerAnswer(given, { operation: call.operation, onError: (error) => errors.push(error) });
      } catch (error) {
        return failed(call, "The test's own handler of", error);
      }
    },
    clear() {
      handlers.clear();
      errors.length = 0;
    },
    rethrow() {
      const [first] = errors.splice(0);
      if (first !== undefined) throw first;
    },
  };
}

function refuse(operation: string, operationIds: ReadonlySet<string>): never {
  throw new TypeError(`fake.on: no operation "${operation}"; there are ${[...operationIds].slice(0, 20).join(", ")}.`);
}

function toHandlerRequest(call: Call, request: FrontRequest, baseUrl: string): HandlerRequest<OperationShape> {
  const values = { ...wireValues(call, request), credential: call.credential };
  let made: Request | undefined;
  const get = (): Request => {
    made ??= toRequest(request, baseUrl);
    return made;
  };
  // Made only where it is looked at: it costs as much as the rest of an answer.
  return Object.defineProperty(values, "request", { get, enumerable: true }) as HandlerRequest<OperationShape>;
}
