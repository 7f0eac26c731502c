import { createModel } from "@svc/model";
import { createFront, type Front, type FrontOptions } from "./create-front.ts";
import { renderValidation } from "./responses.ts";
import type { Admission, Call, FrontRequest, PlainResponse } from "./types.ts";

/** For tests: the front of a document that has only what a test needs. */
export function frontOf(
  paths: object,
  components: object = {},
  authenticate: FrontOptions["authenticate"] = () => undefined,
): Front {
  const document = { openapi: "3.1.0", info: { title: "test", version: "1" }, paths, components };
  return createFront(createModel(document), { authenticate });
}

/** For tests: a document without operations, and what its front says of itself. */
export function emptyFront(document: unknown): Front {
  const model = createModel({ openapi: "3.1.0", info: { title: "test", version: "1" }, paths: {} });
  return createFront(model, { authenticate: () => undefined, document });
}

/** For tests: a request with defaults. */
export function requestOf(
  target: string,
  parts: Partial<Omit<FrontRequest, "body">> & { body?: unknown } = {},
): FrontRequest {
  const { body, ...rest } = parts;
  const base = { method: body === undefined ? "GET" : "POST", target, headers: [], origin: "http://host", ...rest };
  if (body === undefined) return base;
  if (body instanceof Uint8Array) return { ...base, body };
  return { ...base, body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)) };
}

/** For tests: the call, or an error that shows the answer instead. */
export function callOf(admission: Admission): Call {
  if (admission.kind === "call") return admission;
  throw new Error(`not called: ${JSON.stringify(answerOf(admission))}`);
}

/** For tests: the answer. */
export function answerOf(admission: Admission): PlainResponse {
  if (admission.kind === "invalid") return renderValidation(admission.errors);
  if (admission.kind === "answer") return admission.response;
  throw new Error("called");
}

/** For tests: `type loc` of each error, and its message where asked. */
export function errorsOf(admission: Admission): string[] {
  if (admission.kind !== "invalid") throw new Error(`not invalid: ${admission.kind}`);
  return admission.errors.map(({ type, loc }) => `${type} ${loc.join(".")}`);
}
