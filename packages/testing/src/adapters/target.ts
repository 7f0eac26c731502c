import type { FrontRequest } from "@svc/fastapi-validation";
import type { Core } from "../fake/core.ts";
import type { RecordStray } from "../fake/record-stray.ts";

/** What an adapter needs of a fake. */
export interface Target {
  /** Without a trailing slash; may have a path. */
  readonly baseUrl: string;
  readonly core: Core;
  /** Throws what a handler of the test has thrown: called when an interception ends. */
  readonly finish: () => void;
  /** Notes a request that never comes to the core: nothing of the fake can match it. */
  readonly stray: RecordStray;
}

/** A base address, taken apart once. */
interface Base {
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly prefix: string;
}

const bases = new Map<string, Base>();
/** Base addresses that are remembered; a process has few. */
const BASE_LIMIT = 100;

function baseOf(baseUrl: string): Base {
  const known = bases.get(baseUrl);
  if (known !== undefined) return known;
  const { origin, pathname } = new URL(baseUrl);
  const base = { origin, prefix: pathname.replace(/\/$/, "") };
  if (bases.size >= BASE_LIMIT) bases.clear();
  bases.set(baseUrl, base);
  return base;
}

/** Path and query of an address below a base address; undefined where it lies outside. */
export function targetBelow(baseUrl: string, { origin, pathname, search }: URL): string | undefined {
  const base = baseOf(baseUrl);
  if (origin !== base.origin || !pathname.startsWith(base.prefix)) return undefined;
  const rest = pathname.slice(base.prefix.length);
  if (rest !== "" && !rest.startsWith("/")) return undefined;
  return (rest === "" ? "/" : rest) + search;
}

/** Why a request cannot be meant for a fake: its address lies elsewhere. */
export function explainOutside(baseUrl: string, method: string, url: URL): string {
  const base = new URL(baseUrl);
  const difference =
    url.origin === base.origin
      ? `path ${url.pathname} instead of ${base.pathname}/...`
      : `host ${url.origin} instead of ${base.origin}`;
  return `No operation matches ${method} ${url.origin}${url.pathname}.\nThe fake stands for ${baseUrl}: ${difference}.`;
}

/** A WHATWG request in the terms of the front. */
export async function toFrontRequest(request: Request, target: string, origin: string): Promise<FrontRequest> {
  const { method, headers } = request;
  const fields = { method, target, headers: [...headers], origin };
  if (request.body === null) return fields;
  return { ...fields, body: new Uint8Array(await request.arrayBuffer()) };
}
