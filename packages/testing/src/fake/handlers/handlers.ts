import { type HttpRequest, type HttpResponse, textResponse, type ValidRequest } from "@svc/fastapi-validation";
import { methodName, type Operation } from "@svc/model/data";
import type { Validate } from "@svc/schema";
import { type Clock, sleep } from "../../clock/clock.ts";
import { workTrackerOf } from "../../clock/pending-work.ts";
import { isItems, type Streams, streamFor } from "../../streams/streams.ts";
import { asSentValues, mapFiles, toFile, toRequest } from "./handler-request.ts";
import { toHandlerResponse } from "./handler-response.ts";

/** Types of an operation, as the generated file of operations declares them. */
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
  /** Body of a successful response. */
  response: unknown;
}

/** Argument of a {@link Handler}: the request, its values validated and converted. */
export interface HandlerRequest<Shape extends OperationShape> {
  /** Path parameters by name. */
  readonly path: Shape["path"];
  /** Query parameters by name, with the document's defaults. */
  readonly query: Shape["query"];
  /** Header parameters by name, spelled as in the document. */
  readonly headers: Shape["headers"];
  /** Cookie parameters by name. */
  readonly cookies: Shape["cookies"];
  /** Request body; undefined if there is none. */
  readonly body: Shape["body"];
  /** The accepted credential: a bearer token, an API key, or `user:password`; undefined if the operation requires none. */
  readonly credential: string | undefined;
  /** The request as it was sent. */
  readonly request: Request;
  /** Waits on the fake's clock, in milliseconds, for instance between items of a stream. */
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Responds to an operation: returns the body of a successful response, a `Response`, or a promise of either. A
 * generator streams: each yielded value is sent as an item of the document's stream.
 */
export type Handler<Shape> = Shape extends OperationShape
  ? (request: HandlerRequest<Shape>) => Shape["response"] | Response | Promise<Shape["response"] | Response>
  : never;

/** The handlers of one fake, by operation. */
export type Handlers = ReturnType<typeof createHandlers>;

/** Context of the handlers. */
export interface HandlerSetUp {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly streams: Streams;
  /** Validates what handlers answer. Undefined: they may answer anything. */
  readonly validate?: Validate | undefined;
}

/** Creates an empty set of handlers. */
export function createHandlers({ baseUrl, clock, streams, validate }: HandlerSetUp) {
  const handlers = new Map<string, Set<{ readonly handler: Handler<OperationShape> }>>();
  const errors: unknown[] = [];
  const failed = (operation: Operation, what: string, error: unknown): HttpResponse => {
    errors.push(error);
    const text = `${what} ${methodName(operation)} threw: ${String(error)}`.replace(/\p{Surrogate}/gu, "\ufffd");
    return textResponse(500, text, "text/plain; charset=utf-8");
  };
  return {
    /** Keeps an error for `rethrow`, and returns a 500 that quotes it. */
    failed: (operation: Operation, what: string, error: unknown): HttpResponse => failed(operation, what, error),
    /** Adds a handler for the operation with an id; returns a function that removes it. */
    on(operation: string, handler: Handler<OperationShape>): () => void {
      const entries = handlers.get(operation) ?? new Set();
      handlers.set(operation, entries);
      const entry = { handler };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    /** Whether an operation has one. */
    has: (operation: string): boolean => (handlers.get(operation)?.size ?? 0) > 0,
    /** Answers by the handler that was added last; undefined if there is none. */
    async answer(valid: ValidRequest, request: HttpRequest): Promise<HttpResponse | undefined> {
      const latest = [...(handlers.get(valid.operation.id) ?? [])].at(-1);
      if (latest === undefined) return undefined;
      try {
        const onError = (error: unknown): void => void errors.push(error);
        const { operation } = valid;
        const content = streamFor(valid, request);
        const common = { operation: operation.id, validate, track: workTrackerOf(clock), onError };
        const items = content && { ...content, ...common };
        const resumed = items && streams.resume(request, items);
        if (resumed !== undefined) return resumed;
        const given = await latest.handler(toHandlerRequest(valid, request, { baseUrl, clock }));
        if (items !== undefined && isItems(given)) return streams.begin(request, given, items);
        return await toHandlerResponse(given, { operation, validate, onError });
      } catch (error) {
        return failed(valid.operation, "The test's handler for", error);
      }
    },
    /** Removes all handlers and errors. */
    clear(): void {
      handlers.clear();
      streams.clear();
      errors.length = 0;
    },
    /** Throws the first error that was kept, and forgets all of them. */
    rethrow(): void {
      const [first] = errors.splice(0);
      if (first !== undefined) throw first;
    },
  };
}

function toHandlerRequest(
  valid: ValidRequest,
  request: HttpRequest,
  { baseUrl, clock }: Pick<HandlerSetUp, "baseUrl" | "clock">,
): HandlerRequest<OperationShape> {
  const sent = asSentValues(valid, request);
  const values = {
    ...sent,
    body: mapFiles(sent.body, toFile),
    credential: valid.credential,
    sleep: (ms: number) => sleep(clock, ms),
  };
  let made: Request | undefined;
  const get = (): Request => {
    made ??= toRequest(request, baseUrl);
    return made;
  };
  // Created when it is read: it costs as much as the rest of a response.
  return Object.defineProperty(values, "request", { get, enumerable: true }) as HandlerRequest<OperationShape>;
}
