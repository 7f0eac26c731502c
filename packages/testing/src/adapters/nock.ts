import type nockModule from "nock";
import type { Outcome } from "../fake/core.ts";
import type { Handler } from "./fetch.ts";
import { toFrontRequest } from "./fetch.ts";
import { freshDispatcher } from "./fresh-dispatcher.ts";

type Nock = typeof nockModule;

/** Ends an interception; `using` calls it at the end of the block, also when the test fails. */
export interface Interception {
  (): void;
  [Symbol.dispose](): void;
}

export interface InterceptOptions {
  /** Refuses requests to every other host, but loopback, as long as the interception lasts. @default false */
  readonly isolate?: boolean;
}

/** What `intercept` needs of a fake. */
export interface Interceptable {
  readonly origin: string;
  readonly handler: Handler;
  /** Reported when the interception ends: errors that a test must not miss. */
  readonly finish: () => void;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] as const;

/** Fakes that intercept an origin now, the latest last, and how nock is told to let go of it. */
interface Registration {
  readonly fakes: Set<Interceptable>;
  readonly remove: () => void;
}

const registrations = new Map<string, Registration>();

interface ContextStore {
  getStore(): ReadonlyMap<string, Interceptable> | undefined;
  enterWith(store: ReadonlyMap<string, Interceptable>): void;
}

let context: ContextStore | undefined;

/**
 * Answers every request of this process to the fake's origin, whatever sends it: native fetch, undici, `node:http`. Needs
 * nock 15. Where tests run at the same time with fakes of one origin, each request is answered by the fake of the test
 * that it comes from.
 *
 * @throws Error where nock is not installed, or cannot work beside another interceptor (msw 3).
 */
export function intercept(fake: Interceptable, { isolate = false }: InterceptOptions = {}): Interception {
  const restoreDispatcher = freshDispatcher();
  const nock = loadNock();
  const registration = registrations.get(fake.origin) ?? register(nock, fake.origin);
  registration.fakes.add(fake);
  context ??= new (builtin("node:async_hooks").AsyncLocalStorage)() as ContextStore;
  context.enterWith(new Map([...(context.getStore() ?? []), [fake.origin, fake]]));
  if (isolate) nock.disableNetConnect();
  if (isolate) nock.enableNetConnect(/^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/);
  let isOn = true;
  const off = (): void => {
    if (!isOn) return;
    isOn = false;
    registration.fakes.delete(fake);
    if (registration.fakes.size === 0) registration.remove();
    if (isolate) nock.enableNetConnect();
    restoreDispatcher();
    fake.finish();
  };
  return Object.assign(off, { [Symbol.dispose]: off });
}

function register(nock: Nock, origin: string): Registration {
  const scope = nock(origin).persist();
  const interceptors = METHODS.map((method) => scope.intercept(() => true, method));
  for (const interceptor of interceptors) {
    // One parameter exactly: nock counts them, and takes a second one for a callback.
    interceptor.reply(async (request: unknown) => toReply(await answer(origin, request as Request)));
  }
  const registration = {
    fakes: new Set<Interceptable>(),
    remove() {
      for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
      registrations.delete(origin);
    },
  };
  registrations.set(origin, registration);
  return registration;
}

async function answer(origin: string, request: Request): Promise<{ outcome: Outcome; method: string }> {
  const active = registrations.get(origin)?.fakes ?? new Set();
  const own = context?.getStore()?.get(origin);
  const fake = own !== undefined && active.has(own) ? own : [...active].at(-1);
  if (fake === undefined) throw new Error(`The fake of ${origin} was closed while a request was under way.`);
  const outcome = await fake.handler(await toFrontRequest(request));
  // A 404 would be retried or swallowed; a test that calls what does not exist shall say so.
  if (outcome.unmatched !== undefined) throw new Error(outcome.unmatched);
  return { outcome, method: request.method };
}

type Reply = [status: number, body: unknown, headers: string[]];

function toReply({ outcome, method }: { outcome: Outcome; method: string }): Reply {
  const { response, damage } = outcome;
  const { status, headers, body } = response;
  if (damage === "timeout") return new Promise(() => {}) as never;
  if (damage === "reset-before") throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const bytes = Buffer.from(body ?? "");
  const raw = headers.flat();
  const isLengthKnown = headers.some(([name]) => name.toLowerCase() === "content-length");
  // Without a length nock's replies end with the connection: each keeps memory, and an abort would crash the process.
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  if (!isLengthKnown && hasBody) raw.push("content-length", String(bytes.length));
  if (damage !== undefined)
    return [status, brokenStream(bytes, damage === "reset-headers" ? 0 : bytes.length >> 1), raw];
  return [status, hasBody ? bytes : "", raw];
}

/** The first bytes of a body, then a connection that ends too soon. */
function brokenStream(bytes: Buffer, length: number): unknown {
  const { Readable } = builtin("node:stream");
  return Readable.from(
    (async function* () {
      if (length > 0) yield bytes.subarray(0, length);
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    })(),
  );
}

function loadNock(): Nock {
  try {
    const require = builtin("node:module").createRequire(import.meta.url);
    const loaded = require("nock") as Nock & { default?: Nock };
    const nock = loaded.default ?? loaded;
    if (!nock.isActive()) nock.activate();
    return nock;
  } catch (error) {
    throw new Error(explain(error as Error & { code?: string }), { cause: error });
  }
}

function explain(error: Error & { code?: string }): string {
  if (error.code === "MODULE_NOT_FOUND" || error.code === "ERR_MODULE_NOT_FOUND") {
    return "fake.intercept() needs nock: install nock 15, or give the code under test `fake.fetch`.";
  }
  if (/already replaced/.test(error.message)) {
    return "fake.intercept() cannot work while another interceptor (msw 3) is active: stop it first, or use `fake.fetch`.";
  }
  return `fake.intercept(): nock could not be started: ${error.message}`;
}

/** Built-in modules without an import, so that this file loads in every runtime. */
function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  const found = globalThis.process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
  if (found === undefined)
    throw new Error("fake.intercept() needs Node.js 20.16 or newer; use `fake.fetch` or `fake.listen()`.");
  return found;
}

interface Builtins {
  "node:module": typeof import("node:module");
  "node:async_hooks": typeof import("node:async_hooks");
  "node:stream": typeof import("node:stream");
}
