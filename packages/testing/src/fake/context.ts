import {
  createRequestValidator,
  type HttpResponse,
  jsonResponse,
  type RequestValidator,
} from "@svc/fastapi-validation";
import type { Content, Model } from "@svc/model/data";
import { type ResourceTable, readTable } from "@svc/resources";
import { createRandom, createValidate, directed, PYTHON, type Rules, STRICT, seedOf, type Validate } from "@svc/schema";
import type { Clock } from "../clock/clock.ts";
import { createStandStill, type StandStill } from "../clock/stand-still.ts";
import { createFaultQueue, type FaultQueue } from "../faults/fault-queue.ts";
import { createJournal, type WritableJournal } from "../journal/journal.ts";
import { createRecorder, type RecordCall } from "../journal/record-call.ts";
import { createRateLimiter, type RateLimiter } from "../limits/rate-limit.ts";
import { loadReader } from "../load-on-use.ts";
import { createReplay, type Replay } from "../record/recording.ts";
import { type CredentialNames, credentialNames } from "../redaction/secret-names.ts";
import { createSignal, type Signal } from "../signal.ts";
import { createStores, type StoreParts } from "../store/stores.ts";
import { tokenPaths } from "../store/token-endpoint.ts";
import { createStreams, type Streams } from "../streams/streams.ts";
import { createWebhooks, type WebhookParts } from "../webhooks/create-webhooks.ts";
import { createIdempotencyKeys, type IdempotencyKeys } from "./answer/idempotency.ts";
import { createHandlers, type Handlers } from "./handlers/handlers.ts";
import { createLifecycles, type Lifecycles } from "./lifecycles.ts";
import type { NormalOptions } from "./options.ts";

/** A response that was generated, with what it depends on beside the operation and its arguments. */
interface Generated {
  readonly content: Content;
  readonly status: number;
  /** Epoch milliseconds, in whole seconds. */
  readonly second: number;
  readonly response: HttpResponse;
}

/** The parts of one fake, which every step of a request reads. */
export interface FakeContext {
  readonly model: Model;
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly standStill: StandStill;
  /** Seed of generated values. */
  readonly seed: number;
  /** Numbers in [0, 1) drawn from the seed. */
  readonly random: () => number;
  /** FastAPI's steps: route, read, authenticate, validate. */
  readonly validator: RequestValidator;
  /** Validates a value against a schema of the document. */
  readonly validate: Validate;
  /** Undefined: requests are not limited. */
  readonly limiter: RateLimiter | undefined;
  readonly faults: FaultQueue;
  readonly handlers: Handlers;
  readonly streams: Streams;
  readonly webhooks: WebhookParts;
  readonly stores: StoreParts;
  readonly lifecycles: Lifecycles;
  readonly idempotencyKeys: IdempotencyKeys;
  /** Undefined: there is no recording. */
  readonly replay: Replay | undefined;
  readonly journal: WritableJournal;
  readonly record: RecordCall;
  /** Tells of changes that come with no request of the journal: of stored data, webhooks, streams, faults and limits. */
  readonly signal: Signal;
  /** Names of headers, parameters, cookies and fields that carry credentials. */
  readonly secretNames: CredentialNames;
  /** Generated responses by what they depend on: the same request again costs no generation. */
  readonly generated: Map<string, Generated>;
}

/** Creates the parts of a fake. */
export function createContext(model: Model, options: NormalOptions, resources?: ResourceTable): FakeContext {
  const { baseUrl, clock, seed, rateLimit, document, recording } = options;
  const random = createRandom(seedOf(seed)).next;
  const validate = lazyValidate(model, STRICT);
  // Stores hold values that validation of requests has accepted: dates without a zone, too.
  const validateStored = lazyValidate(model, PYTHON);
  const signal = createSignal();
  const streams = createStreams(signal.notify);
  const standStill = createStandStill({ clock, warn });
  const { strict } = options;
  const webhooks = createWebhooks(
    { model, clock, standStill, validate: validateStored, seed, strict, onSent: signal.notify },
    options.webhooks,
  );
  const stores = createStores({
    ...options,
    model,
    table: () => readTable(resources ?? loadReader().inferTable(model), model),
    validate: validateStored,
    isKept: options.state !== false,
    tokenPaths: tokenPaths(model, baseUrl),
    onChange: webhooks.onChange,
    onTouch: signal.notify,
  });
  const journal = createJournal(model.operations);
  const secretNames = credentialNames(model);
  return {
    model,
    baseUrl,
    clock,
    standStill,
    seed,
    random,
    validator: createRequestValidator(model, { checkCredential: credentialCheck(options, stores), document }),
    validate,
    limiter: rateLimit === false ? undefined : createRateLimiter(rateLimit),
    faults: createFaultQueue(random),
    handlers: createHandlers({ baseUrl, clock, streams, validate: options.strict ? validate : undefined }),
    streams,
    webhooks,
    stores,
    lifecycles: createLifecycles(model),
    idempotencyKeys: createIdempotencyKeys(),
    replay: recording === undefined ? undefined : createReplay(recording, clock),
    journal,
    record: createRecorder(journal, secretNames),
    signal,
    secretNames,
    generated: new Map(),
  };
}

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the runner shows it with the test that waits
  console.warn(text);
}

/** Accepts the tokens that the fake's own token endpoint has issued, and what the option `tokens` says. */
function credentialCheck(
  { accepts, clock }: NormalOptions,
  stores: StoreParts,
): (credential: string) => HttpResponse | undefined {
  return (credential) => {
    const isIssued = stores.isIssuedToken(credential);
    if (isIssued ? stores.acceptsToken(credential, clock.now()) : accepts(credential)) return undefined;
    return jsonResponse(401, { detail: "Invalid authentication credentials" }, [["www-authenticate", "Bearer"]]);
  };
}

/** Compiles the schemas at the first value: many fakes never validate one. */
function lazyValidate({ schemas }: Model, rules: Rules): Validate {
  let validate: Validate | undefined;
  return (schema, value) => {
    validate ??= createValidate(schemas, directed(rules, "response", schemas));
    return validate(schema, value);
  };
}
