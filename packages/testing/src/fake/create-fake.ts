import { createModel, type Model } from "@svc/model";
import { createFetch, type Fetch } from "../adapters/fetch.ts";
import type { FakeServer, ListenOptions } from "../adapters/http.ts";
import { type Interception, type InterceptOptions, intercept } from "../adapters/nock.ts";
import { type Clock, createVirtualClock, type VirtualClock } from "../clock/virtual-clock.ts";
import { createFaultQueue, type FaultOptions } from "../faults/fault.ts";
import { createFront, jsonResponse, type PlainResponse } from "../front/index.ts";
import type { FrontRequest } from "../front/types.ts";
import { createJournal, type Journal } from "../journal/create-journal.ts";
import { createRateLimiter } from "../limits/rate-limit.ts";
import { createStores, type Stores } from "../store/stores.ts";
import { generatedAnswer } from "./answers.ts";
import { type CoreParts, handle } from "./core.ts";
import { createHandlers, type Handler, type OperationShape } from "./handlers.ts";
import { DEFAULT_BASE_URL, type FakeOptions } from "./options.ts";
import { createRandom } from "./random.ts";
import { refusalAnswer } from "./refusal.ts";

/** A fake of a service: one core, reached by injected fetch, by interception, or over HTTP. */
export interface Fake<Types> extends Stores, AsyncDisposable, Disposable {
  /** Base address that the fake stands for. */
  readonly baseUrl: string;
  /** The fake as a `fetch`, for code that takes one. */
  readonly fetch: Fetch;
  /** What windows, expiry and latency run on. A virtual clock unless another was given. */
  readonly clock: VirtualClock;
  /** Every request in order of arrival. */
  readonly calls: Journal;
  /** The document as the fake reads it. */
  readonly model: Model;
  /** Answers every request of this process to `baseUrl`, whatever sends it. Needs nock. */
  intercept(options?: InterceptOptions): Interception;
  /** Starts the fake as an HTTP server on loopback. */
  listen(options?: ListenOptions): Promise<FakeServer>;
  /**
   * Answers an operation by a function of the test, before anything else does: with the body of a good answer, or a
   * `Response`. Returns a function that takes it away.
   */
  on<Id extends keyof Types & string>(operation: Id, handler: Handler<Types[Id]>): () => void;
  /** Makes the next matching requests fail. Returns a function that takes the fault away. */
  fail(fault: FaultOptions & { readonly operation?: keyof Types & string }): () => void;
  /** Forgets everything that tests put in: stores, handlers, faults, journal, windows. The clock stays where it is. */
  reset(): void;
  /** Ends every interception and server of this fake, and throws what a test's own handler has thrown. */
  close(): Promise<void>;
}

/** A fake of the service that a model describes. */
export function createFake<Types = Record<string, OperationShape>>(
  model: Model,
  options: FakeOptions = {},
): Fake<Types> {
  const { baseUrl = DEFAULT_BASE_URL, seed = 1, rateLimit = { limit: 1000 }, onUnseeded = "generate" } = options;
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const clock = (options.clock ?? createVirtualClock()) as VirtualClock;
  const random = createRandom(seed);
  const ids = new Set(model.operations.map(({ id }) => id));
  const faults = createFaultQueue(random, ids);
  const journal = createJournal();
  const stores = createStores({ onUnseeded, emailOrder: options.emailOrder ?? "newest-first" });
  const handlers = createHandlers(ids);
  const limiter = rateLimit === false ? undefined : createRateLimiter(rateLimit);
  const authenticate = createAuthenticate(options.tokens, stores, clock);
  const parts: CoreParts = {
    model,
    clock,
    random,
    limiter,
    faults,
    front: createFront(model, { authenticate, document: false }),
    extra: (request) => stores.serve(request, clock.now()),
    invalid: (admission) => refusalAnswer(admission, { model, seed, now: clock.now() }),
    record: journal.add,
    secretNames: secretNames(model),
    answer: async (call, request) => {
      const own = await handlers.answer(call, request);
      if (own !== undefined) return own;
      const place = { baseUrl: request.origin + prefix, now: clock.now() };
      const stored = stores.answer(call, place);
      const args = { path: call.path, query: call.query, body: call.body };
      return stored ?? generatedAnswer(call.operation, args, { model, seed, now: clock.now() });
    },
  };
  const handler = (request: FrontRequest) => handle(parts, withoutPrefix(request, prefix));
  const open = new Set<() => void | Promise<void>>();
  const finish = (): void => handlers.rethrow();
  const fake: Omit<Fake<Types>, keyof Stores> = {
    baseUrl: base.origin + prefix,
    fetch: createFetch(handler),
    clock,
    calls: journal,
    model,
    intercept(interceptOptions) {
      const off = intercept({ origin: base.origin, handler, finish }, interceptOptions);
      open.add(off);
      return off;
    },
    async listen(listenOptions) {
      const { listen } = await import("../adapters/http.ts");
      const server = await listen({ handler }, listenOptions);
      open.add(server.close);
      return { ...server, url: server.url + prefix };
    },
    on: (operation, answer) => handlers.on(operation, answer as unknown as Handler<OperationShape>),
    fail: (fault) => faults.add(fault),
    reset() {
      journal.clear();
      faults.clear();
      handlers.clear();
      stores.clear();
      limiter?.reset();
    },
    async close() {
      await Promise.all([...open].map((end) => end()));
      open.clear();
      finish();
    },
    [Symbol.asyncDispose]: () => fake.close(),
    [Symbol.dispose]() {
      void fake.close();
    },
  };
  return Object.assign(fake, stores.api) as Fake<Types>;
}

/** Accepts what the test says, and every token that the fake's own token endpoint has issued. */
function createAuthenticate(tokens: FakeOptions["tokens"], stores: ReturnType<typeof createStores>, clock: Clock) {
  const accepts =
    typeof tokens === "function" ? tokens : (credential: string) => tokens?.includes(credential) ?? credential !== "";
  return (credential: string): PlainResponse | undefined => {
    const isOurs = stores.isIssuedToken(credential);
    if (isOurs ? stores.acceptsToken(credential, clock.now()) : accepts(credential)) return undefined;
    return jsonResponse(401, { detail: "Invalid authentication credentials" }, [["www-authenticate", "Bearer"]]);
  };
}

function withoutPrefix(request: FrontRequest, prefix: string): FrontRequest {
  const { target } = request;
  if (prefix === "" || !target.startsWith(prefix)) return request;
  const rest = target.slice(prefix.length);
  return { ...request, target: rest.startsWith("/") ? rest : `/${rest}` };
}

function secretNames(model: Model): ReadonlySet<string> {
  return new Set(
    Object.values(model.securitySchemes).flatMap((scheme) =>
      scheme.type === "apiKey" ? [scheme.name.toLowerCase()] : [],
    ),
  );
}

/** The model of a document that a caller gave: an OpenAPI document, or a model made of one before. */
export function toModel(document: unknown): Model {
  const isModel = typeof document === "object" && document !== null && Object.hasOwn(document, "operations");
  return isModel ? (document as Model) : createModel(document);
}
