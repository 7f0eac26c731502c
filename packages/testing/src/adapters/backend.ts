import { type HttpRequest, headerOf } from "@svc/fastapi-validation";
import type { ServerAddress } from "@svc/model/data";
import type { Clock } from "../clock/clock.ts";
import type { Closing } from "../fake/closing.ts";
import type { HandleRequest } from "../fake/outcome.ts";
import type { RecordUnmatched } from "../journal/record-call.ts";

/** The parts of a fake that adapters need. */
export interface FakeBackend {
  /** Without a trailing slash; may have a path. */
  readonly baseUrl: string;
  /** Addresses of the document's servers: the fake stands for them, too. */
  readonly servers: readonly ServerAddress[];
  /** Slow responses run on it. */
  readonly clock: Clock;
  readonly handleRequest: HandleRequest;
  /** Rejects what is never answered once the fake is closed. */
  readonly untilClosed: Closing["untilClosed"];
  /** Says how the body of a request is to be read, by its head. */
  readonly arriving: (head: HttpRequest) => ArrivingBody;
  /** Adds a request to the journal that the fake cannot match. */
  readonly recordUnmatched: RecordUnmatched;
  /** Throws the first error of the test's handlers: called when an interception ends. */
  readonly rethrowErrors: () => void;
}

/** How the body of a request is to be read, known by its head. */
export interface ArrivingBody {
  /** Whether the operation takes a form with files, which is read as it comes. */
  readonly isForm: boolean;
  /** Reads on, on the way through the fault that is set up for it. @throws BrokenUpload where that breaks the body off */
  pieces(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** A parsed base address. */
interface Base {
  readonly origin: string;
  readonly host: string;
  /** Path without a trailing slash. */
  readonly prefix: string;
}

const bases = new Map<string, Base>();
/** Parsed base addresses that are kept; a process has few. */
const BASE_LIMIT = 100;

function baseOf(baseUrl: string): Base {
  const known = bases.get(baseUrl);
  if (known !== undefined) return known;
  const { origin, host, pathname } = new URL(baseUrl);
  const base = { origin, host, prefix: pathname.replace(/\/$/, "") };
  if (bases.size >= BASE_LIMIT) bases.clear();
  bases.set(baseUrl, base);
  return base;
}

/** Where a request goes in a fake: the target below its address, and the address that its links begin with. */
export interface Place {
  readonly target: string;
  readonly origin: string;
}

/** A place with the host that the request is sent to. */
export interface HostedPlace extends Place {
  readonly host: string;
}

/** The place of a serialized address below a base address, which nearly all are; undefined: it is not, or has a fragment. */
export function placeBelow(baseUrl: string, address: string): HostedPlace | undefined {
  if (!address.startsWith(baseUrl) || address.includes("#")) return undefined;
  const target = address.slice(baseUrl.length);
  return target.startsWith("/") ? { target, origin: baseUrl, host: baseOf(baseUrl).host } : undefined;
}

type Stands = Pick<FakeBackend, "baseUrl" | "servers">;

/** The place of an address in a fake: below its base address, or at a host of the document. Undefined: it is of neither. */
export function placeOf({ baseUrl, servers }: Stands, url: URL): HostedPlace | undefined {
  const { origin, host, pathname, search } = url;
  const base = baseOf(baseUrl);
  const rest = pathname.slice(base.prefix.length);
  if (origin === base.origin && pathname.startsWith(base.prefix) && (rest === "" || rest.startsWith("/")))
    return { target: (rest === "" ? "/" : rest) + search, origin: baseUrl, host };
  const isOwn = origin === base.origin;
  if (!servers.some((server) => standsAt(server, isOwn, url))) return undefined;
  return { target: pathname + search, origin: isOwn ? baseUrl : origin, host };
}

/** Whether a server is meant: by its host, or, at the host of the base address or without one, by its path. */
function standsAt({ origin, path }: ServerAddress, isOwn: boolean, url: URL): boolean {
  if (isOwn) return path?.test(url.pathname) === true;
  return typeof origin === "object" ? origin.test(url.origin) : origin === url.origin;
}

/** Says why an address is outside of a base address. */
export function explainOutside(baseUrl: string, method: string, url: URL): string {
  const base = new URL(baseUrl);
  const difference =
    url.origin === base.origin
      ? `path ${url.pathname} instead of ${base.pathname}/...`
      : `host ${url.origin} instead of ${base.origin}`;
  return `No operation matches ${method} ${url.origin}${url.pathname}.\nThe fake serves ${baseUrl}: ${difference}.`;
}

/** A header of a request by its lower-case name. */
type HeaderOf = (name: string) => string | undefined | null;

/** Whether a request is a CORS preflight (Fetch standard, section 3.3.2). Other OPTIONS requests are those of the service. */
export function isPreflight(method: string | undefined, header: HeaderOf): boolean {
  return method === "OPTIONS" && header("origin") != null && header("access-control-request-method") != null;
}

/** Headers that allow a page of any origin to send its request. */
export function preflightHeaders(header: HeaderOf): [string, string][] {
  const isPrivate = header("access-control-request-private-network") === "true";
  return [
    ...allowOrigin(header("origin") ?? "*"),
    ["access-control-allow-methods", header("access-control-request-method") ?? "*"],
    ["access-control-allow-headers", header("access-control-request-headers") ?? "*"],
    ["access-control-max-age", "600"],
    ...(isPrivate ? [["access-control-allow-private-network", "true"] as [string, string]] : []),
  ];
}

/** Headers that allow a page of any origin to read all headers of a response. */
export function corsHeaders(header: HeaderOf, answered: readonly (readonly [string, string])[]): [string, string][] {
  const origin = header("origin");
  if (origin == null) return [];
  const names = [...new Set(answered.map(([name]) => name.toLowerCase()))];
  return [...allowOrigin(origin), ["access-control-expose-headers", names.join(", ")]];
}

/** Media types that browsers run scripts of. */
const ACTIVE = /html|xml|svg/i;

/**
 * Headers that let an answer run nothing where a browser shows it. Any website can store a page by the API, and lead a browser to
 * it: the page would be of the fake's own origin, which controls the fake. In a sandbox it is of no origin. Clients and `fetch`
 * are told of none but for media types that browsers show as pages.
 */
export function inertHeaders(header: HeaderOf, answered: readonly (readonly [string, string])[]): [string, string][] {
  // Browsers send it to https and loopback only, and guess what an answer without a type is.
  const isBrowser = /^Mozilla\//.test(header("user-agent") ?? "");
  const shownAs = header("sec-fetch-dest") ?? (isBrowser ? "document" : "empty");
  if (shownAs === "empty" && !ACTIVE.test(headerOf(answered, "content-type") ?? "")) return [];
  return [
    ["content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'"],
    ["x-content-type-options", "nosniff"],
  ];
}

function allowOrigin(origin: string): [string, string][] {
  return [
    ["access-control-allow-origin", origin],
    ["access-control-allow-credentials", "true"],
    ["vary", "origin"],
  ];
}
