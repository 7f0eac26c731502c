import type { Clock } from "../clock/clock.ts";
import { createVirtualClock, type VirtualClock } from "../clock/virtual-clock.ts";
import type { FakeRateLimit } from "../limits/rate-limit.ts";
import type { Recording } from "../record/recording.ts";
import type { StoreOptions } from "../store/stores.ts";

/** How a fake is set up. */
export interface FakeOptions extends Partial<StoreOptions> {
  /** Base address that the fake stands for. A path prefix is fine. @default "https://svc.example.test" */
  readonly baseUrl?: string;
  /**
   * Credentials that are accepted: a list, or a function that says so. Others are answered 401.
   * @default every credential that is not empty
   */
  readonly tokens?: readonly string[] | ((credential: string) => boolean);
  /** Requests per window and credential; `false`: no limit and no headers that tell of one. @default 1,000 per 60 s */
  readonly rateLimit?: FakeRateLimit | false;
  /** What windows, expiry, latency and `Date` run on. @default a virtual clock that stands until it is moved */
  readonly clock?: Clock | VirtualClock;
  /** Decides generated values and drawn faults: same seed, same answers. @default 1 */
  readonly seed?: number;
  /** Answers of a live service, which come before generated ones and after handlers and stores. @see recordSvc */
  readonly recording?: Recording;
}

/** {@link FakeOptions}, and what `/openapi.json` answers. */
export interface SetUp extends FakeOptions {
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
 * Options with every default.
 *
 * @throws TypeError for an option that does not exist or cannot be used
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
