import {
  findOperation,
  type Model,
  type Operation,
  type OrderDirection,
  unknownName,
  unknownOperation,
} from "@svc/model/data";
import type { ResourceTable } from "@svc/resources";
import type { Clock } from "../clock/clock.ts";
import { createVirtualClock, type VirtualClock } from "../clock/virtual-clock.ts";
import type { FakeRateLimit } from "../limits/rate-limit.ts";
import type { Recording } from "../record/recording.ts";
import type { FakeState } from "../state/load-state.ts";
import type { StoreOptions } from "../store/stores.ts";
import type { WebhookDefaults } from "../webhooks/webhooks.ts";

/** Options of a fake. */
export interface FakeOptions extends Partial<StoreOptions> {
  /**
   * Base address of the fake: http or https, with an optional path prefix. @default "https://svc.example.test", with
   * the name of the SDK instead of `svc`
   */
  readonly baseUrl?: string;
  /**
   * Accepted credentials: a list, or a function that returns whether one is accepted. Others get 401. @default every
   * non-empty credential
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
  /** Default address and secret of `fake.webhooks.send`. @default {} */
  readonly webhooks?: WebhookDefaults;
  /**
   * Initial data of the stores; `false`: stateless, every response is generated.
   *
   * @throws TypeError with a JSON pointer to the place that is not valid for the document
   */
  readonly state?: FakeState | false;
}

/** {@link FakeOptions}, and the body of `/openapi.json`. */
export interface SetUp extends FakeOptions {
  /** `false` leaves out `/openapi.json` and the pages that FastAPI adds. @default {} */
  readonly document?: unknown;
}

/** {@link SetUp} with every default; the base address is without a trailing slash. */
export interface NormalOptions extends Required<Omit<SetUp, "tokens" | "recording">> {
  readonly accepts: (credential: string) => boolean;
  readonly recording: Recording | undefined;
  /** Values of the options that the document declares, by name. */
  readonly orders: { readonly [option: string]: OrderDirection | undefined };
}

/** The service that a fake replaces. */
export interface FakeService {
  /** Name of the function that creates the fake: messages begin with it. @default "createFakeSvc" */
  readonly createFake?: string;
  /** Base address where none is given. @default "https://svc.example.test" */
  readonly baseUrl?: string;
  /** Resources that the fake stores. @default inferred from the model, for which the inference is loaded */
  readonly resources?: ResourceTable | undefined;
}

/** A document as a fake reads it. */
export interface FakeDocument {
  /** Its operations and schemas. */
  readonly model: Model;
  /** Resources that the fake stores. */
  readonly resources: ResourceTable;
}

const SVC = { createFake: "createFakeSvc", baseUrl: "https://svc.example.test" } as const;

const NAMES: readonly string[] =
  "baseUrl tokens rateLimit clock seed onUnseeded document recording state strict webhooks".split(" ");

/** Checks options and adds the defaults. @throws TypeError for one that does not exist or has an invalid value */
export function normalizeOptions(
  options: SetUp,
  model: Pick<Model, "resources">,
  service: FakeService = {},
): NormalOptions {
  const { createFake = SVC.createFake } = service;
  // By these the document lets the order of lists be chosen.
  const declared = Object.values(model.resources ?? {}).flatMap(({ order }) => order?.option ?? []);
  const names = [...NAMES, ...declared];
  const unknown = unknownName(options, names);
  if (unknown !== undefined) throw new TypeError(`${createFake}: ${unknown}`);
  const { tokens, clock = createVirtualClock(), seed = 1, rateLimit = { limit: 1000 } } = options;
  const { onUnseeded = "generate", strict = true, state = {}, document = {}, webhooks = {}, recording } = options;
  const expect = (name: string, isGood: boolean, expected: string, got: unknown): void => {
    if (!isGood) throw new TypeError(`${createFake}: ${name}: expected ${expected}, got ${shown(got)}.`);
  };
  const isTokens = tokens === undefined || typeof tokens === "function" || Array.isArray(tokens);
  const isClock = (["now", "setTimeout", "clearTimeout"] as const).every((name) => typeof clock?.[name] === "function");
  expect("seed", Number.isFinite(seed), "a number", seed);
  expect("tokens", isTokens, "a list or a function", tokens);
  expect("clock", isClock, "now, setTimeout and clearTimeout", clock);
  expect("rateLimit", typeof rateLimit === "object" || rateLimit === false, "limits or false", rateLimit);
  expect("webhooks", Object(webhooks) === webhooks, "an object", webhooks);
  expect("strict", typeof strict === "boolean", "true or false", strict);
  const oneOf = (name: string, value: unknown, choices: readonly unknown[]): void =>
    expect(name, choices.includes(value), choices.join(", "), value);
  oneOf("onUnseeded", onUnseeded, ["generate", "not-found"]);
  const chosen = options as { readonly [name: string]: OrderDirection | undefined };
  const orders = Object.fromEntries(declared.map((name) => [name, chosen[name]]));
  for (const [name, direction] of Object.entries(orders))
    if (direction !== undefined) oneOf(name, direction, DIRECTIONS);
  const accepts =
    typeof tokens === "function" ? tokens : (credential: string) => tokens?.includes(credential) ?? credential !== "";
  const baseUrl = normalizeBaseUrl(options.baseUrl, service);
  return {
    ...{ baseUrl, accepts, rateLimit, clock, seed, onUnseeded },
    ...{ strict, state, orders, document, recording, webhooks },
  };
}

const DIRECTIONS: readonly OrderDirection[] = ["newest-first", "oldest-first", "as-added"];

/** A value as a message shows it: text in quotes, so that `"5"` is not taken for 5. */
export function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : typeof value === "function" ? "a function" : String(value);
}

function normalizeBaseUrl(given: string | undefined, service: FakeService): string {
  const { createFake = SVC.createFake } = service;
  const baseUrl = given ?? service.baseUrl ?? SVC.baseUrl;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new TypeError(`${createFake}: baseUrl: expected an http or https address, got ${JSON.stringify(baseUrl)}.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Whether a document is a model. */
export function isModel(document: unknown): document is Model {
  return typeof document === "object" && document !== null && Object.hasOwn(document, "operations");
}

/** Whether a document has been read. */
export function isFakeDocument(document: unknown): document is FakeDocument {
  return typeof document === "object" && document !== null && "model" in document && isModel(document.model);
}

/**
 * Finds an operation by the name of its method, by its id, or by a former id.
 *
 * @param caller prefix of the error: `fake.on: `
 * @throws TypeError that names the nearest operations if there is none
 */
export function operationOf(operations: readonly Operation[], name: string, caller = ""): Operation {
  const operation = findOperation(operations, name);
  if (operation !== undefined) return operation;
  throw new TypeError(caller + unknownOperation(name, operations));
}
