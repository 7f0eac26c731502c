import type { Core } from "../fake/core.ts";
import type { FrontRequest } from "../front/types.ts";

/** What an adapter needs of a fake. */
export interface Target {
  /** Without a trailing slash; may have a path. */
  readonly baseUrl: string;
  readonly core: Core;
  /** Throws what a handler of the test has thrown: called when an interception ends. */
  readonly finish: () => void;
}

/** Path and query of an address below a base address; undefined where it lies outside. */
export function targetBelow(baseUrl: string, url: URL): string | undefined {
  const base = new URL(baseUrl);
  if (url.origin !== base.origin) return undefined;
  const prefix = base.pathname.replace(/\/$/, "");
  if (!url.pathname.startsWith(prefix)) return undefined;
  const rest = url.pathname.slice(prefix.length);
  if (rest !== "" && !rest.startsWith("/")) return undefined;
  return (rest === "" ? "/" : rest) + url.search;
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
