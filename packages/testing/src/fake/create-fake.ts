import { createFront, jsonResponse, type PlainResponse } from "@svc/fastapi-validation";
import { findOperation, type Model } from "@svc/model";
import { createValidate, type Validate } from "@svc/schema";
import { createFetch } from "../adapters/fetch.ts";
import { intercept } from "../adapters/nock/intercept.ts";
import type { VirtualClock } from "../clock/virtual-clock.ts";
import { createFaultQueue } from "../faults/fault-queue.ts";
import { createJournal, type WritableJournal } from "../journal/create-journal.ts";
import { createRateLimiter, type RateLimiter } from "../limits/rate-limit.ts";
import { createReplay, type Replay } from "../record/replay.ts";
import { createStores, type StoreParts } from "../store/stores.ts";
import { tokenPaths } from "../store/token-endpoint.ts";
import { generatedAnswer } from "./answers.ts";
import { type Core, createCore } from "./core.ts";
import type { Fake, ResetPart } from "./fake.ts";
import { createHandlers, type Handler, type OperationShape } from "./handlers.ts";
import { createOpenEnds, type OpenEnds } from "./open-ends.ts";
import { type NormalOptions, normalizeOptions, type SetUp } from "./options.ts";
import { createRandom } from "./random.ts";
import { createRecordStray, type RecordStray } from "./record-stray.ts";
import { createRefusals, responseOf } from "./refusal.ts";
import { withRequiredHeaders } from "./required-headers.ts";

/** A fake of the service that a model describes. */
export function createFake<Types = Record<string, OperationShape>>(model: Model, options: SetUp = {}): Fake<Types> {
  const normal = normalizeOptions(options);
  const parts = createParts(model, normal);
  const { core, handlers, faults, journal, limiter, stores, replay, stray } = parts;
  const ends: OpenEnds = createOpenEnds();
  const target = { baseUrl: normal.baseUrl, core, finish: handlers.rethrow, stray };
  const close = async (): Promise<void> => {
    await ends.close();
    handlers.rethrow();
  };
  const fake: Omit<Fake<Types>, keyof StoreParts["api"]> = {
    baseUrl: normal.baseUrl,
    fetch: createFetch({ ...target, clock: normal.clock }),
    clock: normal.clock as VirtualClock,
    calls: journal.calls,
    model,
    rateLimitOf: (authorization) => limiter?.peek(authorization, normal.clock.now()),
    intercept: (settings) => ends.add(intercept(target, normal.clock, settings)),
    async listen(settings) {
      const { listen } = await import("../adapters/http.ts");
      const inspected = { windows: () => limiter?.all(normal.clock.now()) ?? [], store: stores.snapshot };
      const control = () => Object.assign(Object.create(fake), { inspected });
      return ends.addAsync(await listen({ ...target, clock: normal.clock, control }, settings));
    },
    on: (operation, handler) => handlers.on(idOf(model, operation), handler as unknown as Handler<OperationShape>),
    fail: (fault) =>
      faults.add(fault.operation === undefined ? fault : { ...fault, operation: idOf(model, fault.operation) }),
    assertNoUnmatched: () => assertNoUnmatched(journal),
    reset(parts = RESET_PARTS) {
      const unknown = parts.find((part) => !RESET_PARTS.includes(part));
      if (unknown !== undefined) {
        throw new TypeError(`fake.reset: "${unknown}" is no part; there are ${RESET_PARTS.join(", ")}.`);
      }
      const clear = { calls: journal.clear, faults: faults.clear, handlers: handlers.clear, stores: stores.clear };
      for (const part of parts) if (part !== "windows") clear[part]();
      if (parts.includes("windows")) limiter?.reset();
      if (parts.includes("handlers")) replay?.rewind();
    },
    close,
    [Symbol.asyncDispose]: close,
    [Symbol.dispose]() {
      ends.closeNow();
      handlers.rethrow();
    },
  };
  return Object.assign(fake, stores.api) as Fake<Types>;
}

const RESET_PARTS: readonly ResetPart[] = ["calls", "faults", "handlers", "stores", "windows"];

/** The id of an operation that may be called by one that it had. */
function idOf({ operations }: Model, id: string): string {
  return findOperation(operations, id)?.id ?? id;
}

