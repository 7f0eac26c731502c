import type { Model, Operation } from "@svc/model";

/** Something that the old document says and the new one leaves out, without saying otherwise. */
export interface Silence {
  /** Name of the thing: `the answer 429 of GET /pets`. */
  readonly what: string;
  /** Pointer of the object in the new document that lacks it. */
  readonly pointer: string;
  /** The missing part, as the old document has it: an update in the words of OpenAPI Overlays. */
  readonly update: object;
}

/** A document and its model. */
export interface Version {
  readonly document: unknown;
  readonly model: Model;
}

/** Operations of both documents. */
export type OperationPairs = readonly (readonly [old: Operation, now: Operation])[];

/** Headers that gateways read, add or pass on. */
export const GATEWAY_HEADER =
  /^(?:(?:x-)?rate-?limit.*|retry-after|(?:x-)?(?:request|correlation|trace)-?id|traceparent|tracestate|via|forwarded|x-(?:forwarded|real)-.*)$/i;
