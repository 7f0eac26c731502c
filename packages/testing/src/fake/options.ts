import { createModel, type Model } from "@svc/model";
import type { Clock } from "../clock/clock.ts";
import { createVirtualClock, type VirtualClock } from "../clock/virtual-clock.ts";
import type { FakeRateLimit } from "../limits/rate-limit.ts";
import type { Recording } from "../record/recording.ts";
import type { StoreOptions } from "../store/stores.ts";

/** Options of a fake. */
export interface FakeOptions extends Partial<StoreOptions> {
  /** Base address of the fake: http or https, with an optional path prefix. @default "https://svc.example.test" */
  readonly baseUrl?: string;
  /**
   * Accepted credentials: a list, or a function that returns whether one is accepted. Others are answered 401.
   * @default every credential that is not empty
   */
  readonly tokens?: readonly string[] | ((credential: string) => boolean);
  /** Rate limit of each credential; `false`: no limit, and no rate-limit headers. @default 1,000 requests per 60 s */
  readonly rateLimit?: FakeRateLimit | false;
  /** Clock of rate-limit windows, expiry, latency and `Date` headers. @default a virtual clock, which stands still until it is advanced */
  readonly clock?: Clock | VirtualClock;
  /** Seed of generated values and of faults with a probability: the same seed gives the same responses. @default 1 */
  readonly seed?: number;
  /** Recorded responses: they take precedence over generated ones, and handlers and stores over them. @see recordSvc */
  readonly recording?: Recording;
}

/** {@link FakeOptions}, and the body of `/openapi.json`. */
export interface SetUp extends FakeOptions {
  /** `false` leaves out `/openapi.json` and the pages that FastAPI adds. @default {} */
  readonly document?: unknown;
}

/** {@link SetUp} with every default. */
export interface NormalOptions extends StoreOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly accepts: (credential: string) => boolean;
  readonly rateLimit: FakeRateLimit | false;
  readonly clock: Clock | VirtualClock;
  readonly seed: number;
  readonly document: unknown;
  readonly recording: Recording | undefined;
}

const DEFAULT_BASE_URL = "https://svc.example.test";
const NAMES: readonly string[] = [
  "baseUrl",
  "tokens",
  "rateLimit",
  "clock",
  "seed",
  "onUnseeded",
  "emailOrder",
  "document",
  "recording",
];

/**
 * Checks options and adds the defaults.
 *
 * @throws TypeError for an option that does not exist or has an invalid value
 */
export function normalizeOptions(options: SetUp): NormalOptions {
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`createFakeSvc: "${unknown}" is no option; there are ${NAMES.join(", ")}.`);
  const { tokens, clock = createVirtualClock(), seed = 1, rateLimit = { limit: 1000 } } = options;
  if (!Number.isFinite(seed)) throw new TypeError(`createFakeSvc: seed: expected a number, got ${String(seed)}.`);
  const { onUnseeded = "generate", emailOrder = "newest-first", document = {} } = options;
  oneOf("onUnseeded", onUnseeded, ["generate", "not-found"]);
  oneOf("emailOrder", emailOrder, ["newest-first", "oldest-first", "as-added"]);
  const accepts =
    typeof tokens === "function" ? tokens : (credential: string) => tokens?.includes(credential) ?? credential !== "";
  return {
    baseUrl: normalizeBaseUrl(options.baseUrl),
    accepts,
    rateLimit,
    clock,
    seed,
    onUnseeded,
    emailOrder,
    document,
    recording: options.recording,
  };
}

function oneOf<Value extends string>(name: string, value: Value, choices: readonly Value[]): void {
  if (choices.includes(value)) return;
  throw new TypeError(`createFakeSvc: ${name}: expected ${choices.join(", ")}, got ${JSON.stringify(value)}.`);
}

function normalizeBaseUrl(baseUrl: string = DEFAULT_BASE_URL): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new TypeError(`createFakeSvc: baseUrl: expected an http or https address, got ${JSON.stringify(baseUrl)}.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/**
 * The model of an OpenAPI document; a model is returned as it is.
 *
 * @throws DocumentError if the document is not valid, with a JSON pointer for each reason
 */
export function toModel(document: unknown): Model {
  return isModel(document) ? document : createModel(document);
}

/** Whether a document is a model. */
export function isModel(document: unknown): document is Model {
  return typeof document === "object" && document !== null && Object.hasOwn(document, "operations");
}
