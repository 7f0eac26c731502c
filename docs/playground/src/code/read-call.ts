import { model } from "@svc/testing";
import { givesParams, readyCall } from "./ready-call.ts";

type Operation = (typeof model.operations)[number];

/**
 * The operation that examples of no operation in particular call: the first that reads JSON with a credential and takes nothing but
 * parts of its path; where there is none, one that comes close.
 */
export const readOperation: Operation = choose([readsJson, needsCredential, hasPathOnly]);

/** Its call without the `await` before it. */
export const readCall: string = readyCall(readOperation).replace(/^await /, "");

/** The call with options after its arguments. */
export function readCallWith(options: string): string {
  const given = hasPathOnly(readOperation) || givesParams(readOperation) ? [] : ["{}"];
  const isBare = readCall.endsWith("()");
  return `${readCall.slice(0, -1)}${isBare ? "" : ", "}${[...given, options].join(", ")})`;
}

/** Whether the client may send a request again that may have been carried out: by its method, or a key that it sends. */
export function isRepeatable({ method, idempotency }: Operation): boolean {
  return (method !== "post" && method !== "patch") || idempotency !== undefined;
}

function readsJson({ method, responses }: Operation): boolean {
  const isJson = ({ mediaType }: { readonly mediaType: string }) => /\bjson\b/.test(mediaType);
  return method === "get" && responses.some(({ status, content }) => status.startsWith("2") && content.some(isJson));
}

export function needsCredential({ security }: Operation): boolean {
  return security.some((one) => Object.keys(one).length > 0);
}

function hasPathOnly({ parameters }: Operation): boolean {
  return parameters.every((parameter) => parameter.in === "path");
}

/** The first operation of which most is so; what comes first counts for more. */
function choose(wanted: readonly ((operation: Operation) => boolean)[]): Operation {
  for (let length = wanted.length; length >= 0; length--) {
    const found = model.operations.find((operation) => wanted.slice(0, length).every((is) => is(operation)));
    if (found !== undefined) return found;
  }
  throw new Error("The document has no operation.");
}
