import type { Policy } from "./policy.ts";

/** Sends headers with every request, but for those that the call has, or does not want. */
export function identify(headers: { readonly [name: string]: string }): Policy {
  const all = Object.entries(headers);
  return (request, next, { without }) => {
    for (const [name, value] of all)
      if (!without?.has(name) && !request.headers.has(name)) request.headers.set(name, value);
    return next(request);
  };
}