interface Parts {
  readonly core: Core;
  readonly handlers: ReturnType<typeof createHandlers>;
  readonly faults: ReturnType<typeof createFaultQueue>;
  readonly journal: WritableJournal;
  readonly limiter: RateLimiter | undefined;
  readonly stores: StoreParts;
  readonly replay: Replay | undefined;
  readonly stray: RecordStray;
}

function createParts(model: Model, options: NormalOptions): Parts {
  const { baseUrl, clock, seed, rateLimit, document, recording } = options;
  const random = createRandom(seed);
  const ids = new Set(model.operations.map(({ id }) => id));
  const faults = createFaultQueue(random, ids);
  const journal = createJournal(model.operations);
  const stores = createStores(options, tokenPaths(model, baseUrl));
  const handlers = createHandlers(ids, baseUrl);
  const limiter = rateLimit === false ? undefined : createRateLimiter(rateLimit);
  const replay = recording === undefined ? undefined : createReplay(recording);
  const known = new Map<string, PlainResponse>();
  const validator = lazy(() => createValidate(model.schemas));
  const validate: Validate = (schema, value) => validator()(schema, value);
  const retryAfter = () => limiter && Math.ceil((limiter.nextReset(clock.now()) - clock.now()) / 1000);
  const context = () => ({ model, seed, now: clock.now(), validate, retryAfter, known });
  const refusals = createRefusals({ validate, context, failed: handlers.failed });
  const core = createCore({
    model,
    clock,
    hold: "hold" in clock ? clock.hold : () => () => {},
    random,
    limiter,
    faults,
    front: createFront(model, { authenticate: authenticator(options, stores), document }),
    extra: (request) => stores.serve(request, clock.now()) ?? replay?.answer(request),
    // The service has answered it: what the document says of it is of no concern.
    refuse: (admission, request) =>
      (admission.kind === "invalid" ? replay?.answer(request) : undefined) ?? refusals.refuse(admission),
    limit: (response, admission) => refusals.conform(response, admission.operation),
    record: journal.add,
    secretNames: secretNames(model),
    answer: async (call, request) => {
      const own = await handlers.answer(call, request);
      if (own !== undefined) return own;
      try {
        const { path, query, body } = call;
        const place = { baseUrl: request.origin, now: clock.now() };
        const stored = stores.answer(call, place);
        if (stored !== undefined) {
          const documented = responseOf(call.operation, stored.status);
          return documented === undefined ? stored : withRequiredHeaders(stored, documented, context());
        }
        const kept = replay?.answer(request) ?? stores.unseeded(call);
        if (kept !== undefined) return kept;
        const question = { operation: call.operation, args: { path, query, body }, baseUrl: place.baseUrl };
        return stores.ground(generatedAnswer(question, context()), call, place);
      } catch (error) {
        return handlers.failed(call, "The fake's answer of", error);
      }
    },
  });
  const stray = createRecordStray({ model, clock, record: journal.add, secretNames: secretNames(model) });
  return { core, handlers, faults, journal, limiter, stores, replay, stray };
}

/** Accepts what the test says, and every token that the fake's own token endpoint has issued. */
function authenticator({ accepts, clock }: NormalOptions, stores: StoreParts) {
  return (credential: string): PlainResponse | undefined => {
    const isOurs = stores.isIssuedToken(credential);
    if (isOurs ? stores.acceptsToken(credential, clock.now()) : accepts(credential)) return undefined;
    return jsonResponse(401, { detail: "Invalid authentication credentials" }, [["www-authenticate", "Bearer"]]);
  };
}

function assertNoUnmatched({ calls }: WritableJournal): void {
  const { unmatched } = calls;
  if (unmatched.length === 0) return;
  const count = unmatched.length === 1 ? "A request" : `${unmatched.length} requests`;
  throw new Error([`${count} matched no operation:`, ...unmatched.map((call) => call.unmatched)].join("\n"));
}

/** Names of API keys in headers and queries, lower case. */
function secretNames({ securitySchemes }: Model): ReadonlySet<string> {
  const schemes = Object.values(securitySchemes);
  return new Set(schemes.flatMap((scheme) => (scheme.type === "apiKey" ? [scheme.name.toLowerCase()] : [])));
}

function lazy<Value>(create: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: create() };
    return made.value;
  };
}
