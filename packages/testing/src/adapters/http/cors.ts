import type { IncomingMessage } from "node:http";

/** A real preflight (Fetch standard, section 3.3.2); any other OPTIONS is the service's to answer. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Lets every page send what it asks for. */
export function preflightHeaders({ headers }: IncomingMessage): [string, string][] {
  const isPrivate = headers["access-control-request-private-network"] === "true";
  return [
    ...allowOrigin(headers.origin ?? "*"),
    ["access-control-allow-methods", headers["access-control-request-method"] ?? "*"],
    ["access-control-allow-headers", headers["access-control-request-headers"] ?? "*"],
    ["access-control-max-age", "600"],
    ...(isPrivate ? [["access-control-allow-private-network", "true"] as [string, string]] : []),
  ];
}

/** Lets every page read every header of an answer: the fake has no secrets. */
export function corsHeaders(
  { headers }: IncomingMessage,
  answered: readonly (readonly [string, string])[],
): [string, string][] {
  if (headers.origin === undefined) return [];
  const names = [...new Set(answered.map(([name]) => name.toLowerCase()))];
  return [...allowOrigin(headers.origin), ["access-control-expose-headers", names.join(", ")]];
}

function allowOrigin(origin: string): [string, string][] {
  return [
    ["access-control-allow-origin", origin],
    ["access-control-allow-credentials", "true"],
    ["vary", "origin"],
  ];
}
